-- Deletes the jobs that have failed permanently and that no worker runs; returns how many.
with deleted as (
    delete from :"schema"._private_jobs as jobs
    where jobs.attempts >= jobs.max_attempts
      and jobs.locked_at is null
    returning jobs.id
)
select count(*) from deleted
