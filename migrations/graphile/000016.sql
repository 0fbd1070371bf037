-- breaking
-- The tables become private, so that their layout can change; what is public is the functions.
alter table :"schema".jobs rename to _private_jobs;
alter table :"schema".job_queues rename to _private_job_queues;
alter table :"schema".tasks rename to _private_tasks;
alter table :"schema".known_crontabs rename to _private_known_crontabs;

-- The three below act on what no worker runs: unlocked, or locked so long ago (4 h) that the worker
-- must be dead. They leave such an old lock where it is; whoever resets locks clears it. Results
-- are whole rows (job.*): their type is the table's.

-- Deletes jobs. Returns those deleted.
create or replace function :"schema".complete_jobs(job_ids bigint[])
returns setof :"schema"._private_jobs
language sql volatile
as $yardmaster$
    delete from :"schema"._private_jobs job
    where job.id = any (job_ids)
        and (job.locked_at is null or job.locked_at < now() - interval '4 hours')
    returning job.*;
$yardmaster$;

-- Spends all attempts of jobs. Returns those changed.
create or replace function :"schema".permanently_fail_jobs(job_ids bigint[], error_message text default null)
returns setof :"schema"._private_jobs
language sql volatile
as $yardmaster$
    update :"schema"._private_jobs job
    set attempts = job.max_attempts,
        last_error = coalesce(error_message, 'Manually marked as failed'),
        updated_at = now()
    where job.id = any (job_ids)
        and (job.locked_at is null or job.locked_at < now() - interval '4 hours')
    returning job.*;
$yardmaster$;

-- Overwrites what is given, keeps what is null. Returns the jobs changed.
create or replace function :"schema".reschedule_jobs(
    job_ids bigint[],
    run_at timestamptz default null,
    priority integer default null,
    attempts integer default null,
    max_attempts integer default null
)
returns setof :"schema"._private_jobs
language sql volatile
as $yardmaster$
    update :"schema"._private_jobs job
    set run_at = coalesce(reschedule_jobs.run_at, job.run_at),
        priority = coalesce(reschedule_jobs.priority, job.priority),
        attempts = coalesce(reschedule_jobs.attempts, job.attempts),
        max_attempts = coalesce(reschedule_jobs.max_attempts, job.max_attempts),
        updated_at = now()
    where job.id = any (job_ids)
        and (job.locked_at is null or job.locked_at < now() - interval '4 hours')
    returning job.*;
$yardmaster$;

-- Frees every job and queue these workers hold, at any age: only for workers known to be dead.
create or replace function :"schema".force_unlock_workers(worker_ids text[])
returns void
language sql volatile
as $yardmaster$
    update :"schema"._private_jobs
    set locked_at = null, locked_by = null
    where locked_by = any (worker_ids);

    update :"schema"._private_job_queues
    set locked_at = null, locked_by = null
    where locked_by = any (worker_ids);
$yardmaster$;
