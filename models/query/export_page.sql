-- Jobs with ids above $1 up to $2 for an export, in the order of ids: $3 at most, and as many as fit
-- into $4 bytes of payload and error text (but one, however large). JobExport puts conditions in the
-- marked places. Then, for each row, how many there were before the bytes counted: fewer than $3
-- means that the stretch ends there. Times in microseconds since 1970.
with page as (
    select jobs.id, octet_length(jobs.payload::text)::bigint + coalesce(octet_length(jobs.last_error), 0) as bytes
    from :"schema"._private_jobs as jobs
    where jobs.id > $1::bigint and jobs.id <= $2::bigint
      and true /*where*/
    order by jobs.id
    limit $3::integer
),
summed as (
    select page.id, sum(page.bytes) over (order by page.id) - page.bytes as bytes_before,
           count(*) over () as found
    from page
)
select
    jobs.id,
    0 /*state*/ as state,
    tasks.identifier,
    queues.queue_name,
    jobs.key,
    jobs.priority,
    case
        when jobs.run_at >= '294247-01-01' then 9223372036854775807
        when jobs.run_at = '-infinity' then (-9223372036854775808)
        else (extract(epoch from jobs.run_at) * 1000000)::bigint
    end as run_at_us,
    jobs.attempts,
    jobs.max_attempts,
    jobs.last_error,
    (extract(epoch from greatest(least(jobs.created_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint as created_at_us,
    (extract(epoch from greatest(least(jobs.updated_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint as updated_at_us,
    case when jobs.locked_at is not null then
        (extract(epoch from greatest(least(jobs.locked_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint
    end as locked_at_us,
    jobs.locked_by,
    jobs.revision,
    jobs.flags::text as flags,
    case when true /*payload*/ then jobs.payload::text end as payload,
    summed.found
from summed
join :"schema"._private_jobs as jobs on jobs.id = summed.id
left join :"schema"._private_tasks as tasks on tasks.id = jobs.task_id
left join :"schema"._private_job_queues as queues on queues.id = jobs.job_queue_id
where summed.bytes_before < $4::bigint
  and jobs.id > $1::bigint and jobs.id <= $2::bigint
order by jobs.id
