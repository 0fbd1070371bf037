-- Locks up to $2 jobs of the task $3 (its id) for worker $1, and nothing else.
with head as materialized (
    select jobs.id
    from :"schema"._private_jobs as jobs
    where jobs.is_available and jobs.run_at <= now() and jobs.task_id = $3::int
    order by jobs.priority, jobs.run_at
    limit $2::int
    for update skip locked
)
update :"schema"._private_jobs as jobs
set attempts = jobs.attempts + 1, locked_by = $1::text, locked_at = now()
where jobs.id = any (array(select head.id from head))
returning jobs.id
