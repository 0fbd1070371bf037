-- add_job and add_jobs register only the task and queue names that are missing. "insert … on
-- conflict do nothing" alone burns a value of a 32-bit sequence with every call.

-- Adds or, by key, rewrites jobs. Returns the rows written.
create or replace function :"schema".add_jobs(
    specs :"schema".job_spec[],
    job_key_preserve_run_at boolean default false
)
returns setof :"schema"._private_jobs
language plpgsql volatile
as $yardmaster$
declare
    -- In the select list, unnest() stops after the first.
    one_task text := (select (unnest(specs)).identifier limit 1);
    one_task_id integer := (
        select task.id from :"schema"._private_tasks task where task.identifier = one_task);
    is_one_task boolean;
    has_queues boolean;
    has_keys boolean;
begin
    select count(*) filter (where spec.identifier = one_task) = count(*) and one_task_id is not null,
        count(spec.queue_name) > 0,
        count(spec.job_key) > 0
    into is_one_task, has_queues, has_keys
    from unnest(specs) spec;

    -- Sorted, so that two callers with the same new names cannot wait for each other.
    if not is_one_task then
        insert into :"schema"._private_tasks (identifier)
        select distinct spec.identifier
        from unnest(specs) spec
        where not exists (
            select from :"schema"._private_tasks task where task.identifier = spec.identifier)
        order by spec.identifier
        on conflict do nothing;
    end if;

    if has_queues then
        insert into :"schema"._private_job_queues (queue_name)
        select distinct spec.queue_name
        from unnest(specs) spec
        where spec.queue_name is not null
            and not exists (
                select from :"schema"._private_job_queues queue
                where queue.queue_name = spec.queue_name)
        order by spec.queue_name
        on conflict do nothing;
    end if;

    if has_keys then
        -- Without this lock a worker may take one of these jobs between the next two statements;
        -- the insert would then touch nothing and the request be lost.
        perform from :"schema"._private_jobs job
        where job.key = any (array(select spec.job_key from unnest(specs) spec))
        order by job.key
        for update;

        -- A job that is running, or out of attempts, cannot be rewritten: it loses its key and
        -- further attempts, and the spec makes a new one.
        update :"schema"._private_jobs job
        set key = null,
            attempts = job.max_attempts,
            -- Later than locked_at even in a long transaction: so it shows as retired.
            updated_at = clock_timestamp()
        where job.key = any (array(select spec.job_key from unnest(specs) spec))
            and job.is_available = false;
    end if;

    -- r keeps PostgreSQL from folding equal notices of one transaction into one. No specs: the
    -- count is null, so the payload is empty, which listeners read as "have a look".
    perform pg_notify('jobs:insert',
        '{"r":' || random()::text || ',"count":' || array_length(specs, 1)::text || '}');

    -- Most calls add jobs without keys for one task: then there is nothing to join, and no conflict
    -- to be ready for, which would cost a third more. Triggers could tell the difference: those on
    -- update fire for "on conflict", and one before the insert may set a key.
    if is_one_task and not has_queues and not has_keys
        and not exists (
            select
            from pg_catalog.pg_trigger trigger
            join pg_catalog.pg_class relation on relation.oid = trigger.tgrelid
            join pg_catalog.pg_namespace namespace on namespace.oid = relation.relnamespace
            where relation.relname = '_private_jobs' and namespace.nspname = :'schema'
                and not trigger.tgisinternal)
    then
        return query
        insert into :"schema"._private_jobs as job
            (task_id, payload, run_at, max_attempts, priority, flags)
        select one_task_id, coalesce(spec.payload, '{}'), coalesce(spec.run_at, now()),
            coalesce(spec.max_attempts, 25::smallint), coalesce(spec.priority, 0::smallint),
            case when spec.flags is not null then
                (select jsonb_object_agg(flag, true) from unnest(spec.flags) flag) end
        from unnest(specs) spec
        returning job.*;
        return;
    end if;

    return query
    insert into :"schema"._private_jobs as job
        (job_queue_id, task_id, payload, run_at, max_attempts, key, priority, flags)
    select queue.id, task.id, coalesce(spec.payload, '{}'), coalesce(spec.run_at, now()),
        coalesce(spec.max_attempts, 25::smallint), spec.job_key,
        coalesce(spec.priority, 0::smallint),
        case when spec.flags is not null then
            (select jsonb_object_agg(flag, true) from unnest(spec.flags) flag) end
    from unnest(specs) with ordinality spec
    join :"schema"._private_tasks task on task.identifier = spec.identifier
    left join :"schema"._private_job_queues queue on queue.queue_name = spec.queue_name
    order by spec.ordinality
    on conflict (key) do update
    set job_queue_id = excluded.job_queue_id,
        task_id = excluded.task_id,
        payload = case
            when json_typeof(job.payload) = 'array' and json_typeof(excluded.payload) = 'array'
                then (job.payload::jsonb || excluded.payload::jsonb)::json
            else excluded.payload end,
        max_attempts = excluded.max_attempts,
        run_at = case when job_key_preserve_run_at and job.attempts = 0
            then job.run_at else excluded.run_at end,
        priority = excluded.priority,
        revision = job.revision + 1,
        flags = excluded.flags,
        attempts = 0,
        last_error = null,
        updated_at = now()
    where job.locked_at is null
    returning job.*;
