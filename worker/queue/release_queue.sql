-- Frees the queue named $1 if its lock is still the one that was shown, of the owner $2 (null: no
-- name) since $3 (microseconds since 1970), and only if that owner has no job of it locked: freeing
-- would let the next one run at the same time. Wakes the workers. Returns whether it was freed, and
-- how the queue is now: whether there is one, owner and time of its lock before, the locked jobs of
-- that owner.
with seen as materialized (
    select queues.id, queues.locked_by,
           (extract(epoch from queues.locked_at) * 1000000)::bigint as locked_at_us,
           (select count(*) from :"schema"._private_jobs as jobs
            where jobs.job_queue_id = queues.id
              and jobs.locked_at is not null
              and jobs.locked_by is not distinct from queues.locked_by) as jobs
    from :"schema"._private_job_queues as queues
    where queues.queue_name = $1::text
),
freed as (
    update :"schema"._private_job_queues as queues
    set locked_by = null, locked_at = null
    from seen
    where queues.id = seen.id
      and seen.jobs = 0
      and queues.locked_at is not null
      and queues.locked_by is not distinct from $2::text
      and (extract(epoch from queues.locked_at) * 1000000)::bigint = $3::bigint
    returning queues.id
),
woken as materialized (
    select pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":1}') from freed
)
select exists (select from freed) as is_freed,
       exists (select from seen) as is_there,
       (select seen.locked_by from seen) as locked_by,
       (select seen.locked_at_us from seen) as locked_at_us,
       (select seen.jobs from seen) as jobs,
       (select count(*) from woken) as woken
