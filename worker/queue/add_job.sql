-- Adds one job that has no key, or in the mode unsafe_dedupe, and returns it. $1 identifier, $2 payload
-- (JSON text), $3 queue name, $4 run_at in microseconds since 1970 (the largest bigint: never),
-- $5 max_attempts, $6 key, $7 priority, $8 flags (text[]), $9 mode; all but $1 and $9 may be null.
-- With the ids of its task and queue. The names are returned as given: this statement cannot see a task that it inserts. date_part() is
-- cheaper than extract(), and exact to the microsecond for two centuries.
select
    job.id,
    $1::text as identifier,
    $3::text as queue_name,
    job.payload,
    job.priority,
    case
        when job.run_at >= '294247-01-01' then 9223372036854775807
        when job.run_at = '-infinity' then (-9223372036854775808)
        else (extract(epoch from job.run_at) * 1000000)::bigint
    end as run_at_us,
    job.attempts,
    job.max_attempts,
    job.last_error,
    (date_part('epoch', job.created_at) * 1000000)::bigint as created_at_us,
    (date_part('epoch', job.updated_at) * 1000000)::bigint as updated_at_us,
    job.key,
    (date_part('epoch', job.locked_at) * 1000000)::bigint as locked_at_us,
    job.locked_by,
    job.revision,
    job.flags,
    job.task_id,
    job.job_queue_id
from :"schema".add_job(
    $1::text,
    payload => $2::json,
    queue_name => $3::text,
    run_at => case $4::bigint
            when 9223372036854775807 then 'infinity'
            else timestamptz 'epoch' + ($4::bigint / 1000000) * interval '1 second'
                + ($4::bigint % 1000000) * interval '1 microsecond'
        end,
    max_attempts => $5::integer,
    job_key => $6::text,
    priority => $7::integer,
    flags => $8::text[],
    job_key_mode => $9::text) as job
where job.id is not null
