-- Locks the next jobs of an operation and reads what it may have to put back. OperationBatches puts
-- the candidates, the filter and the reason to skip a job in the marked places. $1 true: with
-- last_error; $2 true: with what is needed to create the job again. A candidate without a row of its own
-- is gone (exists false) or being changed by somebody else. Times in microseconds since 1970.
with candidates as materialized (
    null /*candidates*/
),
taken as materialized (
    select
        jobs.id, jobs.task_id, jobs.job_queue_id, jobs.priority, jobs.run_at, jobs.attempts,
        jobs.max_attempts, jobs.created_at, jobs.updated_at, jobs.locked_at, jobs.locked_by,
        jobs.key, jobs.revision,
        case when $1::boolean then jobs.last_error end as last_error,
        case when $2::boolean then jobs.payload end as payload,
        case when $2::boolean then jobs.flags end as flags,
        null::text /*skip*/ as skip
    from :"schema"._private_jobs as jobs
    where jobs.id = any (array(select candidates.id from candidates))
      and true /*where*/
    for update skip locked
)
select
    candidates.id,
    txid_current()::text as xid,
    (extract(epoch from now()) * 1000000)::bigint as now_us,
    taken.id is not null as is_taken,
    taken.id is not null
        or exists (select from :"schema"._private_jobs as jobs where jobs.id = candidates.id) as is_there,
    taken.skip,
    case taken.run_at
        when 'infinity' then 9223372036854775807
        when '-infinity' then (-9223372036854775808)
        else (extract(epoch from taken.run_at) * 1000000)::bigint
    end as run_at_us,
    taken.priority,
    taken.attempts,
    taken.max_attempts,
    taken.last_error,
    (extract(epoch from taken.updated_at) * 1000000)::bigint as updated_at_us,
    taken.locked_by,
    taken.locked_at is not null as is_locked,
    taken.key,
    case when $2::boolean then tasks.identifier end as identifier,
    case when $2::boolean then queues.queue_name end as queue_name,
    taken.payload::text as payload,
    taken.flags::text as flags,
    (extract(epoch from taken.created_at) * 1000000)::bigint as created_at_us,
    taken.revision
from candidates
left join taken on taken.id = candidates.id
left join :"schema"._private_tasks as tasks on $2::boolean and tasks.id = taken.task_id
left join :"schema"._private_job_queues as queues on $2::boolean and queues.id = taken.job_queue_id
order by candidates.id
