-- History of finished jobs, made only when asked for; removed by remove.sql. Can run again: it makes
-- what is missing. See migrations/README.md.
--
-- The owner of the queue's tables becomes that of the history, whoever installs it: its functions run
-- with the rights of their owner, and a superuser's would be a way to become one.
do $yardmaster$
declare
    owners oid[];
begin
    select array_agg(distinct class.relowner) into owners
    from pg_catalog.pg_class as class
    join pg_catalog.pg_namespace as home on home.oid = class.relnamespace
    where home.nspname = :'schema' and class.relkind in ('r', 'p')
        and (class.relname like '\_yardmaster\_history%' or class.relname in (
            '_private_jobs', '_private_tasks', '_private_job_queues', 'jobs', 'tasks', 'job_queues'));
    if cardinality(owners) = 1 and has_schema_privilege(owners[1], :'schema', 'create') then
        execute format('set local role %I', pg_get_userbyid(owners[1]));
    end if;
exception when insufficient_privilege then
    null; -- it may act for the owner, but not become it: no superuser then
end
$yardmaster$;

-- The state: one row. Everything before rolled_up_to is in the roll-ups.
create table if not exists :"schema"._yardmaster_history_state (
    only_row boolean not null default true
        constraint _yardmaster_history_state_pkey primary key
        constraint _yardmaster_history_state_one check (only_row),
    version integer not null,
    installed_at timestamptz not null default now(),
    keep_days integer not null default 7
        constraint _yardmaster_history_state_days check (keep_days between 1 and 3650),
    keep_rollup_days integer not null default 400
        constraint _yardmaster_history_state_rollups check (keep_rollup_days between 1 and 36500),
    rolled_up_to timestamptz not null,
    kept_at timestamptz,
    last_trouble text,
    last_trouble_at timestamptz
);
insert into :"schema"._yardmaster_history_state (version, rolled_up_to)
values (5, date_trunc('hour', now(), 'UTC'))
on conflict do nothing;
update :"schema"._yardmaster_history_state set version = 5 where version <> 5;

-- Jobs deleted, whoever did it: several of one statement, worker, task and lock time in a row, if the
-- statement deleted more than 16, else a row each (n = 1). The arrays have n elements in one order.
--
-- finished: when the statement began (statement_timestamp() of the server). started: locked_at, so
-- that finished - started is how long the job was held by its worker, which with a local queue includes
-- waiting in the worker's memory; null: not locked. outcome:
--   s success: deleted by its worker (or by hand, while it was locked)
--   k the same, after another call had taken its key away (replaced or removed while it ran)
--   r removed: not locked, attempts left; also an unfenced success after a forced unlock
--   f deleted after it had failed for good
--   u unknown: it was locked for more than four hours, or by nobody
-- attempts: null where all are 1. queue_ids: null where none has a queue. handler_us: how long the
-- handlers took, in microseconds, where the worker tells; null where it tells of none.
create table if not exists :"schema"._yardmaster_history (
    finished timestamptz not null,
    started timestamptz,
    min_id bigint not null,
    max_id bigint not null,
    task_id integer not null,
    n integer not null,
    outcome "char" not null,
    worker text,
    ids bigint[] not null,
    run_ats timestamptz[] not null,
    attempts smallint[],
    queue_ids integer[],
    handler_us bigint[]
) partition by range (finished);
-- In version 1 nothing was ever written there, and half an hour was the most that it could hold.
do $yardmaster$
begin
    if exists (
        select from pg_catalog.pg_attribute as attribute
        where attribute.attrelid = to_regclass(format('%I._yardmaster_history', :'schema'))
            and attribute.attname = 'handler_us' and attribute.atttypid = 'integer[]'::regtype)
    then
        execute format('alter table %I._yardmaster_history drop column handler_us, '
                       'add column handler_us bigint[]', :'schema');
    end if;
end
$yardmaster$;
-- Where rows go for whose day there is no partition yet.
create table if not exists :"schema"._yardmaster_history_rest
    partition of :"schema"._yardmaster_history default;

