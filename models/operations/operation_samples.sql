-- Some jobs by their ids, $1 (bigint[]); the state is a number of JobState.
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
where jobs.id = any ($1::bigint[])
order by jobs.id
