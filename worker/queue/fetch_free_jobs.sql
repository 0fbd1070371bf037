-- What fetch_jobs.sql does, where no named queue is free and there are no rules: a lone job waits for it, and
-- most of the time is to begin with a long statement. Hence one CTE, no count, no order, and no row of its
-- own for what is not about one job. Takes nothing, and has no candidates (null), if a queue is free,
-- because one of its jobs may go first. Else 0: what it takes is what there is. Rows are found by id, which
-- holds for one that was changed after the statement began, too; by place it would be missed, and not counted.
with taken as (
    update :"schema"._private_jobs as jobs
    set attempts = jobs.attempts + 1, locked_by = $1::text, locked_at = now()
    where jobs.id = any (array(
        select head.id
        from :"schema"._private_jobs as head
        where not exists (select from :"schema"._private_job_queues as queues where queues.is_available)
          and head.is_available
          and head.job_queue_id is null
          and head.run_at <= now()
          and head.task_id = any (array(
              select tasks.id from :"schema"._private_tasks as tasks
              where tasks.identifier = any ($2::text[])))
        order by head.priority, head.run_at
        limit $3::int
        for update skip locked))
    returning jobs.id, jobs.task_id, jobs.job_queue_id, jobs.payload, jobs.priority, jobs.run_at,
              jobs.attempts, jobs.max_attempts, jobs.key, jobs.flags
)
select
    case
        when taken.id is not null
            or not exists (select from :"schema"._private_job_queues as queues where queues.is_available)
        then 0::bigint
    end as candidates,
    null::bigint as search_us,
    null::text as tasks,
    null::smallint as named_priority,
    null::text as named_run_at,
    taken.id,
    taken.task_id,
    (select tasks.identifier from :"schema"._private_tasks as tasks where tasks.id = taken.task_id) as task,
    taken.job_queue_id,
    null::text as queue_name,
    taken.payload,
    taken.priority,
    taken.run_at,
    taken.attempts,
    taken.max_attempts,
    taken.key,
    taken.flags::text
from (values (null)) as always
left join taken on true
