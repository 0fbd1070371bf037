-- As mark_retired.sql, for all jobs that lost their key in this transaction. Reads the whole table.
update :"schema"._private_jobs as jobs
set updated_at = greatest(clock_timestamp(), jobs.locked_at + interval '1 microsecond')
where jobs.key is null
  and jobs.attempts = jobs.max_attempts
  and jobs.updated_at = now()
  and jobs.updated_at <= jobs.locked_at
