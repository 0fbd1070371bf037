-- Adds or, by key, rewrites jobs; returns them as far as written (a row of nulls if none), each with the
-- ids of its task and queue, because the names cannot be looked up here: this statement does not see
-- those that it inserts. The first row has the ids of the running jobs that had these keys before
-- (bigint[], or null). Element by element: $1 identifiers, $2 payloads, $3 queue names, $4 run_at in
-- microseconds since 1970 (the largest bigint: never), $5 max_attempts, $6 keys, $7 priorities, $8 flags
-- (each an array in its text form). $9 true: run_at of waiting jobs stays.
--
-- The jobs that have these keys are locked first. Without that a worker may lock one while
-- graphile-worker's add_jobs reads it: then nothing is written and the request is lost. Jobs inserted by
-- others after this statement began can still be locked, so the caller checks that each key was
-- returned, and tries again.
--
-- date_part() is half the price of extract(), and exact to the microsecond for two centuries; run_at may
-- be any time.
with spec as (
    select given.position, cast(row(
        given.identifier,
        given.payload::json,
        given.queue_name,
        case given.run_at
                when 9223372036854775807 then 'infinity'
                else timestamptz 'epoch' + (given.run_at / 1000000) * interval '1 second'
                    + (given.run_at % 1000000) * interval '1 microsecond'
            end,
        given.max_attempts,
        given.job_key,
        given.priority,
        given.flags::text[]) as :"schema".job_spec) as value
    from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::smallint[], $6::text[],
                $7::smallint[], $8::text[])
        with ordinality as given (
            identifier, payload, queue_name, run_at, max_attempts, job_key, priority, flags, position)
),
holder as materialized (
    select jobs.id, jobs.locked_at
    from :"schema"._private_jobs as jobs
    where jobs.key = any ($6::text[])
    order by jobs.key
    for update
),
running as (
    select array_agg(holder.id) filter (where holder.locked_at is not null) as ids,
           count(*) as count
    from holder
)
select
    job.id,
    null::text as identifier,
    null::text as queue_name,
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
    job.job_queue_id,
    case when row_number() over (order by job.id) = 1 then running.ids end as running_ids
from running
cross join (select array_agg(spec.value order by spec.position) as specs from spec) as batch
-- The argument depends on the count, so that the locks are taken first.
left join lateral :"schema".add_jobs(
    batch.specs, case when running.count >= 0 then $9::boolean end) as job on true
order by job.id
