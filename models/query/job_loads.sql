-- What the jobs of each named queue ($5 false) or of each task ($5 true) are, from samples that are
-- cheap whatever the size of the table: of each of the priorities $1 (smallint[]) the $2 jobs due
-- longest and the $3 due next, both from jobs_main_index, and the $4 newest jobs from the primary key. What
-- the stale workers $6 (text[]) lock is stuck, see readStaleWorkers().
-- Returns kind ('due', 'later', 'newest'), id of the queue or task (null: no queue) and, by kind:
--   due      jobs, of them ready, run_at of the first in microseconds since 1970, the least if all are -infinity
--   later    jobs, of them never failed, run_at of the first, null: never
--   newest   jobs, of them running, stuck, failed for good, failed and tried again, their attempts
-- and for each kind one row 'all due' and so on: the jobs looked at, and whether there may be more.
with lane as materialized (
    select given.priority from unnest($1::smallint[]) as given (priority)
),
due as materialized (
    select lane.priority, case when $5::boolean then job.task_id else job.job_queue_id end as of_id,
           job.job_queue_id, job.run_at
    from lane
    cross join lateral (
        select jobs.task_id, jobs.job_queue_id, jobs.run_at
        from :"schema"._private_jobs as jobs
        where jobs.is_available and jobs.priority = lane.priority and jobs.run_at <= now()
        order by jobs.priority, jobs.run_at
        limit $2::int) as job
),
later as materialized (
    select lane.priority, case when $5::boolean then job.task_id else job.job_queue_id end as of_id,
           job.attempts, job.run_at
    from lane
    cross join lateral (
        select jobs.task_id, jobs.job_queue_id, jobs.attempts, jobs.run_at
        from :"schema"._private_jobs as jobs
        where jobs.is_available and jobs.priority = lane.priority and jobs.run_at > now()
        order by jobs.priority, jobs.run_at
        limit $3::int) as job
),
newest as materialized (
    select case when $5::boolean then jobs.task_id else jobs.job_queue_id end as of_id,
           jobs.locked_at, jobs.attempts, jobs.max_attempts,
           jobs.locked_at < now() - interval '4 hours'
               or (jobs.locked_at is not null and coalesce(jobs.locked_by = any ($6::text[]), false))
               as is_stuck
    from :"schema"._private_jobs as jobs
    order by jobs.id desc
    limit $4::int
)
select 'due' as kind, due.of_id, count(*) as jobs,
       count(*) filter (where due.job_queue_id is null or queues.is_available) as part,
       coalesce(extract(epoch from min(due.run_at) filter (where due.run_at > '-infinity')) * 1000000,
                -9223372036854775808)::bigint as first_us,
       null::bigint as stuck, null::bigint as failed, null::bigint as retrying,
       null::bigint as attempts
from due
left join :"schema"._private_job_queues as queues on queues.id = due.job_queue_id
group by due.of_id
union all
select 'later', later.of_id, count(*), count(*) filter (where later.attempts = 0),
       (extract(epoch from min(later.run_at) filter (where later.run_at < '294247-01-01')) * 1000000)::bigint,
       null, null, null, null
from later
group by later.of_id
union all
select 'newest', newest.of_id, count(*),
       count(*) filter (where newest.locked_at is not null and not newest.is_stuck),
       null,
       count(*) filter (where newest.is_stuck),
       count(*) filter (where newest.locked_at is null and newest.attempts >= newest.max_attempts),
       count(*) filter (where newest.locked_at is null and newest.attempts > 0
                          and newest.attempts < newest.max_attempts),
       sum(newest.attempts)
from newest
group by newest.of_id
union all
select 'all due', null, coalesce(sum(lanes.jobs), 0)::bigint,
       coalesce(bool_or(lanes.jobs >= $2::int), false)::int, null, null, null, null, null
from (select count(*) as jobs from due group by due.priority) as lanes
union all
select 'all later', null, coalesce(sum(lanes.jobs), 0)::bigint,
       coalesce(bool_or(lanes.jobs >= $3::int), false)::int, null, null, null, null, null
from (select count(*) as jobs from later group by later.priority) as lanes
union all
select 'all newest', null, count(*), (count(*) >= $4::int)::int, null, null, null, null, null
from newest
