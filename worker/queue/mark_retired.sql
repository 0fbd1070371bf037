-- Makes the jobs $1 (bigint[]), if they lost their key and attempts in this transaction while a worker
-- runs them, recognisable for statements that later restore attempts: updated_at after locked_at. The
-- schema's functions write the time at which the transaction began, which can be before the job was
-- locked.
update :"schema"._private_jobs as jobs
set updated_at = greatest(clock_timestamp(), jobs.locked_at + interval '1 microsecond')
where jobs.id = any ($1::bigint[])
  and jobs.key is null
  and jobs.attempts = jobs.max_attempts
  and jobs.updated_at <= jobs.locked_at
