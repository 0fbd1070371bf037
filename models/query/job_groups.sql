-- Counts the jobs of a filter by what they have in common. The reader puts the expression to group by, the
-- condition and the way from its values to names in the marked places.
-- Returns a row for each of the $1 largest groups: whether its jobs have no such value at all (then the name is
-- null; else a null name means that there is none to be found), the beginning of the name, the jobs, when the
-- first of them is due; and in each row of all jobs of the filter: how many there are, when the first one is
-- due, and how many groups. Times in microseconds since 1970. No row: no job passes the filter.
--
-- Numbers and whole sets of flags are counted first and named then, each once.
with counted as materialized (
    select null::text /*value*/ as value, count(*) as jobs, min(jobs.run_at) as run_at
    from :"schema"._private_jobs as jobs
    where true /*where*/
    group by 1
),
named as (
    select false /*none*/ as is_none, null::text /*name*/ as name,
           sum(counted.jobs)::bigint as jobs, min(counted.run_at) as run_at
    from counted /*names*/
    group by 1, 2
),
largest as (
    select named.*, count(*) over () as groups
    from named
    order by named.jobs desc, named.is_none, named.name
    limit $1::int
)
select
    largest.is_none,
    left(largest.name, $2::int) as name,
    largest.jobs,
    case
        when largest.run_at >= '294247-01-01' then 9223372036854775807
        when largest.run_at = '-infinity' then (-9223372036854775808)
        else (extract(epoch from largest.run_at) * 1000000)::bigint
    end as run_at_us,
    all_jobs.jobs as all_jobs,
    case
        when all_jobs.run_at >= '294247-01-01' then 9223372036854775807
        when all_jobs.run_at = '-infinity' then (-9223372036854775808)
        else (extract(epoch from all_jobs.run_at) * 1000000)::bigint
    end as all_run_at_us,
    largest.groups
from largest
cross join (
    select sum(counted.jobs)::bigint as jobs, min(counted.run_at) as run_at from counted
) as all_jobs
order by largest.jobs desc, largest.is_none, largest.name
