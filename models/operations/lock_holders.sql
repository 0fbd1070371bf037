-- Up to $1 (integer) workers that hold jobs which OperationPreview's condition finds: name, jobs, and
-- since when the oldest of them is locked, in microseconds since 1970; those with the most jobs first.
select
    coalesce(jobs.locked_by, '') as worker,
    count(*) as jobs,
    (extract(epoch from min(jobs.locked_at)) * 1000000)::bigint as since_us
from :"schema"._private_jobs as jobs
where jobs.locked_at is not null
  and true /*where*/
group by jobs.locked_by
order by count(*) desc, jobs.locked_by
limit $1::integer
