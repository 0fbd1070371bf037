-- Of the jobs $1 (bigint[]): how many are there, how many were last changed at $2 (microseconds since
-- 1970, the time of the transaction in question), how many are locked.
select
    count(*) as there,
    count(*) filter (
        where (extract(epoch from greatest(least(jobs.updated_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint = $2::bigint) as changed,
    count(*) filter (where jobs.locked_at is not null) as locked
from :"schema"._private_jobs as jobs
where jobs.id = any ($1::bigint[])
