-- Removes the job with the key $1, or takes its key and further attempts away if a worker runs it;
-- returns it, or no row.
select
    job.id,
    tasks.identifier as identifier,
    queues.queue_name as queue_name,
    job.payload,
    job.priority,
    case
        when job.run_at >= '294247-01-01' then 9223372036854775807
        when job.run_at = '-infinity' then (-9223372036854775808)
        else (extract(epoch from job.run_at) * 1000000)::bigint
    end as run_at_us,
    job.attempts,
    job.max_attempts,
    job.last_error,
    (extract(epoch from greatest(least(job.created_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint as created_at_us,
    (extract(epoch from greatest(least(job.updated_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint as updated_at_us,
    job.key,
    case when job.locked_at is not null then
        (extract(epoch from greatest(least(job.locked_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint
    end as locked_at_us,
    job.locked_by,
    job.revision,
    job.flags
from :"schema".remove_job($1::text) as job
left join :"schema"._private_tasks as tasks on tasks.id = job.task_id
left join :"schema"._private_job_queues as queues on queues.id = job.job_queue_id
where job.id is not null
