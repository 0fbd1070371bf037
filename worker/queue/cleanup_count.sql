-- How many jobs, task identifiers and queues a clean-up would delete: $1 permanently failed jobs,
-- $2 task identifiers without jobs, but for $3 (text[]), $4 queues without jobs. Jobs that the same
-- clean-up deletes are counted as deleted.
with remaining as not materialized (
    select jobs.task_id, jobs.job_queue_id
    from :"schema"._private_jobs as jobs
    where not ($1::boolean and jobs.attempts >= jobs.max_attempts and jobs.locked_at is null)
)
select
    case when $1::boolean then (
        select count(*) from :"schema"._private_jobs as jobs
        where jobs.attempts >= jobs.max_attempts and jobs.locked_at is null)
    else 0 end as jobs,
    case when $2::boolean then (
        select count(*) from :"schema"._private_tasks as tasks
        where tasks.identifier <> all ($3::text[])
          and not exists (select from remaining where remaining.task_id = tasks.id))
    else 0 end as task_identifiers,
    case when $4::boolean then (
        select count(*) from :"schema"._private_job_queues as queues
        where queues.is_available
          and not exists (select from remaining where remaining.job_queue_id = queues.id))
    else 0 end as queues
