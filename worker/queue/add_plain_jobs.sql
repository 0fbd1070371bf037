-- Adds jobs that have neither key nor flags, directly into the table, and announces them, as add_jobs does, in
-- a third less time. Returns one row: their ids in the order given (bigint[]), the time of it, in
-- microseconds since 1970, and the ids of the tasks and queues (integer[]). Only if the result is the same as that of add_jobs: the schema's function is one
-- that we know (by the fingerprint of its body) and runs with the rights of its caller, who may call it, the
-- table has no triggers but those of the history, which see no insert, and all names exist. Else it adds
-- nothing, and the ids are null. $1 task identifiers and $2 queue names, each once; then element by element:
-- $3 index into $1 (null: 1), $4 payload, $5 index into $2 or null, $6 run_at in microseconds since 1970 (the
-- largest bigint: never), $7 max_attempts, $8 priority. All but $1, $2 and $4 may be null as a whole, or have
-- nulls.
with names as materialized (
    select
        array(
            select tasks.id
            from unnest($1::text[]) with ordinality as given (name, place)
            left join :"schema"._private_tasks as tasks on tasks.identifier = given.name
            order by given.place) as task_ids,
        array(
            select queues.id
            from unnest($2::text[]) with ordinality as given (name, place)
            left join :"schema"._private_job_queues as queues on queues.queue_name = given.name
            order by given.place) as queue_ids
),
ready as materialized (
    select names.task_ids, names.queue_ids
    from names
    where array_position(names.task_ids, null) is null
        and array_position(names.queue_ids, null) is null
        and not exists (
            select
            from pg_catalog.pg_trigger as trigger
            where trigger.tgrelid = to_regclass(quote_ident(:'schema') || '._private_jobs')
                and not trigger.tgisinternal
                and trigger.tgname not in ('_yardmaster_history_ended', '_yardmaster_history_failed',
                    '_yardmaster_history_kept'))
        and exists (
            select
            from pg_catalog.pg_proc as function
            where function.oid = to_regprocedure(quote_ident(:'schema') || '.add_jobs('
                    || quote_ident(:'schema') || '.job_spec[], boolean)')
                and has_function_privilege(function.oid, 'execute')
                and not function.prosecdef and function.proconfig is null
                and encode(sha256(convert_to(replace(replace(function.prosrc,
                    '"' || replace(:'schema', '"', '""') || '"', '<schema>'),
                    quote_literal(:'schema'), '<schema>'), 'UTF8')), 'hex') in (
                    'c2c911a6acf31f47b0b6631ddfed4ae825e443f59277c63a2095971865a44cc3', -- 0.16, 0.17
                    '9ecc21eed964d899dccf755fa6ceeaea3dee21d7ad9865a1a27c5dc668705acc', -- 0.18
                    '3829f853ff300d18095f55cb665848a9f22dbdb9d87bec747eccf30c53d47690', -- ours, before
                    'a07e1fbd9f110b2d2cb09855b003a541bc4ad0b052abd8cfcee15f4982e95a44')) -- ours
),
added as (
    insert into :"schema"._private_jobs
        (job_queue_id, task_id, payload, run_at, max_attempts, priority)
    select
        ready.queue_ids[given.queue],
        ready.task_ids[coalesce(given.task, 1)],
        given.payload,
        case
            when given.run_at is null then now()
            when given.run_at = 9223372036854775807 then 'infinity'
            else timestamptz 'epoch' + (given.run_at / 1000000) * interval '1 second'
                + (given.run_at % 1000000) * interval '1 microsecond'
        end,
        coalesce(given.max_attempts, 25::smallint),
        coalesce(given.priority, 0::smallint)
    from ready
    cross join unnest($3::integer[], $4::json[], $5::integer[], $6::bigint[], $7::smallint[],
                      $8::smallint[])
        as given (task, payload, queue, run_at, max_attempts, priority)
    returning id
)
select
    array_agg(added.id) as ids,
    (extract(epoch from now()) * 1000000)::bigint as now_us,
    case when count(*) > 0 then
        pg_notify('jobs:insert',
            '{"r":' || random()::text || ',"count":' || count(*)::text || '}')
    end as announced,
    (select ready.task_ids from ready) as task_ids,
    (select ready.queue_ids from ready) as queue_ids
from added
