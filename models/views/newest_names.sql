-- The flags of the newest $1 jobs and the workers that hold some of them, the $2 most frequent of a kind:
-- no index knows them, and the primary key leads to these jobs.
-- Returns kind ('flag', 'worker') and name.
with newest as materialized (
    select jobs.locked_by, jobs.flags
    from :"schema"._private_jobs as jobs
    order by jobs.id desc
    limit $1::int
),
by_flag as (
    select flag.name
    from newest
    cross join lateral jsonb_object_keys(case when jsonb_typeof(newest.flags) = 'object' then newest.flags end)
        as flag (name)
    group by flag.name
    order by count(*) desc limit $2::int
),
by_worker as (
    select newest.locked_by as name from newest
    where newest.locked_by is not null
    group by newest.locked_by
    order by count(*) desc limit $2::int
)
select 'flag' as kind, by_flag.name from by_flag
union all
select 'worker', by_worker.name from by_worker
