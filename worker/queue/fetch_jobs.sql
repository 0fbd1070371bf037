-- Takes up to $3 runnable jobs for worker $1, which serves the task identifiers $2 (text[]).
-- Returns a row about the search, then the jobs, locked, in the order to run them. The first row has the
-- number of candidates (null: the worker is not registered any more), the microseconds it took to find them,
-- the ids of the tasks in the order of $2 (null: unknown), how many of the candidates were of named queues,
-- and priority and run_at of the first without one, for $15 and $16 of the next fetch. Fewer jobs than
-- candidates: jobs wait behind others of their named queues, or another worker was faster; fetching again
-- may return more. Flags: none of $5, at least one of $6, none but those in $7; null switches a rule off.
-- $8: jobs due then (null: now by the database's clock). Of jobs with the flags $9 (text[]; null: no such
-- rule) no more than $10 (int[], above 0) each; a job with several of them counts for each. The first
-- candidate is always among those, so fetching again with the remaining limits makes progress. $19: no job
-- that a sweep returned from a stale worker (null: no such rule). None of the named queues $11 (text[];
-- null: no such rule). No job but $12 (null: any). Only jobs that rank before priority $13, run_at $14
-- (null: no such rule). Jobs without a named queue are looked for from priority $15, run_at $16 on: before
-- that are the index entries of deleted rows, which every search reads until a vacuum. Those of named queues
-- are always looked for from the beginning: a search from later on would find the later jobs of a queue that
-- was locked before and is free now, and start them before its first. $17 true: not looked for at all. $18:
-- ids of queues (int[]; null: none) that are left to other workers this time.
--
-- What is between the marks "columns" and "end" is left out unless FetchRequest::readsColumns is set: only
-- task hosts need it. created_at is null where last_error is too long to be read ahead of time.
--
-- A payload of more than 64 kB, as it is stored or as it is, is null and has to be read when its job starts
-- (stored_payload.sql): a batch of them would fill the memory. Small ones are not decompressed to be
-- measured.
--
-- Task ids are looked up here on every call, never cached: identifiers may be cleaned up at any time. Jobs
-- without a named queue are locked as they are read, so that concurrent workers get different ones. Jobs of
-- named queues are read first and locked then: a job that another session holds must end its lane, where a
-- skipped row would be an undetected gap. The lane of a queue begins with its first job by priority, run_at
-- and id.
with recursive registered as materialized (
    -- Replaced by "the worker is still registered" where there is a registry, see JobQueue.
    select true as is_registered
),
served as materialized (
    select array_agg(tasks.id order by wanted.position) as tasks
    from unnest($2::text[]) with ordinality as wanted (identifier, position)
    left join :"schema"._private_tasks as tasks on tasks.identifier = wanted.identifier
),
-- Jobs are looked for one priority after the other, because the index is ordered by priority and then by
-- run_at: a search through all of it would read every job that is not due yet, millions where so many are
-- scheduled, before it came to the next priority, or to the end. Finding the next priority is one descent
-- into the index. The last row is null.
free_level (priority) as (
    (select jobs.priority
     from :"schema"._private_jobs as jobs
     where jobs.is_available
       and jobs.job_queue_id is null
       and (jobs.priority, jobs.run_at) >= ($15::smallint, $16::timestamptz)
     order by jobs.priority, jobs.run_at
     limit 1)
    union all
    select (select jobs.priority
            from :"schema"._private_jobs as jobs
            where jobs.is_available
              and jobs.job_queue_id is null
              and jobs.priority > free_level.priority
            order by jobs.priority, jobs.run_at
            limit 1)
    from free_level
    where free_level.priority is not null
),
-- In the order of the levels, each of which is read only when those before it did not fill the batch.
free as materialized (
    select due.tid, due.id, due.priority, due.run_at, due.flags
    from free_level
    cross join lateral (
        select jobs.ctid as tid, jobs.id, jobs.priority, jobs.run_at,
               case when $9::text[] is not null then jobs.flags end as flags
        from :"schema"._private_jobs as jobs
        where (select registered.is_registered from registered)
          and jobs.is_available
          and jobs.job_queue_id is null
          and jobs.priority = free_level.priority
          and jobs.run_at
              >= case when free_level.priority = $15::smallint then $16::timestamptz else '-infinity' end
          and jobs.run_at
              <= case when free_level.priority = $13::smallint then $14::timestamptz else 'infinity' end
          and ($13::smallint is null
               or (free_level.priority, jobs.run_at) < ($13::smallint, $14::timestamptz))
          and jobs.run_at <= coalesce($8::timestamptz, now())
          and jobs.task_id = any ((select served.tasks from served)::int[])
          and ($5::text[] is null or jobs.flags is null or not jobs.flags ?| $5::text[])
          and ($6::text[] is null or jobs.flags ?| $6::text[])
          and ($7::text[] is null or jobs.flags is null or jobs.flags - $7::text[] = '{}')
          and ($12::bigint is null or jobs.id = $12::bigint)
          and ($19::boolean is null or jobs.last_error is null
               or jobs.last_error not like 'The worker % fell silent while %')
        order by jobs.run_at
        limit $3::int
        for update skip locked
    ) as due
    where free_level.priority <= coalesce($13::smallint, 32767)
    limit $3::int
),
-- Where the batch is full without named queues. `order by` stops at (priority, run_at), here as above,
-- because sorting a big group of equal run_at by id would read all of it on every fetch; the batch is
-- put in full order afterwards.
reach as materialized (
    select coalesce(max(last.priority), 32767::smallint) as priority,
           coalesce(max(last.run_at), 'infinity') as run_at
    from (
        select free.priority, free.run_at from free
        order by free.priority, free.run_at
        offset $3::int - 1
    ) as last
),
-- Level by level like `free`, but of all jobs: the index does not find those of named queues by themselves.
level (priority) as (
    (select jobs.priority
     from :"schema"._private_jobs as jobs
     where jobs.is_available
     order by jobs.priority, jobs.run_at
     limit 1)
    union all
    select (select jobs.priority
            from :"schema"._private_jobs as jobs
            where jobs.is_available
              and jobs.priority > level.priority
            order by jobs.priority, jobs.run_at
            limit 1)
    from level
    where level.priority is not null
),
-- Read from the index alone unless there are rules about flags. The queue is asked for in a way that
-- cannot become a join, which would need a sort of all jobs.
named as materialized (
    select due.id, due.job_queue_id, due.priority, due.run_at, due.flags
    from level
    cross join lateral (
        select jobs.id, jobs.job_queue_id, jobs.priority, jobs.run_at,
               case when $9::text[] is not null then jobs.flags end as flags
        from :"schema"._private_jobs as jobs
        where jobs.is_available
          and jobs.job_queue_id is not null
          and ($18::int[] is null or jobs.job_queue_id <> all ($18::int[]))
          and jobs.priority = level.priority
          and jobs.run_at
              <= case when level.priority = $13::smallint then $14::timestamptz else 'infinity' end
          and ($13::smallint is null
               or (level.priority, jobs.run_at) < ($13::smallint, $14::timestamptz))
          and jobs.run_at
              <= case
                  when level.priority = (select reach.priority from reach)
                      then (select reach.run_at from reach)
                  else 'infinity'
              end
          and jobs.run_at <= coalesce($8::timestamptz, now())
          and jobs.task_id = any ((select served.tasks from served)::int[])
          and ($5::text[] is null or jobs.flags is null or not jobs.flags ?| $5::text[])
          and ($6::text[] is null or jobs.flags ?| $6::text[])
          and ($7::text[] is null or jobs.flags is null or jobs.flags - $7::text[] = '{}')
          and ($12::bigint is null or jobs.id = $12::bigint)
          and (select queues.is_available
                      and ($11::text[] is null or queues.queue_name <> all ($11::text[]))
               from :"schema"._private_job_queues as queues
               where queues.id = jobs.job_queue_id)
        order by jobs.run_at
        limit $3::int
    ) as due
    where $17::boolean is null
      and (select registered.is_registered from registered)
      and exists (select from :"schema"._private_job_queues as queues where queues.is_available)
      and level.priority <= coalesce($13::smallint, 32767)
      and level.priority <= (select reach.priority from reach)
    limit $3::int
),
-- Only the queues of candidates are locked, so workers do not hide queues from each other.
free_queue as materialized (
    select queues.id
    from :"schema"._private_job_queues as queues
    where queues.id in (select named.job_queue_id from named)
      and queues.is_available
    for update skip locked
),
-- Where `named` stops if it is full: it has some of the jobs with that run_at, but not the first by id,
-- because returned jobs come after the others in the index.
edge as materialized (
    select named.priority, named.run_at from named
    order by named.priority, named.run_at
    offset $3::int - 1
),
-- There is no index to find the first by id of a group of equal run_at. So the group is read, if it is
-- small;
group_read as materialized (
    select jobs.id, jobs.job_queue_id, jobs.task_id, jobs.priority, jobs.run_at,
           case when coalesce($5::text[], $6::text[], $7::text[], $9::text[]) is not null
               then jobs.flags
           end as flags
    from :"schema"._private_jobs as jobs
    where jobs.is_available
      and jobs.priority = (select edge.priority from edge)
      and jobs.run_at = (select edge.run_at from edge)
    limit 2 * $3::int + 1000
),
-- else all jobs are read whose ids are not above those found, if they are few, as they are where a group is
-- processed from its beginning: those found, those this worker still holds, of up to three fetches, and
-- those whose queues are in use;
ids_read as materialized (
    select jobs.id, jobs.job_queue_id, jobs.task_id, jobs.priority, jobs.run_at, jobs.flags,
           jobs.is_available
    from :"schema"._private_jobs as jobs
    where (select count(*) from group_read) = 2 * $3::int + 1000
      and jobs.id <= (
          -- An expression, or it became a loop in a loop.
          select max(named.id) from named
          where (named.job_queue_id in (select free_queue.id from free_queue)) is true
            and (named.priority, named.run_at) = (select edge.priority, edge.run_at from edge))
    order by jobs.id
    limit 6 * $3::int + 1000
),
tied as materialized (
    select tie.id, tie.job_queue_id, tie.task_id, tie.priority, tie.run_at, tie.flags
    from group_read as tie
    where (select count(*) from group_read) < 2 * $3::int + 1000
    union all
    select tie.id, tie.job_queue_id, tie.task_id, tie.priority, tie.run_at, tie.flags
    from ids_read as tie
    where (select count(*) from ids_read) < 6 * $3::int + 1000
      and tie.is_available
      and tie.priority = (select edge.priority from edge)
      and tie.run_at = (select edge.run_at from edge)
    union all
    -- else the group is read, however big it is. By an expression, which keeps the planner from walking
    -- through all jobs by their ids; and of the queues it must not make a join.
    (select jobs.id, jobs.job_queue_id, jobs.task_id, jobs.priority, jobs.run_at,
            case when coalesce($5::text[], $6::text[], $7::text[], $9::text[]) is not null
                then jobs.flags
            end as flags
     from :"schema"._private_jobs as jobs
     where (select count(*) from ids_read) = 6 * $3::int + 1000
       and jobs.is_available
       and jobs.priority = (select edge.priority from edge)
       and jobs.run_at = (select edge.run_at from edge)
       and (jobs.job_queue_id in (select free_queue.id from free_queue)) is true
       and jobs.task_id = any ((select served.tasks from served)::int[])
       and ($5::text[] is null or jobs.flags is null or not jobs.flags ?| $5::text[])
       and ($6::text[] is null or jobs.flags ?| $6::text[])
       and ($7::text[] is null or jobs.flags is null or jobs.flags - $7::text[] = '{}')
     order by jobs.id + 0
     limit $3::int)
),
-- The first jobs of the free queues.
queued as materialized (
    select named.id, named.job_queue_id, named.priority, named.run_at, named.flags
    from named
    where named.job_queue_id in (select free_queue.id from free_queue)
      and not exists (
          select from edge
          where edge.priority = named.priority
            and edge.run_at = named.run_at)
    union all
    (select tied.id, tied.job_queue_id, tied.priority, tied.run_at, tied.flags
     from tied
     where tied.job_queue_id in (select free_queue.id from free_queue)
       and tied.task_id = any ((select served.tasks from served)::int[])
       and ($5::text[] is null or tied.flags is null or not tied.flags ?| $5::text[])
       and ($6::text[] is null or tied.flags ?| $6::text[])
       and ($7::text[] is null or tied.flags is null or tied.flags - $7::text[] = '{}')
       and ($12::bigint is null or tied.id = $12::bigint)
     order by tied.id
     limit $3::int)
),
over_quota as materialized (
    select ranked.id
    from (
        select head.id, quota.jobs,
               row_number() over (
                   partition by quota.flag
                   order by head.priority, head.run_at, head.id) as place
        from (
            select free.id, free.priority, free.run_at, free.flags from free
            union all
            select queued.id, queued.priority, queued.run_at, queued.flags from queued
        ) as head
        join unnest($9::text[], $10::int[]) as quota (flag, jobs) on head.flags ? quota.flag
        where $9::text[] is not null
    ) as ranked
    where ranked.place > ranked.jobs
),
lane as materialized (
    select queued.id, queued.job_queue_id, queued.priority, queued.run_at,
           row_number() over (
               partition by queued.job_queue_id
               order by queued.priority, queued.run_at, queued.id) as place
    from queued
),
locked as materialized (
    select jobs.id, jobs.job_queue_id, jobs.priority, jobs.run_at
    from :"schema"._private_jobs as jobs
    where jobs.id = any (array(
              select lane.id from lane
              where lane.place <= $4::int
                and lane.id not in (select over_quota.id from over_quota)))
      -- Again, because an add with its key may have changed it since `named` was read.
      and jobs.is_available
      and jobs.run_at <= coalesce($8::timestamptz, now())
      and jobs.task_id = any ((select served.tasks from served)::int[])
      and ($5::text[] is null or jobs.flags is null or not jobs.flags ?| $5::text[])
      and ($6::text[] is null or jobs.flags ?| $6::text[])
      and ($7::text[] is null or jobs.flags is null or jobs.flags - $7::text[] = '{}')
      -- A job left out here ends its lane.
      and ($19::boolean is null or jobs.last_error is null
           or jobs.last_error not like 'The worker % fell silent while %')
    for update skip locked
),
-- Those that could be locked and whose priority and run_at have not changed. Counted in one aggregate,
-- because a join of `lane` and `locked`, whose sizes the planner guesses too small, became a loop in a loop.
confirmed as materialized (
    select seen.id, seen.job_queue_id, seen.priority, seen.run_at, max(seen.place) as place
    from (
        select lane.id, lane.job_queue_id, lane.priority, lane.run_at, lane.place from lane
        union all
        select locked.id, locked.job_queue_id, locked.priority, locked.run_at, null from locked
    ) as seen
    group by seen.id, seen.job_queue_id, seen.priority, seen.run_at
    having count(*) = 2
),
taken as materialized (
    select head.tid, head.id, head.job_queue_id
    from (
        select free.tid, free.id, null::int as job_queue_id, free.priority, free.run_at from free
        union all
        -- A job that another session holds in the middle of a lane ends it there.
        select null, unbroken.id, unbroken.job_queue_id, unbroken.priority, unbroken.run_at
        from (
            select confirmed.*,
                   row_number() over (
                       partition by confirmed.job_queue_id
                       order by confirmed.place) as place_locked
            from confirmed
        ) as unbroken
        where unbroken.place = unbroken.place_locked
    ) as head
    where head.id not in (select over_quota.id from over_quota)
    order by head.priority, head.run_at, head.id
    limit $3::int
),
queue_lock as (
    update :"schema"._private_job_queues as queues
    set locked_by = $1::text, locked_at = now()
    where queues.id = any (array(select taken.job_queue_id from taken))
),
-- By ctid, which cannot change while the row is locked: half the work of finding it by id.
free_lock as (
    update :"schema"._private_jobs as jobs
    set attempts = jobs.attempts + 1, locked_by = $1::text, locked_at = now()
    where jobs.ctid = any (array(select taken.tid from taken where taken.tid is not null))
    returning jobs.id, jobs.task_id, jobs.job_queue_id,
              case
                  when pg_column_size(jobs.payload) <= 500 then jobs.payload
                  when pg_column_size(jobs.payload) <= 65536
                      and octet_length(jobs.payload::text) <= 65536 then jobs.payload
              end as payload,
              jobs.priority, jobs.run_at, jobs.attempts, jobs.max_attempts, jobs.key, jobs.flags,
              jobs.locked_at,
              case when jobs.last_error like 'The worker % fell silent while %' then 1 end as suspect
              /*columns*/,
              case when coalesce(pg_column_size(jobs.last_error), 0) <= 8192 then jobs.created_at end
                  as created_at,
              jobs.updated_at, jobs.revision,
              case when coalesce(pg_column_size(jobs.last_error), 0) <= 8192 then jobs.last_error end
                  as last_error
              /*end*/
),
lane_lock as (
    update :"schema"._private_jobs as jobs
    set attempts = jobs.attempts + 1, locked_by = $1::text, locked_at = now()
    where jobs.id = any (array(select taken.id from taken where taken.tid is null))
    returning jobs.id, jobs.task_id, jobs.job_queue_id,
              case
                  when pg_column_size(jobs.payload) <= 500 then jobs.payload
                  when pg_column_size(jobs.payload) <= 65536
                      and octet_length(jobs.payload::text) <= 65536 then jobs.payload
              end as payload,
              jobs.priority, jobs.run_at, jobs.attempts, jobs.max_attempts, jobs.key, jobs.flags,
              jobs.locked_at,
              case when jobs.last_error like 'The worker % fell silent while %' then 1 end as suspect
              /*columns*/,
              case when coalesce(pg_column_size(jobs.last_error), 0) <= 8192 then jobs.created_at end
                  as created_at,
              jobs.updated_at, jobs.revision,
              case when coalesce(pg_column_size(jobs.last_error), 0) <= 8192 then jobs.last_error end
                  as last_error
              /*end*/
)
select
    case when (select registered.is_registered from registered)
        then (select count(*) from free) + (select count(*) from named)
    end as candidates,
    -- Read when the two have been counted.
    (extract(epoch from clock_timestamp() - statement_timestamp()) * 1000000)::bigint as search_us,
    served.tasks::text,
    (select count(*) from named) as named,
    first_free.priority as free_priority,
    first_free.run_at::text as free_run_at,
    null::bigint as id,
    null::int as task_id,
    null::text as task,
    null::int as job_queue_id,
    null::text as queue_name,
    null::json as payload,
    null::smallint as priority,
    null::timestamptz as run_at,
    null::smallint as attempts,
    null::smallint as max_attempts,
    null::text as key,
    null::text as flags,
    null::timestamptz as locked_at,
    null::int as suspect
    /*columns*/,
    null::timestamptz as created_at,
    null::timestamptz as updated_at,
    null::int as revision,
    null::text as last_error
    /*end*/
from served
left join (
    select free.priority, free.run_at from free
    order by free.priority, free.run_at
    limit 1
) as first_free on true
union all
select
    null, null, null, null, null, null,
    job.id, job.task_id, null, job.job_queue_id, job.queue_name, job.payload, job.priority, job.run_at,
    job.attempts, job.max_attempts, job.key, job.flags::text, job.locked_at, job.suspect
    /*columns*/, job.created_at, job.updated_at, job.revision, job.last_error /*end*/
from (
    select free_lock.*, null::text as queue_name from free_lock
    union all
    select lane_lock.*, queues.queue_name
    from lane_lock
    join :"schema"._private_job_queues as queues on queues.id = lane_lock.job_queue_id
) as job
order by priority nulls first, run_at, id
