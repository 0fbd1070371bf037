-- Takes up to $3 runnable jobs for worker $1, which serves the task identifiers $2 (text[]).
-- Returns them locked, in the order to run them, each with the number of candidates seen; a row
-- without a job if there were none to take. Fewer jobs than candidates: named queues stand in line,
-- or somebody else was faster, and asking again may give more.
-- Flags: none of $5, at least one of $6, none but those in $7; null switches a rule off.
-- $8: jobs due then (null: now by the database's clock).
-- Of jobs with the flags $9 (text[]; null: no such rule) no more than $10 (int[], above 0) each; a job
-- with several of them counts for each. The first candidate is always among those, so asking again
-- with what is left goes on.
-- None of the named queues $11 (text[]; null: no such rule). No job but $12 (null: any).
--
-- Task ids are looked up here on every call, never cached: somebody may clean up the identifiers.
-- Of each named queue up to $4 jobs are taken, the first ones, and only where the queue row could be
-- locked too; only the queues of candidates are locked, so workers do not hide queues from each other.
-- `head` is read in index order, without id, because sorting a big group of equal run_at by id
-- would read all of it on every fetch; the batch is put in full order afterwards.
with head as materialized (
    select jobs.id, jobs.job_queue_id, jobs.priority, jobs.run_at, jobs.flags, jobs.revision
    from :"schema"._private_jobs as jobs
    where jobs.is_available
      and jobs.run_at <= coalesce($8::timestamptz, now())
      and jobs.task_id = any (array(
            select tasks.id from :"schema"._private_tasks as tasks
            where tasks.identifier = any ($2::text[])))
      and ($5::text[] is null or jobs.flags is null or not jobs.flags ?| $5::text[])
      and ($6::text[] is null or jobs.flags ?| $6::text[])
      and ($7::text[] is null or jobs.flags is null or jobs.flags - $7::text[] = '{}')
      and (jobs.job_queue_id is null
           or exists (
               select from :"schema"._private_job_queues as queues
               where queues.id = jobs.job_queue_id and queues.is_available
                 and ($11::text[] is null or queues.queue_name <> all ($11::text[]))))
      and ($12::bigint is null or jobs.id = $12::bigint)
    order by jobs.priority, jobs.run_at
    limit $3::int
),
over_quota as materialized (
    select ranked.id
    from (
        select head.id, quota.jobs,
               row_number() over (
                   partition by quota.flag
                   order by head.priority, head.run_at, head.id) as place
        from head
        join unnest($9::text[], $10::int[]) as quota (flag, jobs) on head.flags ? quota.flag
        where $9::text[] is not null
    ) as ranked
    where ranked.place > ranked.jobs
),
free_queue as materialized (
    select queues.id
    from :"schema"._private_job_queues as queues
    where queues.id in (select head.job_queue_id from head)
      and queues.is_available
    for update skip locked
),
lane as (
    select head.id, head.job_queue_id, head.revision,
           row_number() over (
               partition by head.job_queue_id
               order by head.priority, head.run_at, head.id) as place
    from head
    where head.job_queue_id in (select free_queue.id from free_queue)
),
locked as materialized (
    select jobs.id, jobs.revision
    from :"schema"._private_jobs as jobs
    where jobs.id = any (array(
              select first.id
              from (
                  select head.id from head where head.job_queue_id is null
                  union all
                  select lane.id from lane where lane.place <= $4::int
              ) as first
              where first.id not in (select over_quota.id from over_quota)))
      -- Again, because an add with its key may have changed it since `head` was read.
      and jobs.is_available
      and jobs.run_at <= coalesce($8::timestamptz, now())
    for update skip locked
),
-- Each candidate that could be locked. An add with a job's key makes a new revision of it, perhaps with
-- another task or other flags: such a job is left for the next fetch. Counted in one aggregate, because a
-- join of `head` and `locked`, whose sizes the planner guesses too small, became a loop in a loop.
confirmed as materialized (
    select seen.id, max(seen.job_queue_id) as job_queue_id, max(seen.place) as place
    from (
        select head.id, head.revision, null::int as job_queue_id, null::bigint as place
        from head
        where head.job_queue_id is null
        union all
        select lane.id, lane.revision, lane.job_queue_id, lane.place from lane
        union all
        select locked.id, locked.revision, null, null from locked
    ) as seen
    group by seen.id, seen.revision
    having count(*) = 2
),
-- What somebody else holds in the middle of a lane ends it there: the order must not be broken.
taken as materialized (
    select confirmed.id, confirmed.job_queue_id
    from confirmed
    where confirmed.job_queue_id is null
    union all
    select unbroken.id, unbroken.job_queue_id
    from (
        select confirmed.id, confirmed.job_queue_id, confirmed.place,
               row_number() over (
                   partition by confirmed.job_queue_id
                   order by confirmed.place) as place_locked
        from confirmed
        where confirmed.job_queue_id is not null
    ) as unbroken
    where unbroken.place = unbroken.place_locked
),
queue_lock as (
    update :"schema"._private_job_queues as queues
    set locked_by = $1::text, locked_at = now()
    where queues.id = any (array(select taken.job_queue_id from taken))
),
job_lock as (
    update :"schema"._private_jobs as jobs
    set attempts = jobs.attempts + 1, locked_by = $1::text, locked_at = now()
    where jobs.id = any (array(select taken.id from taken))
    returning jobs.id, jobs.task_id, jobs.job_queue_id, jobs.payload, jobs.priority, jobs.run_at,
              jobs.attempts, jobs.max_attempts, jobs.key, jobs.flags
)
select
    seen.candidates,
    job_lock.id,
    tasks.identifier,
    job_lock.job_queue_id,
    queues.queue_name,
    job_lock.payload,
    job_lock.priority,
    case when isfinite(job_lock.run_at)
        then (extract(epoch from job_lock.run_at) * 1000)::bigint
    end as run_at_ms,
    job_lock.attempts,
    job_lock.max_attempts,
    job_lock.key,
    job_lock.flags
from (select count(*) as candidates from head) as seen
left join job_lock on true
left join :"schema"._private_tasks as tasks on tasks.id = job_lock.task_id
left join :"schema"._private_job_queues as queues on queues.id = job_lock.job_queue_id
order by job_lock.priority, job_lock.run_at, job_lock.id
