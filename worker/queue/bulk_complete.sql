-- Deletes the jobs $1 (bigint[]) that no worker runs; returns their ids.
select job.id
from :"schema".complete_jobs($1::bigint[]) as job
