-- Deletes the job $1 if no worker runs it and it has neither key nor attempts left.
delete from :"schema"._private_jobs as jobs
where jobs.id = $1::bigint
  and jobs.locked_at is null
  and jobs.key is null
  and jobs.attempts = jobs.max_attempts
