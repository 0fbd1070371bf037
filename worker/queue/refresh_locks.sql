-- Makes the locks of worker $1 on the jobs $2 (bigint[]) and on their queues as young as now: every
-- graphile-worker takes locks of more than four hours for those of the dead. Returns the ids of the
-- jobs whose lock is still its own.
-- A job that was replaced or removed while it ran keeps its time, which is how one tells: it has
-- neither key nor attempts left, and an updated_at later than its lock. What is being written this
-- moment is passed over.
with held as materialized (
    select jobs.id, jobs.job_queue_id
    from :"schema"._private_jobs as jobs
    where jobs.id = any ($2::bigint[])
      and jobs.locked_by = $1::text
),
job_lock as materialized (
    select jobs.id
    from :"schema"._private_jobs as jobs
    where jobs.id = any (array(select held.id from held))
      and jobs.locked_by = $1::text
      and not (jobs.key is null and jobs.attempts = jobs.max_attempts
               and jobs.updated_at > jobs.locked_at)
    for update skip locked
),
jobs_refreshed as (
    update :"schema"._private_jobs as jobs
    set locked_at = greatest(jobs.locked_at, now())
    where jobs.id = any (array(select job_lock.id from job_lock))
),
queue_lock as materialized (
    select queues.id
    from :"schema"._private_job_queues as queues
    where queues.id = any (array(
              select held.job_queue_id from held where held.job_queue_id is not null))
      and queues.locked_by = $1::text
    for update skip locked
),
queues_refreshed as (
    update :"schema"._private_job_queues as queues
    set locked_at = greatest(queues.locked_at, now())
    where queues.id = any (array(select queue_lock.id from queue_lock))
)
select held.id from held
