-- Deletes the queues without jobs that no worker holds; returns how many.
with deleted as (
    delete from :"schema"._private_job_queues as queues
    where queues.is_available
      and not exists (
          select from :"schema"._private_jobs as jobs where jobs.job_queue_id = queues.id)
    returning queues.id
)
select count(*) from deleted
