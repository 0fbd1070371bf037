-- The priorities that waiting jobs have, ascending, at most $1: one index probe each.
with recursive hop (priority) as (
    select min(jobs.priority) from :"schema"._private_jobs as jobs where jobs.is_available
    union all
    select (select min(jobs.priority) from :"schema"._private_jobs as jobs
            where jobs.is_available and jobs.priority > hop.priority)
    from hop
    where hop.priority is not null
)
select hop.priority from hop where hop.priority is not null limit $1::int
