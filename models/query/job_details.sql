-- Everything about job $1 and about what it waits for: no row if it is gone. First the columns of a
-- JobRecord, then state, the server's time, the queue and its lock, the jobs that hold it.
-- JobStatements' marks: /*state*/, /*now*/. Times in microseconds since 1970. Jobs ahead of it are
-- counted up to 1000, in up to 1000 priorities one by one: so the index finds nothing but due jobs,
-- however many are put off.
select
    jobs.id,
    tasks.identifier,
    queues.queue_name,
    jobs.payload::text as payload,
    jobs.priority,
    case
        when jobs.run_at >= '294247-01-01' then 9223372036854775807
        when jobs.run_at = '-infinity' then (-9223372036854775808)
        else (extract(epoch from jobs.run_at) * 1000000)::bigint
    end as run_at_us,
    jobs.attempts,
    jobs.max_attempts,
    jobs.last_error,
    (extract(epoch from greatest(least(jobs.created_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint as created_at_us,
    (extract(epoch from greatest(least(jobs.updated_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint as updated_at_us,
    jobs.key,
    case when jobs.locked_at is not null then
        (extract(epoch from greatest(least(jobs.locked_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint
    end as locked_at_us,
    jobs.locked_by,
    jobs.revision,
    jobs.flags,
    0 /*state*/ as state,
    (extract(epoch from now()) * 1000000)::bigint as now_us,
    jobs.job_queue_id is not null as has_queue,
    queues.id is null as is_queue_missing,
    case when queues.locked_at is not null then
        (extract(epoch from greatest(least(queues.locked_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint
    end as queue_locked_at_us,
    queues.locked_by as queue_locked_by,
    to_regclass(format('%I._private_workers', :'schema'::text)) is not null as has_registry,
    (select count(*)
     from (with recursive lane (priority) as (
               select min(others.priority) from :"schema"._private_jobs as others
               where others.is_available
               union all
               select (select min(others.priority) from :"schema"._private_jobs as others
                       where others.is_available and others.priority > lane.priority)
               from lane
               where lane.priority < jobs.priority
           )
           select
           from (select lane.priority from lane limit 1000) as lane
           cross join lateral (
               select from :"schema"._private_jobs as others
               where others.is_available
                 and others.priority = lane.priority
                 and others.run_at <= now()
                 and others.run_at < case when lane.priority < jobs.priority
                                         then 'infinity'
                                         else jobs.run_at end
               limit 1000
           ) as due
           where lane.priority <= jobs.priority and jobs.is_available and jobs.run_at <= now()
           limit 1000) as ahead) as ahead
from :"schema"._private_jobs as jobs
left join :"schema"._private_tasks as tasks on tasks.id = jobs.task_id
left join :"schema"._private_job_queues as queues on queues.id = jobs.job_queue_id
where jobs.id = $1::bigint
