-- The locked jobs of the worker $1 (text), the oldest lock first, at most $2 (integer): id, task, queue,
-- locked_at in microseconds since 1970, attempts, max_attempts.
select
    jobs.id,
    tasks.identifier,
    queues.queue_name,
    (extract(epoch from jobs.locked_at) * 1000000)::bigint as locked_us,
    jobs.attempts,
    jobs.max_attempts
from :"schema"._private_jobs as jobs
left join :"schema"._private_tasks as tasks on tasks.id = jobs.task_id
left join :"schema"._private_job_queues as queues on queues.id = jobs.job_queue_id
where jobs.locked_at is not null
  and jobs.locked_by = $1::text
order by jobs.locked_at, jobs.id
limit $2::integer
