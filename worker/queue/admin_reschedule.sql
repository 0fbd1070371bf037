-- Changes the jobs $1 (bigint[]) that no worker runs; returns them. Null leaves a column unchanged:
-- $2 run_at in microseconds since 1970 (the largest bigint: never), or $6 true: now; $3 priority; $4
-- attempts; $5 max_attempts. Wakes the workers, which graphile-worker's function does not do: there,
-- jobs wait for the next poll.
with job as materialized (
    select changed.id, changed.job_queue_id, changed.task_id, changed.payload, changed.priority,
           changed.run_at, changed.attempts, changed.max_attempts, changed.last_error,
           changed.created_at, changed.updated_at, changed.key, changed.locked_at,
           changed.locked_by, changed.revision, changed.flags, changed.is_available
    from :"schema".reschedule_jobs(
        $1::bigint[],
        run_at => case
            when $6::boolean then now()
            when $2::bigint = 9223372036854775807 then 'infinity'
            else timestamptz 'epoch' + ($2::bigint / 1000000) * interval '1 second'
                + ($2::bigint % 1000000) * interval '1 microsecond'
        end,
        priority => $3::integer,
        attempts => $4::integer,
        max_attempts => $5::integer) as changed
),
woken as materialized (
    select pg_notify(
        'jobs:insert', '{"r":' || random()::text || ',"count":' || count(*)::text || '}')
    from job
    where job.is_available
    having count(*) > 0
)
select
    job.id,
    tasks.identifier as identifier,
    queues.queue_name as queue_name,
    job.payload,
    job.priority,
    case
        when job.run_at >= '294247-01-01' then 9223372036854775807
        when job.run_at = '-infinity' then (-9223372036854775808)
        else (extract(epoch from job.run_at) * 1000000)::bigint
    end as run_at_us,
    job.attempts,
    job.max_attempts,
    job.last_error,
    (extract(epoch from greatest(least(job.created_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint as created_at_us,
    (extract(epoch from greatest(least(job.updated_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint as updated_at_us,
    job.key,
    case when job.locked_at is not null then
        (extract(epoch from greatest(least(job.locked_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint
    end as locked_at_us,
    job.locked_by,
    job.revision,
    job.flags
from job
left join woken on true
left join :"schema"._private_tasks as tasks on tasks.id = job.task_id
left join :"schema"._private_job_queues as queues on queues.id = job.job_queue_id
order by job.id
