-- What decides whether the jobs $1 (bigint[]), whose rows have changed, are still those that were counted.
select jobs.id, 0 /*hash*/ as hash
from :"schema"._private_jobs as jobs
where jobs.id = any ($1::bigint[])
