-- What sweep_stale_workers.sql would do, with the same parameters ($1 threshold in ms, $2 not used
-- but for its type, $3 unregistered ones too) and the same columns. Only reads; needs no lock.
with silent as materialized (
    select workers.id, workers.last_heartbeat_at as silent_since, true as registered
    from :"schema"._private_workers as workers
    where workers.last_heartbeat_at < now() - $1::bigint * interval '1 millisecond'
    union all
    select locks.locked_by, max(locks.locked_at), false
    from (
        select jobs.locked_by, jobs.locked_at from :"schema"._private_jobs as jobs
        union all
        select queues.locked_by, queues.locked_at from :"schema"._private_job_queues as queues
    ) as locks
    where $3::boolean
      and $2::bigint is not null
      and locks.locked_by is not null
      and not exists (
          select from :"schema"._private_workers as workers where workers.id = locks.locked_by)
    group by locks.locked_by
    having max(locks.locked_at) < now() - $1::bigint * interval '1 millisecond'
),
held as materialized (
    select jobs.id, jobs.job_queue_id, silent.id as worker_id,
           silent.silent_since < now() - $1::bigint * interval '1 millisecond' * case
               when jobs.flags -> 'infrastructure_resilient' = 'true' then 3
               else 1
           end as is_due
    from silent
    join :"schema"._private_jobs as jobs on jobs.locked_by = silent.id
),
free_queue as materialized (
    select queues.id, queues.locked_by as worker_id
    from :"schema"._private_job_queues as queues
    where queues.locked_by = any (array(select silent.id from silent))
      and not exists (
          select from held
          where held.job_queue_id = queues.id
            and held.worker_id = queues.locked_by
            and not held.is_due)
)
select
    silent.id,
    silent.registered,
    (extract(epoch from silent.silent_since) * 1000)::bigint as silent_since_ms,
    array(
        select held.id from held
        where held.worker_id = silent.id and held.is_due order by held.id) as jobs,
    (select count(*) from held
        where held.worker_id = silent.id and not held.is_due) as jobs_kept,
    (select count(*) from free_queue where free_queue.worker_id = silent.id) as queues_freed,
    silent.registered and not exists (
        select from held where held.worker_id = silent.id and not held.is_due) as removed
from silent
order by silent.id
