-- Unlocks everything that the workers $1 (text[]) hold and wakes the others, which graphile-worker's
-- function does not do. Returns the number of jobs and of queues.
with held as materialized (
    select
        (select count(*) from :"schema"._private_jobs as jobs
            where jobs.locked_by = any ($1::text[])) as jobs,
        (select count(*) from :"schema"._private_job_queues as queues
            where queues.locked_by = any ($1::text[])) as queues
),
unlocked as materialized (
    select held.jobs, held.queues, :"schema".force_unlock_workers($1::text[]) as done from held
),
woken as materialized (
    select pg_notify(
        'jobs:insert',
        '{"r":' || random()::text || ',"count":' || (unlocked.jobs + unlocked.queues)::text || '}')
    from unlocked
    where unlocked.jobs + unlocked.queues > 0
)
select unlocked.jobs, unlocked.queues
from unlocked
left join woken on true