-- Attempts that ended without success: a row each. outcome:
--   e failed, and will be tried again
--   x failed for good
--   d interrupted: its worker died; mostly the attempt was given back
-- attempt, run_at, started and worker are those of the attempt. error: its first 500 characters.
create table if not exists :"schema"._yardmaster_history_failures (
    finished timestamptz not null,
    started timestamptz,
    run_at timestamptz not null,
    id bigint not null,
    task_id integer not null,
    queue_id integer,
    attempt smallint not null,
    max_attempts smallint not null,
    outcome "char" not null,
    worker text,
    error text
) partition by range (finished);
create table if not exists :"schema"._yardmaster_history_failures_rest
    partition of :"schema"._yardmaster_history_failures default;

-- Names of tasks ('t') and queues ('q') that are gone; of tasks also while they are there.
create table if not exists :"schema"._yardmaster_history_names (
    kind "char" not null,
    id integer not null,
    name text not null,
    gone timestamptz,
    constraint _yardmaster_history_names_pkey primary key (kind, id)
);

-- Roll-ups: an hour, task and outcome (of both tables) a row. The 42 buckets are those of
-- _yardmaster_history_bounds(); of runs without a start there is neither wait nor held time, and
-- the columns are null where that is so for all.
create table if not exists :"schema"._yardmaster_history_hours (
    hour timestamptz not null,
    task_id integer not null,
    outcome "char" not null,
    runs bigint not null,
    wait_sum_us bigint,
    held_sum_us bigint,
    wait_max_us bigint,
    held_max_us bigint,
    wait_buckets bigint[],
    held_buckets bigint[],
    constraint _yardmaster_history_hours_pkey primary key (hour, task_id, outcome)
);

-- What changed, to be marked in charts. kind:
--   v a version of a worker that was new: its program and version; at: the start of the first worker that
--     was seen with it
--   b once, without text; at: since when versions are remembered
-- seen: when it was last there, to a day.
create table if not exists :"schema"._yardmaster_history_marks (
    kind "char" not null,
    text text not null,
    at timestamptz not null,
    seen timestamptz not null,
    constraint _yardmaster_history_marks_pkey primary key (kind, text)
);
insert into :"schema"._yardmaster_history_marks as mark (kind, text, at, seen)
values ('b', '', now(), now())
on conflict do nothing;

-- Only what is missing, because each of these keeps writers out, even where it has nothing to do.
do $yardmaster$
declare
    wanted record;
begin
    for wanted in
        select *
        from (values
            ('_yardmaster_history_finished', '_yardmaster_history', 'finished'),
            ('_yardmaster_history_failures_finished', '_yardmaster_history_failures', 'finished'),
            ('_yardmaster_history_failures_id', '_yardmaster_history_failures', 'id')
        ) as given (name, relation, key)
        where to_regclass(format('%I.%I', :'schema', given.name)) is null
    loop
        execute format('create index %I on %I.%I (%I)', wanted.name, :'schema', wanted.relation, wanted.key);
    end loop;
end
$yardmaster$;
-- Faster than pglz, where this PostgreSQL has it (14, and a build option).
do $yardmaster$
declare
    part record;
begin
    for part in
        select attribute.attrelid::regclass as relation, attribute.attname as name
        from pg_catalog.pg_attribute as attribute
        where attribute.attrelid in (to_regclass(format('%I._yardmaster_history', :'schema')),
                to_regclass(format('%I._yardmaster_history_rest', :'schema')))
            and attribute.attname in ('ids', 'run_ats')
            and to_jsonb(attribute) ->> 'attcompression' is distinct from 'l'
            -- Built without it, each try would lock out everybody, for nothing.
            and exists (select from pg_catalog.pg_settings
                where name = 'default_toast_compression' and 'lz4' = any (enumvals))
    loop
        execute format('alter table %s alter column %I set compression lz4', part.relation, part.name);
    end loop;
exception when syntax_error or feature_not_supported or invalid_parameter_value then
    null;
end
$yardmaster$;
