-- One position of the list of jobs, so many rows ahead; reads nothing but an index. JobStatements puts
-- conditions, order and offset in the marked places.
select
    jobs.id,
    jobs.priority,
    case
        when jobs.run_at >= '294247-01-01' then 9223372036854775807
        when jobs.run_at = '-infinity' then (-9223372036854775808)
        else (extract(epoch from jobs.run_at) * 1000000)::bigint
    end as run_at_us
from :"schema"._private_jobs as jobs
where true /*where*/
order by jobs.id /*order*/
limit 1 offset 0 /*offset*/
