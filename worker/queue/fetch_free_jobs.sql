-- What fetch_jobs.sql does, where no named queue is free and there are no rules: half the work, most of which
-- is to begin with so long a statement. Takes nothing, and has no candidates (null), if a queue is free,
-- because one of its jobs may go first.
with served as materialized (
    select array(
               select tasks.id
               from unnest($2::text[]) with ordinality as wanted (identifier, position)
               left join :"schema"._private_tasks as tasks on tasks.identifier = wanted.identifier
               order by wanted.position
           ) as tasks,
           not exists (
               select from :"schema"._private_job_queues as queues where queues.is_available
           ) as is_all
),
free as materialized (
    select jobs.ctid as tid
    from :"schema"._private_jobs as jobs
    where (select served.is_all from served)
      and jobs.is_available
      and jobs.job_queue_id is null
      and jobs.run_at <= now()
      and jobs.task_id = any ((select served.tasks from served)::int[])
    order by jobs.priority, jobs.run_at
    limit $3::int
    for update skip locked
),
free_lock as (
    update :"schema"._private_jobs as jobs
    set attempts = jobs.attempts + 1, locked_by = $1::text, locked_at = now()
    where jobs.ctid = any (array(select free.tid from free))
    returning jobs.id, jobs.task_id, jobs.job_queue_id, jobs.payload, jobs.priority, jobs.run_at,
              jobs.attempts, jobs.max_attempts, jobs.key, jobs.flags
)
select
    case when served.is_all then (select count(*) from free) end as candidates,
    null::bigint as search_us,
    served.tasks::text,
    null::smallint as named_priority,
    null::text as named_run_at,
    null::bigint as id,
    null::int as task_id,
    null::int as job_queue_id,
    null::text as queue_name,
    null::json as payload,
    null::smallint as priority,
    null::timestamptz as run_at,
    null::smallint as attempts,
    null::smallint as max_attempts,
    null::text as key,
    null::text as flags
from served
union all
select
    null, null, null, null, null,
    job.id, job.task_id, job.job_queue_id, null, job.payload, job.priority, job.run_at,
    job.attempts, job.max_attempts, job.key, job.flags::text
from free_lock as job
order by priority nulls first, run_at, id
