-- Returns jobs of worker $1 to the queue as if they had not been fetched; returns their ids. The lease is
-- $2 (ids), $3 (attempts as fetched), $4 (whether it had a key), $5 (the queue if the worker holds no
-- further job of it: it is freed then; else null), $6 (locked_at as fetched or renewed, in microseconds
-- since 1970); $7 milliseconds before they may run again (0: at once); $8 new payloads, JSON text (null:
-- the payload stays); $9 times to run at (null: as $7 says), $10 attempts to set (null: the one taken is
-- restored). A keyed job that was replaced meanwhile stays retired: unlocked, but its attempt is not
-- restored. Other workers are woken for those that may run at once. On the shape of the conditions see
-- fail_jobs.sql.
with lease as (
    select t.id, t.attempts, t.had_key, t.delay_ms, t.payload, t.run_at,
           t.new_attempts, timestamptz 'epoch' + t.locked_us * interval '1 microsecond' as locked_at
    from unnest($2::bigint[], $3::int[], $4::boolean[], $6::bigint[], $7::bigint[],
                $8::text[], $9::timestamptz[], $10::int[])
        as t (id, attempts, had_key, locked_us, delay_ms, payload, run_at, new_attempts)
),
-- Replaced by graphile_worker_rs's markers where the schema has them, see retirements.h.
marked as materialized (
    select null::bigint as id where false
),
returned as (
    update :"schema"._private_jobs as jobs
    set attempts = case
            when jobs.attempts <> lease.attempts or lease.had_key <> (jobs.key is not null)
                or jobs.id in (select marked.id from marked) then jobs.attempts
            when lease.new_attempts is not null
                then least(greatest(lease.new_attempts, 0), jobs.max_attempts)
            else greatest(jobs.attempts - 1, 0)
        end,
        run_at = case
            when lease.run_at is not null then lease.run_at
            when lease.delay_ms > 0
                then greatest(jobs.run_at, now() + lease.delay_ms * interval '1 millisecond')
            else jobs.run_at
        end,
        payload = coalesce(lease.payload::json, jobs.payload),
        locked_by = null,
        locked_at = null
    from lease
    where jobs.id = any (array(select wanted.id from lease as wanted))
      and jobs.id = lease.id
      and jobs.locked_at = lease.locked_at
      and case when jobs.locked_by = $1::text then true end
      and (jobs.attempts = lease.attempts
           or (lease.had_key and jobs.key is null and jobs.attempts = jobs.max_attempts))
    returning jobs.id, jobs.job_queue_id, jobs.run_at
),
freed as (
    update :"schema"._private_job_queues as queues
    set locked_by = null, locked_at = null
    where queues.id = any ($5::int[])
      and queues.locked_by = $1::text
      -- Also if the job has been deleted; but not a second time, if it was freed before and the answer was
      -- lost, because the lock then belongs to later jobs.
      and (queues.id in (select returned.job_queue_id from returned)
           or not exists (
               select from :"schema"._private_jobs as others
               where others.job_queue_id = queues.id
                 and others.locked_by = $1::text))
),
woken as materialized (
    select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text)
    from returned
    where returned.run_at <= now()
    having count(*) > 0
)
select returned.id from returned left join woken on true
