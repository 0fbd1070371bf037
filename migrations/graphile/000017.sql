-- What outsiders may look at. No payload: it is large and may be secret.
create view :"schema".jobs as
select job.id, queue.queue_name, task.identifier as task_identifier, job.priority, job.run_at,
    job.attempts, job.max_attempts, job.last_error, job.created_at, job.updated_at, job.key,
    job.locked_at, job.locked_by, job.revision, job.flags
from :"schema"._private_jobs job
join :"schema"._private_tasks task on task.id = job.task_id
left join :"schema"._private_job_queues queue on queue.id = job.job_queue_id;
