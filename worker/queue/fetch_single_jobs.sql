-- As fetch_jobs.sql where no named queue is free and there are no rules, in as short a statement as possible:
-- a single job waits for it, and starting a long statement takes most of the time. Takes nothing if a queue
-- is free, because one of its jobs may come first; so if nothing is returned, fetch_jobs.sql has to be asked.
-- Rows are found by id, so that one changed after the statement began is found, too; by ctid it would be
-- missed. The columns and marks are those of fetch_jobs.sql, the jobs in any order.
update :"schema"._private_jobs as jobs
set attempts = jobs.attempts + 1, locked_by = $1::text, locked_at = now()
-- Replaced by "the worker is still registered" where there is a registry, see JobQueue.
where (select true)
  and jobs.id = any (array(
    -- One priority after the other, see fetch_jobs.sql.
    with recursive level (priority) as (
        (select head.priority
         from :"schema"._private_jobs as head
         where head.is_available
           and head.job_queue_id is null
         order by head.priority, head.run_at
         limit 1)
        union all
        select (select head.priority
                from :"schema"._private_jobs as head
                where head.is_available
                  and head.job_queue_id is null
                  and head.priority > level.priority
                order by head.priority, head.run_at
                limit 1)
        from level
        where level.priority is not null
    )
    select due.id
    from level
    cross join lateral (
        select head.id
        from :"schema"._private_jobs as head
        where head.is_available
          and head.job_queue_id is null
          and head.priority = level.priority
          and head.run_at <= now()
          and head.task_id = any (array(
              select tasks.id from :"schema"._private_tasks as tasks
              where tasks.identifier = any ($2::text[])))
        order by head.run_at
        limit $3::int
        for update skip locked
    ) as due
    where not exists (select from :"schema"._private_job_queues as queues where queues.is_available)
    limit $3::int))
returning
    null::bigint as candidates,
    null::bigint as search_us,
    null::text as tasks,
    null::bigint as named,
    null::smallint as free_priority,
    null::text as free_run_at,
    jobs.id,
    jobs.task_id,
    (select tasks.identifier from :"schema"._private_tasks as tasks where tasks.id = jobs.task_id) as task,
    jobs.job_queue_id,
    null::text as queue_name,
    case
        when pg_column_size(jobs.payload) <= 500 then jobs.payload
        when pg_column_size(jobs.payload) <= 65536
            and octet_length(jobs.payload::text) <= 65536 then jobs.payload
    end as payload,
    jobs.priority,
    jobs.run_at,
    jobs.attempts,
    jobs.max_attempts,
    jobs.key,
    jobs.flags::text,
    jobs.locked_at,
    case when jobs.last_error like 'The worker % fell silent while %' then 1 end as suspect
    /*columns*/,
    case when coalesce(pg_column_size(jobs.last_error), 0) <= 8192 then jobs.created_at end as created_at,
    jobs.updated_at, jobs.revision,
    case when coalesce(pg_column_size(jobs.last_error), 0) <= 8192 then jobs.last_error end as last_error
    /*end*/
