-- Sets last_error of the jobs $1 (bigint[]), which this transaction has just failed, to $2
-- (text[]); returns their ids. Used after bulk_fail.sql.
update :"schema"._private_jobs as jobs
set last_error = wanted.last_error
from unnest($1::bigint[], $2::text[]) as wanted (id, last_error)
where jobs.id = wanted.id
  and jobs.attempts >= jobs.max_attempts
  and jobs.updated_at = now()
returning jobs.id
