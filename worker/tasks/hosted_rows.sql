-- The columns of the jobs $1 (bigint[]) that a task host is given, where the fetch has not read them: of jobs with
-- a long error, and of those that were not fetched but are tried. Times in whole
-- milliseconds since 1970, rounded down; null: infinite.
select jobs.id,
       jobs.task_id,
       jobs.last_error,
       case when isfinite(jobs.created_at) then floor(extract(epoch from jobs.created_at) * 1000)::bigint end
           as created_at,
       case when isfinite(jobs.updated_at) then floor(extract(epoch from jobs.updated_at) * 1000)::bigint end
           as updated_at,
       jobs.revision
from :"schema"._private_jobs as jobs
where jobs.id = any ($1::bigint[])
