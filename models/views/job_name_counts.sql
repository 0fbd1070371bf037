-- What the newest $1 jobs are of: no index knows the jobs of a task or a queue, and to count them
-- all would read the whole table. The primary key leads to them; the $2 most frequent of a kind.
-- Returns kind ('task', 'queue', 'flag', 'worker'), name (null: jobs without a queue) and count,
-- and one row 'all' with the number of jobs looked at.
with newest as materialized (
    select jobs.task_id, jobs.job_queue_id, jobs.locked_by, jobs.flags
    from :"schema"._private_jobs as jobs
    order by jobs.id desc
    limit $1::int
),
by_task as (
    select newest.task_id, count(*) as jobs from newest group by newest.task_id
    order by count(*) desc limit $2::int
),
by_queue as (
    select newest.job_queue_id, count(*) as jobs from newest group by newest.job_queue_id
    order by count(*) desc limit $2::int
),
by_flag as (
    select flag.name, count(*) as jobs
    from newest
    cross join lateral jsonb_object_keys(newest.flags) as flag (name)
    where newest.flags is not null
    group by flag.name
    order by count(*) desc limit $2::int
),
by_worker as (
    select newest.locked_by as name, count(*) as jobs from newest
    where newest.locked_by is not null
    group by newest.locked_by
    order by count(*) desc limit $2::int
)
select 'all' as kind, null as name, count(*) as jobs from newest
union all
select 'task', tasks.identifier, by_task.jobs
from by_task join :"schema"._private_tasks as tasks on tasks.id = by_task.task_id
union all
select 'queue', queues.queue_name, by_queue.jobs
from by_queue left join :"schema"._private_job_queues as queues on queues.id = by_queue.job_queue_id
union all
select 'flag', by_flag.name, by_flag.jobs from by_flag
union all
select 'worker', by_worker.name, by_worker.jobs from by_worker
