-- Due jobs with attempts left that a worker which serves the task identifiers $1 (text[]) cannot run now, by
-- reason: 'locked' by a worker, 'task' it does not serve, 'queue' that a worker holds, 'other'. Returns
-- reason, name (of the worker, the task, the worker; null), jobs; most jobs first.
select remaining.reason, remaining.name, count(*) as jobs
from (
    select
        case
            when jobs.locked_at is not null then 'locked'
            when tasks.identifier <> all ($1::text[]) then 'task'
            when queues.locked_at is not null then 'queue'
            else 'other'
        end as reason,
        case
            when jobs.locked_at is not null then jobs.locked_by
            when tasks.identifier <> all ($1::text[]) then tasks.identifier
            when queues.locked_at is not null then queues.locked_by
        end as name
    from :"schema"._private_jobs as jobs
    join :"schema"._private_tasks as tasks on tasks.id = jobs.task_id
    left join :"schema"._private_job_queues as queues on queues.id = jobs.job_queue_id
    where jobs.run_at <= now()
      and jobs.attempts < jobs.max_attempts
) as remaining
group by remaining.reason, remaining.name
order by jobs desc, remaining.reason, remaining.name