end
$yardmaster$;

-- Adds or, by key, rewrites one job. Returns it.
create or replace function :"schema".add_job(
    identifier text,
    payload json default null,
    queue_name text default null,
    run_at timestamptz default null,
    max_attempts integer default null,
    job_key text default null,
    priority integer default null,
    flags text[] default null,
    job_key_mode text default 'replace'
)
returns :"schema"._private_jobs
language plpgsql volatile
as $yardmaster$
declare
    added :"schema"._private_jobs;
    known_task integer;
begin
    -- Most calls add a job of a known task without queue and key: add_jobs would do the same, in
    -- twice the time. Not where there are triggers, which see a difference (see there).
    if queue_name is null and job_key is null then
        select task.id into known_task
        from :"schema"._private_tasks task
        where task.identifier = add_job.identifier
            and not (
                select relation.relhastriggers
                from pg_catalog.pg_class relation
                where relation.oid = to_regclass(quote_ident(:'schema') || '._private_jobs'));
    end if;
    if known_task is not null then
        perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":1}');
        insert into :"schema"._private_jobs as job
            (task_id, payload, run_at, max_attempts, priority, flags)
        values (known_task, coalesce(add_job.payload, '{}'), coalesce(add_job.run_at, now()),
            coalesce(add_job.max_attempts, 25), coalesce(add_job.priority, 0),
            (select jsonb_object_agg(flag, true) from unnest(add_job.flags) flag))
        returning job.* into added;
        return added;
    end if;

    if job_key is null or job_key_mode is null or job_key_mode in ('replace', 'preserve_run_at') then
        select job.* into added
        from :"schema".add_jobs(
            array[cast(row(identifier, payload, queue_name, run_at, max_attempts, job_key, priority,
                flags) as :"schema".job_spec)],
            coalesce(job_key_mode = 'preserve_run_at', false)) job;
        return added;
    end if;

    if job_key_mode <> 'unsafe_dedupe' then
        raise exception using errcode = 'GWBKM',
            message = format('job_key_mode is %L', job_key_mode),
            hint = 'It can be replace, preserve_run_at or unsafe_dedupe.';
    end if;

    -- "Unsafe", because a job with this key wins even if it has failed for good.
    insert into :"schema"._private_tasks (identifier)
    select add_job.identifier
    where not exists (
        select from :"schema"._private_tasks task where task.identifier = add_job.identifier)
    on conflict do nothing;

    insert into :"schema"._private_job_queues (queue_name)
    select add_job.queue_name
    where add_job.queue_name is not null
        and not exists (
            select from :"schema"._private_job_queues queue
            where queue.queue_name = add_job.queue_name)
    on conflict do nothing;

    insert into :"schema"._private_jobs as job
        (job_queue_id, task_id, payload, run_at, max_attempts, key, priority, flags)
    select queue.id, task.id, coalesce(add_job.payload, '{}'), coalesce(add_job.run_at, now()),
        coalesce(add_job.max_attempts, 25), add_job.job_key, coalesce(add_job.priority, 0),
        (select jsonb_object_agg(flag, true) from unnest(add_job.flags) flag)
    from :"schema"._private_tasks task
    left join :"schema"._private_job_queues queue on queue.queue_name = add_job.queue_name
    where task.identifier = add_job.identifier
    on conflict (key) do update
    set revision = job.revision + 1,
        updated_at = now()
    returning job.* into added;

    if added.revision = 0 then
        perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":1}');
    end if;
    return added;
end
$yardmaster$;
