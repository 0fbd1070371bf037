-- What an operation would touch: the first $1 (bigint) jobs that OperationPreview's condition finds,
-- counted as a whole and by task, state, queue and reason to skip them. The state is a number of
-- JobState. Columns: which grouping (0 all, 1 task, 2 state, 3 queue, 4 reason), its name, jobs.
with matching as materialized (
    select
        jobs.task_id,
        jobs.job_queue_id,
        0 /*state*/ as state,
        null::text /*skip*/ as skip
    from :"schema"._private_jobs as jobs
    where true /*where*/
    limit $1::bigint
),
grouped as (
    select
        matching.task_id,
        matching.job_queue_id,
        matching.state,
        matching.skip,
        grouping(matching.task_id, matching.state, matching.job_queue_id, matching.skip) as which,
        count(*) as jobs
    from matching
    group by grouping sets (
        (), (matching.task_id), (matching.state), (matching.job_queue_id), (matching.skip))
)
select
    case grouped.which when 7 then 1 when 11 then 2 when 13 then 3 when 14 then 4 else 0 end as grp,
    case grouped.which
        when 7 then tasks.identifier
        when 11 then grouped.state::text
        when 13 then queues.queue_name
        when 14 then grouped.skip
    end as name,
    grouped.jobs
from grouped
left join :"schema"._private_tasks as tasks on grouped.which = 7 and tasks.id = grouped.task_id
left join :"schema"._private_job_queues as queues
    on grouped.which = 13 and queues.id = grouped.job_queue_id
order by grp, jobs desc, name
