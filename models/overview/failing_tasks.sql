-- The tasks whose jobs fail most: among the newest $1 jobs, the $2 that are due next, and, where
-- their index is there ($3), the newest $2 that failed for good.
-- Returns task, jobs failed for good and jobs retrying, the most first, $4 tasks at most; and a row
-- with a null task: how many of the newest jobs were looked at.
with recursive hop (priority, depth) as (
    select min(jobs.priority), 1 from :"schema"._private_jobs as jobs where jobs.is_available
    union all
    select (select min(jobs.priority) from :"schema"._private_jobs as jobs
            where jobs.is_available and jobs.priority > hop.priority), hop.depth + 1
    from hop
    where hop.priority is not null and hop.depth < 100
),
lane as materialized (
    select hop.priority from hop where hop.priority is not null
),
share as materialized (
    select greatest(20, $2::int / greatest(1, count(*))) as jobs from lane
),
newest as materialized (
    select jobs.id, jobs.task_id, jobs.is_available,
           jobs.locked_at is null and jobs.attempts > 0 and jobs.last_error is not null as has_failed
    from :"schema"._private_jobs as jobs
    order by jobs.id desc
    limit $1::int
),
later as materialized (
    select job.id, job.task_id, job.has_failed
    from lane
    cross join lateral (
        select jobs.id, jobs.task_id, jobs.attempts > 0 and jobs.last_error is not null as has_failed
        from :"schema"._private_jobs as jobs
        where jobs.is_available and jobs.priority = lane.priority and jobs.run_at > now()
        order by jobs.priority, jobs.run_at
        limit (select share.jobs from share)) as job
),
dead as materialized (
    select jobs.id, jobs.task_id
    from :"schema"._private_jobs as jobs
    where $3::boolean and not jobs.is_available and jobs.locked_at is null
    order by jobs.id desc
    limit $2::int
),
failing as (
    select newest.id, newest.task_id, not newest.is_available as is_dead
    from newest where newest.has_failed
    union
    select later.id, later.task_id, false from later where later.has_failed
    union
    select dead.id, dead.task_id, true from dead
),
by_task as (
    select failing.task_id, count(*) filter (where failing.is_dead) as failed,
           count(*) filter (where not failing.is_dead) as retrying
    from failing
    group by failing.task_id
    order by count(*) desc, failing.task_id
    limit $4::int
)
select null as task, (select count(*) from newest) as failed, 0 as retrying
union all
(select tasks.identifier, by_task.failed, by_task.retrying
 from by_task
 join :"schema"._private_tasks as tasks on tasks.id = by_task.task_id
 order by by_task.failed + by_task.retrying desc, tasks.identifier)
