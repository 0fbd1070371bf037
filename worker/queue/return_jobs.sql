-- Gives jobs of worker $1 back as if they had not been fetched; returns their ids.
-- The lease is $2 (ids), $3 (attempts as fetched), $4 (whether it had a key); $5 milliseconds
-- before they may run again (0: at once). A keyed job that was replaced meanwhile stays retired:
-- unlocked, but without getting its attempt back. Other workers are woken.
with lease as (
    select t.id, t.attempts, t.had_key
    from unnest($2::bigint[], $3::int[], $4::boolean[]) as t (id, attempts, had_key)
),
returned as (
    update :"schema"._private_jobs as jobs
    set attempts = case
            when jobs.attempts = lease.attempts then greatest(0, jobs.attempts - 1)
            else jobs.attempts
        end,
        run_at = case
            when $5::bigint > 0
                then greatest(jobs.run_at, now() + $5::bigint * interval '1 millisecond')
            else jobs.run_at
        end,
        locked_by = null,
        locked_at = null
    from lease
    where jobs.id = lease.id
      and jobs.locked_by = $1::text
      and (jobs.attempts = lease.attempts
           or (lease.had_key and jobs.key is null and jobs.attempts = jobs.max_attempts))
    returning jobs.id, jobs.job_queue_id
),
freed as (
    update :"schema"._private_job_queues as queues
    set locked_by = null, locked_at = null
    where queues.id = any (array(
              select returned.job_queue_id from returned where returned.job_queue_id is not null))
      and queues.locked_by = $1::text
),
woken as materialized (
    select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text)
    from returned
    having count(*) > 0
)
select returned.id from returned left join woken on true
