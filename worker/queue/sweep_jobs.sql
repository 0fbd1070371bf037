-- The jobs $1 (bigint[]) that one of the workers $2 (text[]) still holds, for the recovery
-- interceptors, before sweep_stale_workers.sql returns them to the queue.
select
    jobs.locked_by,
    jobs.id,
    tasks.identifier,
    queues.queue_name,
    jobs.priority,
    case
        when jobs.run_at >= '294247-01-01' then 9223372036854775807
        when jobs.run_at = '-infinity' then (-9223372036854775808)
        else (extract(epoch from jobs.run_at) * 1000000)::bigint
    end as run_at_us,
    jobs.attempts,
    jobs.max_attempts,
    jobs.key
from :"schema"._private_jobs as jobs
left join :"schema"._private_tasks as tasks on tasks.id = jobs.task_id
left join :"schema"._private_job_queues as queues on queues.id = jobs.job_queue_id
where jobs.id = any ($1::bigint[])
  and jobs.locked_by = any ($2::text[])
order by jobs.priority, jobs.run_at, jobs.id
