-- Renews the locks of worker $1 on the jobs $2 (bigint[]), locked at $3 (bigint[], microseconds since 1970),
-- and on their queues: every graphile-worker treats locks older than four hours as abandoned. Their time
-- becomes $4 (microseconds since 1970), which is the server's time now. Returns the ids of the jobs whose
-- lock is still that of the lease, and their locked_at before and now. A job that was replaced or removed
-- while it ran keeps its time, by which it is recognised: it has neither key nor attempts left, and an
-- updated_at later than its lock. Rows locked by other transactions are skipped.
with lease as materialized (
    select t.id, timestamptz 'epoch' + t.locked_us * interval '1 microsecond' as locked_at
    from unnest($2::bigint[], $3::bigint[]) as t (id, locked_us)
),
held as materialized (
    select jobs.id, jobs.job_queue_id, jobs.locked_at
    from :"schema"._private_jobs as jobs
    where jobs.id = any ($2::bigint[])
      and jobs.locked_by = $1::text
      and case when (jobs.id, jobs.locked_at) in (select lease.id, lease.locked_at from lease)
          then true end
),
job_lock as materialized (
    select jobs.id
    from :"schema"._private_jobs as jobs
    where jobs.id = any (array(select held.id from held))
      and jobs.locked_by = $1::text
      and case when (jobs.id, jobs.locked_at) in (select held.id, held.locked_at from held)
          then true end
      and jobs.locked_at < timestamptz 'epoch' + $4::bigint * interval '1 microsecond'
      and not (jobs.key is null and jobs.attempts = jobs.max_attempts
               and jobs.updated_at > jobs.locked_at)
    for update skip locked
),
jobs_refreshed as (
    update :"schema"._private_jobs as jobs
    set locked_at = timestamptz 'epoch' + $4::bigint * interval '1 microsecond'
    where jobs.id = any (array(select job_lock.id from job_lock))
    returning jobs.id
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
select held.id,
       (extract(epoch from held.locked_at) * 1000000)::bigint as before_us,
       case when held.id in (select jobs_refreshed.id from jobs_refreshed) then $4::bigint
            else (extract(epoch from held.locked_at) * 1000000)::bigint
       end as locked_us
from held
