-- What fetch_free_jobs.sql does, as short as it can be said, for a worker that waits for work and knows the ids
-- $2 (int[]) of its tasks. Where nothing comes back it has to be asked again that way: a named queue may be
-- free, a task may have got another id, or there is nothing. The columns are those of fetch_jobs.sql.
update :"schema"._private_jobs as jobs
set attempts = jobs.attempts + 1, locked_by = $1::text, locked_at = now()
where jobs.id = any (array(
    select head.id
    from :"schema"._private_jobs as head
    where not exists (select from :"schema"._private_job_queues as queues where queues.is_available)
      and head.is_available
      and head.job_queue_id is null
      and head.run_at <= now()
      and head.task_id = any ($2::int[])
    order by head.priority, head.run_at
    limit $3::int
    for update skip locked))
returning
    null::bigint as candidates,
    null::bigint as search_us,
    null::text as tasks,
    null::smallint as named_priority,
    null::text as named_run_at,
    jobs.id,
    jobs.task_id,
    null::text as task,
    jobs.job_queue_id,
    null::text as queue_name,
    jobs.payload,
    jobs.priority,
    jobs.run_at,
    jobs.attempts,
    jobs.max_attempts,
    jobs.key,
    jobs.flags::text
