-- What sweep_stale_workers.sql would do, with the same parameters ($1 threshold in ms, $2 and $4 not used
-- but for their types, $3 unregistered ones too, $5 to $8 the workers observed to be silent) and the same
-- columns. Only reads; needs no lock.
with -- The stale workers, by the sweeper's observation ($5 to $8) or the server's clock.
judged as materialized (
    select seen.id, timestamptz 'epoch' + seen.heartbeat_us * interval '1 microsecond' as heartbeat,
           seen.silent_ms, seen.threshold_ms
    from unnest($5::text[], $6::bigint[], $7::bigint[], $8::bigint[])
        as seen (id, heartbeat_us, silent_ms, threshold_ms)
    where $5::text[] is not null
    union all
    select own.id, own.last_heartbeat_at, own.silent_ms, own.threshold_ms
    from (
        select workers.id, workers.last_heartbeat_at,
               (extract(epoch from now() - workers.last_heartbeat_at) * 1000)::bigint as silent_ms,
               greatest($1::bigint, case
                   when jsonb_typeof(workers.metadata -> 'sweep_threshold_ms') = 'number'
                       then least((workers.metadata ->> 'sweep_threshold_ms')::numeric, 1e12)::bigint
                   else 300000
               end) as threshold_ms
        from :"schema"._private_workers as workers
        where $5::text[] is null
          and workers.last_heartbeat_at < now() - $1::bigint * interval '1 millisecond'
    ) as own
    where own.silent_ms > own.threshold_ms
),
silent as materialized (
    select workers.id, workers.last_heartbeat_at as silent_since, true as registered,
           judged.silent_ms > 3 * judged.threshold_ms as is_long_silent
    from :"schema"._private_workers as workers
    join judged on judged.id = workers.id and judged.heartbeat = workers.last_heartbeat_at
    union all
    select locks.locked_by, max(locks.locked_at), false,
           max(locks.locked_at) < now() - 3 * $1::bigint * interval '1 millisecond'
    from (
        select jobs.locked_by, jobs.locked_at from :"schema"._private_jobs as jobs
        union all
        select queues.locked_by, queues.locked_at from :"schema"._private_job_queues as queues
    ) as locks
    where $3::boolean
      and $2::bigint is not null
      and ($4::json is null or $4::json is not null)
      and locks.locked_by is not null
      and not exists (
          select from :"schema"._private_workers as workers where workers.id = locks.locked_by)
    group by locks.locked_by
    having max(locks.locked_at) < now() - $1::bigint * interval '1 millisecond'
),
held as materialized (
    select jobs.id, jobs.job_queue_id, silent.id as worker_id,
           silent.is_long_silent
           or jobs.flags -> 'infrastructure_resilient' is distinct from 'true' as is_due
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
