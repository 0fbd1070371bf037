-- Takes all attempts from the jobs $1 (bigint[]) that no worker runs, for the reason $2; returns
-- their ids. bulk_keep_errors.sql, in the same transaction, then restores what this overwrites.
select job.id
from :"schema".permanently_fail_jobs($1::bigint[], $2::text) as job
