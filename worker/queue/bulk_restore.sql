-- Resets the jobs $1 (bigint[]) that no worker runs to $2 run_at in microseconds since 1970
-- (bigint[]), $3 priority, $4 attempts, $5 max_attempts (integer[]); with $7 also to $6 last_error
-- (text[]), with $9 to $8 payload (text[]). Wakes the workers; returns the ids changed.
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
        updated_at = now()
    from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::integer[], $5::integer[],
                $6::text[], $8::text[])
        as wanted (id, run_at_us, priority, attempts, max_attempts, last_error, payload)
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
