-- Returns to the queue what stale workers hold; one row for each of them: id, whether it was registered,
-- the last heartbeat (ms since 1970), the ids of the jobs returned, how many it keeps, how many queues were
-- freed, whether it was removed from the registry. $1 threshold in ms, where the server's clock decides: a
-- worker is stale after the longer of this and its own, which is five minutes where it has published none;
-- $2 ms before the jobs may run again (0: at once, in their old place); $3 true: owners of locks that never
-- registered are treated as silent since their latest lock; $4 null, or what was decided about each job:
-- [{worker_id, id, attempts, key, answer, run_at, new_attempts}], answer one of default, reschedule (to
-- run_at, null: now; new_attempts, null: the attempt is restored), fail (the attempt counts), skip; $5 to
-- $8 the workers observed to be silent, arrays of ids, heartbeats (microseconds since 1970), ms for which
-- these did not change, and thresholds in ms (null: the server's clock decides): only rows whose heartbeat
-- is still that one are touched. A job without a decision is left unchanged, as after skip; so is one that
-- has changed since the decision.
--
-- A job with the flag infrastructure_resilient is left to its worker for three thresholds. Rows locked by
-- other transactions (a worker that comes back, or writes a result) are skipped; the next sweep sees them,
-- because a worker stays registered for as long as it holds anything.
--
-- A job that the worker had listed as suspect, because an earlier sweep had returned it from another
-- worker, presumably crashes its workers: its attempt counts, and it waits before the next.
--
-- To be run under the sweepers' lock, see sweep_lock.sql; sweep_preview.sql only reports.
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
dead as materialized (
    select workers.id, workers.last_heartbeat_at as silent_since, judged.silent_ms,
           judged.threshold_ms, workers.metadata -> 'suspects' as suspects
    from :"schema"._private_workers as workers
    join judged on judged.id = workers.id and judged.heartbeat = workers.last_heartbeat_at
    for update of workers skip locked
),
unregistered as materialized (
    select locks.locked_by as id, max(locks.locked_at) as silent_since
    from (
        select jobs.locked_by, jobs.locked_at from :"schema"._private_jobs as jobs
        union all
        select queues.locked_by, queues.locked_at from :"schema"._private_job_queues as queues
    ) as locks
    where $3::boolean
      and locks.locked_by is not null
      and not exists (
          select from :"schema"._private_workers as workers where workers.id = locks.locked_by)
    group by locks.locked_by
    having max(locks.locked_at) < now() - $1::bigint * interval '1 millisecond'
),
silent as materialized (
    select dead.id, dead.silent_since, true as registered, dead.suspects,
           dead.silent_ms > 3 * dead.threshold_ms as is_long_silent
    from dead
    union all
    select unregistered.id, unregistered.silent_since, false, null,
           unregistered.silent_since < now() - 3 * $1::bigint * interval '1 millisecond'
    from unregistered
),
decided as materialized (
    select d.worker_id, d.id, d.attempts, d.key, d.answer, d.run_at, d.new_attempts
    from json_to_recordset(coalesce($4::json, '[]')) as d (
        worker_id text, id bigint, attempts int, key text, answer text, run_at timestamptz,
        new_attempts int)
),
held as materialized (
    select jobs.id, jobs.job_queue_id, silent.id as worker_id,
           decided.answer, decided.run_at, decided.new_attempts,
           coalesce(silent.suspects @> to_jsonb(jobs.id), false) as is_listed,
           (silent.is_long_silent
            or jobs.flags -> 'infrastructure_resilient' is distinct from 'true')
           and ($4::json is null or coalesce(decided.answer, 'skip') <> 'skip') as is_due
    from silent
    join :"schema"._private_jobs as jobs on jobs.locked_by = silent.id
    left join decided
        on decided.worker_id = silent.id
        and decided.id = jobs.id
        and decided.attempts = jobs.attempts
        and decided.key is not distinct from jobs.key
),
-- Replaced by graphile_worker_rs's markers where the schema has them, see retirements.h.
marked as materialized (
    select null::bigint as id where false
),
locked as materialized (
    select jobs.id
    from :"schema"._private_jobs as jobs
    where jobs.id = any (array(select held.id from held where held.is_due))
      and jobs.locked_by = any (array(select silent.id from silent))
    for update skip locked
),
-- A job that lost its key while it ran was replaced or removed, and must not run again: it has neither key
-- nor attempts left, and an updated_at later than its lock, which nothing else produces.
recovered as (
    update :"schema"._private_jobs as jobs
    set attempts = case
            when jobs.id in (select marked.id from marked)
                or (jobs.key is null and jobs.attempts = jobs.max_attempts
                    and jobs.updated_at > jobs.locked_at) then jobs.attempts
            when held.answer = 'fail' then jobs.attempts
            when held.answer = 'reschedule' and held.new_attempts is not null
                then least(greatest(held.new_attempts, 0), jobs.max_attempts)
            when held.is_listed and held.answer is distinct from 'reschedule' then jobs.attempts
            else greatest(jobs.attempts - 1, 0)
        end,
        run_at = case
            when held.answer = 'reschedule' then coalesce(held.run_at, now())
            when held.answer = 'fail' or held.is_listed
                then greatest(now(), jobs.run_at)
                     + exp(least(jobs.attempts, 10)) * interval '1 second'
            when $2::bigint > 0
                then greatest(jobs.run_at, now() + $2::bigint * interval '1 millisecond')
            else jobs.run_at
        end,
        last_error = format(
            'The worker %s fell silent while it ran this job, which was taken back from it',
            held.worker_id),
        locked_at = null,
        locked_by = null
    from held
    where jobs.id = held.id
      and held.id in (select locked.id from locked)
    returning jobs.id, jobs.job_queue_id, held.worker_id
),
free_queue as materialized (
    select queues.id, queues.locked_by as worker_id
    from :"schema"._private_job_queues as queues
    where queues.locked_by = any (array(select silent.id from silent))
      and not exists (
          select from held
          where held.job_queue_id = queues.id
            and held.worker_id = queues.locked_by
            and held.id not in (select recovered.id from recovered))
    for update skip locked
),
freed as (
    update :"schema"._private_job_queues as queues
    set locked_at = null, locked_by = null
    where queues.id = any (array(select free_queue.id from free_queue))
),
removed as (
    delete from :"schema"._private_workers as workers
    using dead
    where workers.id = dead.id
      and not exists (
          select from held
          where held.worker_id = dead.id
            and held.id not in (select recovered.id from recovered))
      and not exists (
          select from :"schema"._private_job_queues as queues
          where queues.locked_by = dead.id
            and queues.id not in (select free_queue.id from free_queue))
    returning workers.id
),
-- It may be alive, and its next heartbeat must find this mark.
noted as (
    update :"schema"._private_workers as workers
    set metadata = coalesce(workers.metadata, '{}') || '{"swept": true}'
    where workers.id in (select recovered.worker_id from recovered
                         union select free_queue.worker_id from free_queue)
      and workers.id in (select dead.id from dead)
      and (exists (
              select from held
              where held.worker_id = workers.id
                and held.id not in (select recovered.id from recovered))
           or exists (
              select from :"schema"._private_job_queues as queues
              where queues.locked_by = workers.id
                and queues.id not in (select free_queue.id from free_queue)))
),
runnable as (
    select (select count(*) from recovered) + (select count(*) from free_queue) as count
),
woken as materialized (
    select pg_notify(
        'jobs:insert', '{"r":' || random()::text || ',"count":' || runnable.count::text || '}')
    from runnable
    where runnable.count > 0
)
select
    silent.id,
    silent.registered,
    (extract(epoch from silent.silent_since) * 1000)::bigint as silent_since_ms,
    array(
        select recovered.id from recovered
        where recovered.worker_id = silent.id order by recovered.id) as jobs,
    (select count(*) from held
        where held.worker_id = silent.id
          and held.id not in (select recovered.id from recovered)) as jobs_kept,
    (select count(*) from free_queue where free_queue.worker_id = silent.id) as queues_freed,
    silent.id in (select removed.id from removed) as removed
from silent
left join woken on true
order by silent.id
