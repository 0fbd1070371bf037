-- Creates jobs that were deleted, under the new ids $1 (bigint[]): $2 task, $3 queue, $4 payload
-- (text[]), $5 priority (integer[]), $6 run_at, $7 created_at in microseconds since 1970 (bigint[]),
-- $8 attempts, $9 max_attempts (integer[]), $10 last_error, $11 key, $12 flags (text[]), $13 revision
-- (integer[]). add_job would drop attempts and errors, and take keys away from jobs that have them;
-- here such a job is left out. Wakes the workers; returns the ids created.
with changed as materialized (
    insert into :"schema"._private_jobs
        (id, task_id, job_queue_id, payload, priority, run_at, created_at, attempts, max_attempts,
         last_error, key, flags, revision)
    overriding system value
    select wanted.id, tasks.id, queues.id, wanted.payload::json, wanted.priority,
        case
            when wanted.run_at_us = 9223372036854775807 then 'infinity'
            when wanted.run_at_us = -9223372036854775808 then '-infinity'
            else timestamptz 'epoch' + (wanted.run_at_us / 1000000) * interval '1 second'
                + (wanted.run_at_us % 1000000) * interval '1 microsecond'
        end,
        case
            when wanted.created_at_us = 9223372036854775807 then 'infinity'
            when wanted.created_at_us = -9223372036854775808 then '-infinity'
            else timestamptz 'epoch' + (wanted.created_at_us / 1000000) * interval '1 second'
                + (wanted.created_at_us % 1000000) * interval '1 microsecond'
        end,
        wanted.attempts, wanted.max_attempts, wanted.last_error, wanted.key, wanted.flags::jsonb,
        wanted.revision
    from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::bigint[],
                $7::bigint[], $8::integer[], $9::integer[], $10::text[], $11::text[], $12::text[],
                $13::integer[])
        as wanted (id, identifier, queue_name, payload, priority, run_at_us, created_at_us, attempts,
                   max_attempts, last_error, key, flags, revision)
    join :"schema"._private_tasks as tasks on tasks.identifier = wanted.identifier
    left join :"schema"._private_job_queues as queues on queues.queue_name = wanted.queue_name
    order by wanted.id
    on conflict (key) do nothing
    returning id, is_available
),
woken as materialized (
    select pg_notify(
        'jobs:insert', '{"r":' || random()::text || ',"count":' || count(*)::text || '}')
    from changed
    where changed.is_available
    having count(*) > 0
)
select changed.id
from changed
left join woken on true
