-- Locks the jobs $3 (bigint[]) of a batch and reads what an operation may have to put back.
-- JobLocker puts the reason to skip a job in the marked place. $1 true: with last_error; $2 true:
-- with what is needed to create the job again, but its payload only if $6 is true. A job without a row in `taken` is gone (is_there false)
-- or being changed by another transaction. n is its place in $3, from 1 on; times in microseconds since 1970.
-- $5 true: with updated_at, which an undo looks at. Times and what is the same for all rows cost as much as
-- the lock, so that only what is needed is computed.
-- Only the first jobs come that have $4 (bigint) bytes of payloads and errors together, at least one.
with wanted as materialized (
    select given.id, given.n from unnest($3::bigint[]) with ordinality as given (id, n)
),
taken as materialized (
    select
        jobs.id, jobs.xmin as row_xmin, jobs.task_id, jobs.job_queue_id, jobs.priority, jobs.run_at,
        jobs.attempts, jobs.max_attempts, jobs.created_at, jobs.updated_at, jobs.locked_at,
        jobs.locked_by, jobs.key, jobs.revision,
        case when $1::boolean then jobs.last_error end as last_error,
        case when $6::boolean then jobs.payload end as payload,
        case when $2::boolean then jobs.flags end as flags,
        null::text /*skip*/ as skip
    from :"schema"._private_jobs as jobs
    where jobs.id = any (array(select wanted.id from wanted))
    for update skip locked
)
select * from (
    select
        wanted.id,
        wanted.n,
        (select txid_current()::text) as xid,
        (select (extract(epoch from now()) * 1000000)::bigint) as now_us,
        taken.row_xmin,
        taken.id is not null
            or exists (select from :"schema"._private_jobs as jobs where jobs.id = wanted.id) as is_there,
        taken.skip,
        case
            when taken.run_at >= '294247-01-01' then 9223372036854775807
            when taken.run_at = '-infinity' then (-9223372036854775808)
            else (extract(epoch from taken.run_at) * 1000000)::bigint
        end as run_at_us,
        taken.priority,
        taken.attempts,
        taken.max_attempts,
        taken.last_error,
        case when $5::boolean then
            (extract(epoch from greatest(least(taken.updated_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint
        end as updated_at_us,
        taken.locked_by,
        taken.key,
        case when $2::boolean then tasks.identifier end as identifier,
        case when $2::boolean then queues.queue_name end as queue_name,
        taken.payload::text as payload,
        taken.flags::text as flags,
        case when $2::boolean then
            (extract(epoch from greatest(least(taken.created_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint
        end as created_at_us,
        taken.revision,
        sum(coalesce(octet_length(taken.payload::text), 0)
            + coalesce(octet_length(taken.last_error), 0)) over (order by wanted.n) as bytes
    from wanted
    left join taken on taken.id = wanted.id
    left join :"schema"._private_tasks as tasks on $2::boolean and tasks.id = taken.task_id
    left join :"schema"._private_job_queues as queues on $2::boolean and queues.id = taken.job_queue_id
) as sized
where sized.n = 1 or sized.bytes <= $4::bigint
order by sized.n
