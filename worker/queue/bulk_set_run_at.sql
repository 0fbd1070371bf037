-- Moves the jobs $1 (bigint[]) that no worker runs, each to a time of its own: $2 (bigint[]),
-- microseconds since 1970; the schema's function takes only one time for all. Wakes the workers;
-- returns the ids changed.
with changed as materialized (
    update :"schema"._private_jobs as jobs
    set run_at = case
            when wanted.run_at_us = 9223372036854775807 then 'infinity'
            when wanted.run_at_us = -9223372036854775808 then '-infinity'
            else timestamptz 'epoch' + (wanted.run_at_us / 1000000) * interval '1 second'
                + (wanted.run_at_us % 1000000) * interval '1 microsecond'
        end,
        updated_at = now()
    from unnest($1::bigint[], $2::bigint[]) as wanted (id, run_at_us)
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
