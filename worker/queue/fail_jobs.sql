-- Writes the failures of worker $1 and frees the queues; returns id, final, retry_at_ms first.
-- The lease is $2 (ids), $3 (attempts as fetched), $4 (whether it had a key), $5 (the queue if the worker
-- holds no further job of it: it is freed then; else null), $6 (locked_at as fetched or renewed, in
-- microseconds since 1970); $7 the error texts;
-- $8 milliseconds until the next attempt (null: the standard backoff, exp(least(attempts, 10)) s
-- after the later of now and run_at); $9 true to fail permanently now; $10 new payloads, JSON text (null:
-- the payload stays); $11: the commit does not wait for the disk.
--
-- Looked up by id first. The condition on locked_by is wrapped because statistics taken while no job was
-- locked promise that nothing will be left, and the join with `lease` then becomes a loop in a loop;
-- of a `case` the planner expects every other row to pass.
with lease as (
    select t.id, t.attempts, t.had_key, t.error, t.delay_ms, t.final,
           t.payload, timestamptz 'epoch' + t.locked_us * interval '1 microsecond' as locked_at
    from unnest($2::bigint[], $3::int[], $4::boolean[], $6::bigint[],
                $7::text[], $8::bigint[], $9::boolean[], $10::text[])
        as t (id, attempts, had_key, locked_us, error, delay_ms, final, payload)
),
failed as (
    update :"schema"._private_jobs as jobs
    set last_error = lease.error,
        payload = coalesce(lease.payload::json, jobs.payload),
        -- Of a job without an attempt left it only tells when that was, as after a failure by the standard
        -- backoff: nothing else is left of the time.
        run_at = case
            when lease.final
            then greatest(now(), jobs.run_at) + exp(least(jobs.max_attempts, 10)) * interval '1 second'
            when lease.delay_ms is not null and jobs.attempts < jobs.max_attempts
            then now() + lease.delay_ms * interval '1 millisecond'
            else greatest(now(), jobs.run_at) + exp(least(jobs.attempts, 10)) * interval '1 second'
        end,
        attempts = case when lease.final then jobs.max_attempts else jobs.attempts end,
        locked_by = null,
        locked_at = null
    from lease
    where jobs.id = any (array(select wanted.id from lease as wanted))
      and jobs.id = lease.id
      and jobs.locked_at = lease.locked_at
      and case when jobs.locked_by = $1::text then true end
      and (jobs.attempts = lease.attempts
           or (lease.had_key and jobs.key is null and jobs.attempts = jobs.max_attempts))
    returning jobs.id, jobs.job_queue_id, jobs.attempts >= jobs.max_attempts as final,
              (extract(epoch from jobs.run_at) * 1000)::bigint as retry_at_ms
),
freed as (
    update :"schema"._private_job_queues as queues
    set locked_by = null, locked_at = null
    where queues.id = any ($5::int[])
      and queues.locked_by = $1::text
      -- Also if the job has been deleted; but not a second time, if it was freed before and the answer was
      -- lost, because the lock then belongs to later jobs.
      and (queues.id in (select failed.job_queue_id from failed)
           or not exists (
               select from :"schema"._private_jobs as others
               where others.job_queue_id = queues.id
                 and others.locked_by = $1::text))
),
relaxed as (
    select set_config('synchronous_commit', 'off', true) where $11::boolean
)
select failed.id, failed.final, failed.retry_at_ms, (select count(*) from relaxed) from failed
