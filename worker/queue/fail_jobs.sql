-- Writes the failures of worker $1 and frees the queues; returns id, final, retry_at_ms.
-- The lease is $2 (ids), $3 (attempts as fetched), $4 (whether it had a key), $5 (whether
-- the worker holds no further job of the same queue, which is freed then); $6 the error texts;
-- $7 milliseconds until the next attempt (null: the standard backoff, exp(least(attempts, 10)) s
-- after the later of now and run_at); $8 true to fail for good now; $9 new payloads, JSON text (null:
-- the payload stays).
with lease as (
    select t.id, t.attempts, t.had_key, t.frees_queue, t.error, t.delay_ms, t.final,
           t.payload
    from unnest($2::bigint[], $3::int[], $4::boolean[], $5::boolean[],
                $6::text[], $7::bigint[], $8::boolean[], $9::text[])
        as t (id, attempts, had_key, frees_queue, error, delay_ms, final, payload)
),
failed as (
    update :"schema"._private_jobs as jobs
    set last_error = lease.error,
        payload = coalesce(lease.payload::json, jobs.payload),
        run_at = case
            when lease.delay_ms is not null then now() + lease.delay_ms * interval '1 millisecond'
            else greatest(now(), jobs.run_at)
                 + exp(least(jobs.attempts, 10)) * interval '1 second'
        end,
        attempts = case when lease.final then jobs.max_attempts else jobs.attempts end,
        locked_by = null,
        locked_at = null
    from lease
    where jobs.id = lease.id
      and jobs.locked_by = $1::text
      and (jobs.attempts = lease.attempts
           or (lease.had_key and jobs.key is null and jobs.attempts = jobs.max_attempts))
    returning jobs.id, jobs.job_queue_id, lease.frees_queue, jobs.attempts >= jobs.max_attempts as final,
              (extract(epoch from jobs.run_at) * 1000)::bigint as retry_at_ms
),
freed as (
    update :"schema"._private_job_queues as queues
    set locked_by = null, locked_at = null
    where queues.id = any (array(
              select failed.job_queue_id from failed where failed.frees_queue))
      and queues.locked_by = $1::text
)
select failed.id, failed.final, failed.retry_at_ms from failed
