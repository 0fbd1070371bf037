-- The worker registry: who is alive, and what to do with the jobs of those who are not. Names and
-- signatures are graphile_worker_rs's, so that workers of both see each other's heartbeats. Run only
-- where we find none of it, or where we made it; then again as often as one likes.
create table if not exists :"schema"._private_workers (
    id text not null constraint _private_workers_pkey primary key,
    last_heartbeat_at timestamptz not null,
    started_at timestamptz not null default now(),
    metadata jsonb
);
create index if not exists _private_workers_last_heartbeat_at_idx
    on :"schema"._private_workers (last_heartbeat_at);

-- Registers a worker or says that it still lives. Null metadata keeps what was there.
create or replace function :"schema".worker_heartbeat(worker_id text, metadata json default null)
returns void
language sql volatile
as $yardmaster$
    insert into :"schema"._private_workers as worker (id, last_heartbeat_at, metadata)
    values (worker_id, now(), worker_heartbeat.metadata::jsonb)
    on conflict (id) do update
    set last_heartbeat_at = excluded.last_heartbeat_at,
        metadata = coalesce(excluded.metadata, worker.metadata);
$yardmaster$;

-- The worker left in order.
create or replace function :"schema".worker_deregister(worker_id text)
returns void
language sql volatile
as $yardmaster$
    delete from :"schema"._private_workers worker
    where worker.id = worker_id;
$yardmaster$;

create or replace function :"schema".delete_stale_workers(worker_ids text[])
returns void
language sql volatile
as $yardmaster$
    delete from :"schema"._private_workers worker
    where worker.id = any (worker_ids);
$yardmaster$;

-- Registered workers that have been silent for longer than the threshold.
create or replace function :"schema".list_stale_workers(stale_threshold interval)
returns table (worker_id text)
language sql volatile
as $yardmaster$
    select worker.id
    from :"schema"._private_workers worker
    where worker.last_heartbeat_at < now() - stale_threshold;
$yardmaster$;

-- Owners of locks older than the threshold that are not registered: dead, or of a kind that never
-- registers (Node). Only who knows that there are none of the latter may recover their jobs.
create or replace function :"schema".list_orphan_locked_workers(stale_threshold interval)
returns table (worker_id text)
language sql volatile
as $yardmaster$
    select lock.locked_by
    from (
        select job.locked_by, job.locked_at from :"schema"._private_jobs job
        union all
        select queue.locked_by, queue.locked_at from :"schema"._private_job_queues queue
    ) lock
    where lock.locked_at < now() - stale_threshold
        and lock.locked_by is not null
        and not exists (
            select from :"schema"._private_workers worker where worker.id = lock.locked_by)
    group by lock.locked_by;
$yardmaster$;

-- Frees what dead workers hold and gives the interrupted attempt back. Returns the number of jobs.
create or replace function :"schema".recover_dead_worker_jobs(
    worker_ids text[],
    recovery_delay interval default '0 seconds'
)
returns integer
language plpgsql volatile
as $yardmaster$
declare
    recovered integer;
begin
    -- A job that lost its key while it ran was replaced or removed, and must not come alive again.
    -- It shows: only that touches updated_at of a locked job and leaves no key and no attempts.
    update :"schema"._private_jobs job
    set attempts = case
            when job.key is null and job.attempts = job.max_attempts
                and job.updated_at > job.locked_at then job.attempts
            else greatest(job.attempts - 1, 0) end,
        run_at = greatest(job.run_at, now() + recovery_delay),
        last_error = 'The worker that ran this job died',
        locked_at = null,
        locked_by = null
    where job.locked_by = any (worker_ids);
    get diagnostics recovered = row_count;

    update :"schema"._private_job_queues queue
    set locked_at = null,
        locked_by = null
    where queue.locked_by = any (worker_ids);
    return recovered;
end
$yardmaster$;
