-- Up to $1 (integer) of the jobs that OperationPreview's condition finds, by id.
select
    jobs.id,
    tasks.identifier,
    queues.queue_name,
    0 /*state*/ as state,
    jobs.key,
    jobs.attempts,
    jobs.max_attempts,
    jobs.priority,
    null::text /*skip*/ as skip
from :"schema"._private_jobs as jobs
left join :"schema"._private_tasks as tasks on tasks.id = jobs.task_id
left join :"schema"._private_job_queues as queues on queues.id = jobs.job_queue_id
where true /*where*/
order by jobs.id
limit $1::integer
