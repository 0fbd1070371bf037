-- Unlocks the jobs $1 (bigint[]) as far as they are still locked by $2 (text[]), and their queues
-- where the same worker holds them for no other job. The schema's function would unlock everything a
-- worker holds. Wakes the workers; returns the ids changed.
with changed as materialized (
    update :"schema"._private_jobs as jobs
    set locked_at = null,
        locked_by = null
    from unnest($1::bigint[], $2::text[]) as wanted (id, locked_by)
    where jobs.id = wanted.id
      and jobs.locked_at is not null
      and jobs.locked_by is not distinct from wanted.locked_by
    returning jobs.id, jobs.job_queue_id, wanted.locked_by, jobs.is_available
),
freed as (
    update :"schema"._private_job_queues as queues
    set locked_at = null,
        locked_by = null
    from (select distinct changed.job_queue_id, changed.locked_by from changed) as held
    where queues.id = held.job_queue_id
      and queues.locked_by = held.locked_by
      and not exists (
          select from :"schema"._private_jobs as other
          where other.job_queue_id = queues.id
            and other.locked_by = held.locked_by
            and not other.id = any ($1::bigint[]))
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
