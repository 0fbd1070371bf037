-- Rows of the list of jobs. JobStatements puts conditions, order, limit and the places of the payload
-- that are listed in the marked places.
-- Names of tasks and queues are looked up by the caller, once each. Times in microseconds since 1970.
select
    jobs.id,
    jobs.task_id,
    jobs.job_queue_id,
    0 /*state*/ as state,
    jobs.priority,
    case
        when jobs.run_at >= '294247-01-01' then 9223372036854775807
        when jobs.run_at = '-infinity' then (-9223372036854775808)
        else (extract(epoch from jobs.run_at) * 1000000)::bigint
    end as run_at_us,
    jobs.attempts,
    jobs.max_attempts,
    left(jobs.last_error, 200) as error,
    (extract(epoch from greatest(least(jobs.created_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint as created_at_us,
    (extract(epoch from greatest(least(jobs.updated_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint as updated_at_us,
    jobs.key,
    case when jobs.locked_at is not null then
        (extract(epoch from greatest(least(jobs.locked_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint
    end as locked_at_us,
    jobs.locked_by,
    jobs.revision,
    left(jobs.flags::text, 200) as flags,
    -- Tracebacks end with what went wrong. Reading the end decompresses the whole text.
    case
        when octet_length(jobs.last_error) between 200 and 262144 then right(jobs.last_error, 2000)
    end as error_end,
    true /*matches*/ as matches,
    null /*payload*/ as payload
from :"schema"._private_jobs as jobs
where true /*where*/
order by jobs.id /*order*/
limit 1 /*limit*/
