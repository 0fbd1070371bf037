-- Resets the jobs $1 (bigint[]) that no worker runs to $2 run_at in microseconds since 1970
-- (bigint[]), $3 priority, $4 attempts, $5 max_attempts (integer[]); with $7 also to $6 last_error
-- (text[]), with $9 to $8 payload (text[]), with $13 to $10 queue, which is there, $11 flags and $12
-- key (text[]). Wakes the workers; returns the ids changed.
with changed as materialized (
    update :"schema"._private_jobs as jobs
    set run_at = case
            when wanted.run_at_us = 9223372036854775807 then 'infinity'
            when wanted.run_at_us = -9223372036854775808 then '-infinity'
            else timestamptz 'epoch' + (wanted.run_at_us / 1000000) * interval '1 second'
                + (wanted.run_at_us % 1000000) * interval '1 microsecond'
        end,
        priority = wanted.priority,
        attempts = wanted.attempts,
        max_attempts = wanted.max_attempts,
        last_error = case when $7::boolean then wanted.last_error else jobs.last_error end,
        payload = case when $9::boolean then wanted.payload::json else jobs.payload end,
        job_queue_id = case
            when $13::boolean then (
                select queues.id
                from :"schema"._private_job_queues as queues
                where queues.queue_name = wanted.queue_name)
            else jobs.job_queue_id
        end,
        flags = case when $13::boolean then wanted.flags::jsonb else jobs.flags end,
        key = case when $13::boolean then wanted.key else jobs.key end,
        updated_at = now()
    from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::integer[], $5::integer[],
                $6::text[], $8::text[], $10::text[], $11::text[], $12::text[])
        as wanted (id, run_at_us, priority, attempts, max_attempts, last_error, payload, queue_name,
                   flags, key)
    where jobs.id = wanted.id
      and (jobs.locked_at is null or jobs.locked_at < now() - interval '4 hours')
    returning jobs.id, jobs.is_available
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
