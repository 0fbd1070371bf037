-- Sets the payload of job $1 to $2 (json) unless a worker runs it; returns its id. No function of
-- the schema changes a job without a key.
update :"schema"._private_jobs as jobs
set payload = $2::json,
    updated_at = now()
where jobs.id = $1::bigint
  and (jobs.locked_at is null or jobs.locked_at < now() - interval '4 hours')
returning jobs.id
