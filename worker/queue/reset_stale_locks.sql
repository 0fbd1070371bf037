-- Unlocks jobs and queues whose lock is older than four hours, as every graphile-worker does;
-- attempts stay. Returns how many jobs.
with jobs_reset as (
    update :"schema"._private_jobs as jobs
    set locked_at = null, locked_by = null, run_at = greatest(jobs.run_at, now())
    where jobs.locked_at < now() - interval '4 hours'
    returning jobs.id
),
queues_reset as (
    update :"schema"._private_job_queues as queues
    set locked_at = null, locked_by = null
    where queues.locked_at < now() - interval '4 hours'
)
select count(*) from jobs_reset
