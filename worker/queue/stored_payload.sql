-- The payload of job $1 while it is locked for the attempt $2; no row if it is not any more. For large
-- payloads, which fetch_jobs.sql does not read. The owner of the lock is not compared: the worker checks its
-- lease before the job starts, and results are fenced.
select jobs.payload
from :"schema"._private_jobs as jobs
where jobs.id = $1::bigint
  and jobs.locked_by is not null
  and jobs.attempts = $2::smallint
