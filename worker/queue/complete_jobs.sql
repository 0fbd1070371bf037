-- Deletes the finished jobs of worker $1 and frees their queues; returns the ids deleted first.
-- The lease is $2 (ids), $3 (attempts as fetched), $4 (whether it had a key), $5 (the queue if the worker
-- holds no further job of it: it is freed then; else null), $6 (locked_at as fetched or renewed, in
-- microseconds since 1970). A keyed job that was
-- replaced or removed while it ran has lost its key and all attempts: it is completed all the same. $7:
-- the commit does not wait for the disk.
with lease as (
    select t.id, t.attempts, t.had_key,
           timestamptz 'epoch' + t.locked_us * interval '1 microsecond' as locked_at
    from unnest($2::bigint[], $3::int[], $4::boolean[], $6::bigint[])
        as t (id, attempts, had_key, locked_us)
),
-- By id and hashed lookups, not by a join with `lease`: where the statistics say that no job is locked,
-- the planner joined all jobs of this worker with all of the batch, a loop in a loop.
done as (
    delete from :"schema"._private_jobs as jobs
    where jobs.id = any (array(select lease.id from lease))
      and jobs.locked_by = $1::text
      and ((jobs.id, jobs.locked_at, jobs.attempts::int)
               in (select lease.id, lease.locked_at, lease.attempts from lease)
           or (jobs.key is null and jobs.attempts = jobs.max_attempts
               and (jobs.id, jobs.locked_at)
                   in (select lease.id, lease.locked_at from lease where lease.had_key)))
    returning jobs.id, jobs.job_queue_id
),
freed as (
    update :"schema"._private_job_queues as queues
    set locked_by = null, locked_at = null
    where queues.id = any ($5::int[])
      and queues.locked_by = $1::text
      -- Also if somebody has deleted the job; but not once more, if it was freed before and the answer got
      -- lost, because the lock is that of later jobs then.
      and (queues.id in (select done.job_queue_id from done)
           or not exists (
               select from :"schema"._private_jobs as others
               where others.job_queue_id = queues.id
                 and others.locked_by = $1::text))
),
relaxed as (
    select set_config('synchronous_commit', 'off', true) where $7::boolean
)
select done.id, (select count(*) from relaxed) from done
