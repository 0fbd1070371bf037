-- Changes the jobs $1 (bigint[]) that no worker runs and wakes the workers; returns their ids. Null
-- leaves a column unchanged: $2 run_at in microseconds since 1970 (the largest bigint: never), or
-- $6 true: now; $3 priority; $4 attempts; $5 max_attempts. As admin_reschedule.sql, without sending
-- the payloads.
with changed as materialized (
    select job.id, job.is_available
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
        max_attempts => $5::integer) as job
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
