-- A page of the scope of an operation: up to $2 (bigint) of its jobs with an id above $1 (bigint), by
-- id. countScope() puts the condition, hash, state and reason to skip a job in the marked places. The
-- state is a number of JobState.
select
    jobs.id,
    jobs.xmin,
    0 /*hash*/ as hash,
    0 /*state*/ as state,
    jobs.task_id,
    jobs.job_queue_id,
    null::text /*skip*/ as skip
from :"schema"._private_jobs as jobs
where jobs.id > $1::bigint
  and true /*where*/
order by jobs.id
limit $2::bigint
