-- Deletes the finished jobs of worker $1 and frees their queues; returns the ids deleted.
-- The lease is $2 (ids), $3 (attempts as fetched), $4 (whether it had a key). A keyed job that was
-- replaced or removed while it ran has lost its key and all attempts: it is finished all the same.
with lease as (
    select t.id, t.attempts, t.had_key
    from unnest($2::bigint[], $3::int[], $4::boolean[]) as t (id, attempts, had_key)
),
done as (
    delete from :"schema"._private_jobs as jobs
    using lease
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
              select done.job_queue_id from done where done.job_queue_id is not null))
      and queues.locked_by = $1::text
)
select done.id from done
