-- Adds the cron jobs of one minute, each exactly once among all workers, graphile-worker's included:
-- the worker that first writes this minute into the identifier's row adds the job, in the same
-- statement. Element by element: $1 identifiers, $2 tasks, $3 payloads (null: the entry is recorded
-- as done without a job), $4 queue names, $5 max_attempts, $6 keys, $7 priorities, $8 flags (each an
-- array in its text form), $9 job key modes. $10 the minute, in microseconds since 1970, which is
-- also run_at. Returns a row for each entry that is ours: its position from 1, and the job's id, null
-- if none was added: either none was to be added, or another worker locked the job with this key
-- meanwhile.
--
-- In the order given, so that workers with the same crontab, Node's too, lock the rows in the same
-- order. Rows that have this minute already are left unlocked. The jobs that have the keys are
-- locked first, as in worker/queue/add_jobs.sql.
with due as (
    select given.*,
           timestamptz 'epoch' + ($10::bigint / 1000000) * interval '1 second' as minute
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::text[],
                $7::integer[], $8::text[], $9::text[])
        with ordinality as given (
            identifier, task, payload, queue_name, max_attempts, job_key, priority, flags,
            job_key_mode, position)
),
claimed as (
    insert into :"schema"._private_known_crontabs as known (identifier, known_since, last_execution)
    select due.identifier, due.minute, due.minute
    from due
    where not exists (
        select from :"schema"._private_known_crontabs as others
        where others.identifier = due.identifier and others.last_execution >= due.minute)
    order by due.position
    on conflict (identifier) do update
    set last_execution = excluded.last_execution
    where known.last_execution is null or known.last_execution < excluded.last_execution
    returning known.identifier
),
holder as materialized (
    select jobs.id
    from :"schema"._private_jobs as jobs
    where jobs.key in (
        select due.job_key from due join claimed on claimed.identifier = due.identifier)
    order by jobs.key
    for update
),
ours as (
    select due.*
    from due
    join claimed on claimed.identifier = due.identifier
    -- Depends on the count, so that the locks are taken first.
    where (select count(*) from holder) >= 0
    order by due.position
)
select
    ours.position,
    case when ours.payload is not null then (:"schema".add_job(
        ours.task, ours.payload::json, ours.queue_name, ours.minute, ours.max_attempts,
        ours.job_key, ours.priority, ours.flags::text[], ours.job_key_mode)).id
    end as job_id
from ours
