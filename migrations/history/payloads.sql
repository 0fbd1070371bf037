-- Payloads of finished jobs, kept only when asked for; taken away by payloads_remove.sql. Can run again.
-- They have tables of their own, so that who reads the history reads no payload.

-- Patterns for LIKE of names with `*`; null of null. Of keys in lower case, and those of what they may be in:
-- any text with the key, or with \u, by which it may be spelled.
create or replace function :"schema"._yardmaster_history_patterns(names text[], are_keys boolean,
    are_around boolean)
returns text[]
language sql immutable
set search_path = pg_catalog, pg_temp
as $yardmaster$
    select array_agg(replace(replace(replace(replace(
            case when are_keys then lower(given.name collate "C") else given.name end,
            '\', '\\'), '%', '\%'), '_', '\_'), '*', '%'))
        || case when are_around and names is not null then array['%\\u%'] end
    from (select case when are_around then '*' || trim(name, '*') || '*' else name end as name
        from unnest(names) as name) as given
$yardmaster$;

-- Which are kept: one row. Names may hold `*`, which stands for anything; null: all tasks are kept, none
-- is left out, nothing is replaced. The patterns are what the trigger reads.
create table if not exists :"schema"._yardmaster_history_payload_rules (
    only_row boolean not null default true
        constraint _yardmaster_history_payload_rules_pkey primary key
        constraint _yardmaster_history_payload_rules_one check (only_row),
    tasks text[],
    except_tasks text[],
    redacted_keys text[],
    max_bytes integer not null default 65536
        constraint _yardmaster_history_payload_rules_bytes check (max_bytes between 1 and 16777216),
    like_tasks text[] generated always as
        (:"schema"._yardmaster_history_patterns(tasks, false, false)) stored,
    like_except text[] generated always as
        (:"schema"._yardmaster_history_patterns(except_tasks, false, false)) stored,
    like_keys text[] generated always as
        (:"schema"._yardmaster_history_patterns(redacted_keys, true, false)) stored,
    like_suspects text[] generated always as
        (:"schema"._yardmaster_history_patterns(redacted_keys, true, true)) stored
);
insert into :"schema"._yardmaster_history_payload_rules default values on conflict do nothing;

-- A row for each job deleted whose task is kept, with what is needed to add it again but its key.
-- finished is that of its run. bytes: of the payload as text; of what is too large maybe as it is stored,
-- which is less. state:
--   k kept as it was
--   r kept, but values were replaced by "[redacted]"
--   l larger than max_bytes, or would be with values replaced, not kept
--   x could not be searched for the keys whose values are replaced, not kept
create table if not exists :"schema"._yardmaster_history_payloads (
    finished timestamptz not null,
    id bigint not null,
    task_id integer not null,
    queue_id integer,
    priority smallint not null,
    max_attempts smallint not null,
    bytes integer not null,
    state "char" not null,
    flags jsonb,
    payload json
) partition by range (finished);
create table if not exists :"schema"._yardmaster_history_payloads_rest
    partition of :"schema"._yardmaster_history_payloads default;
-- Only what is missing, because each of these keeps writers out, even where it has nothing to do. Row
-- security, so that a grant on all tables of the schema or database shows no payload: only the policy of
-- grants.sql does.
do $yardmaster$
declare
    item record;
begin
    for item in
        select * from (values ('finished'), ('id')) as wanted (name)
        where to_regclass(format('%I.%I', :'schema', '_yardmaster_history_payloads_' || wanted.name)) is null
    loop
        execute format('create index %I on %I._yardmaster_history_payloads (%I)',
                       '_yardmaster_history_payloads_' || item.name, :'schema', item.name);
    end loop;
    for item in
        select class.oid::regclass as relation
        from pg_class as class
        left join pg_inherits as link on link.inhrelid = class.oid
        where to_regclass(format('%I._yardmaster_history_payloads', :'schema')) in (class.oid, link.inhparent)
            and class.relkind in ('r', 'p') and not class.relrowsecurity
    loop
        execute format('alter table %s enable row level security', item.relation);
    end loop;
end
$yardmaster$;
do $yardmaster$
declare
    part regclass;
begin
    for part in
        select attribute.attrelid
        from pg_attribute as attribute
        where attribute.attrelid in (
                to_regclass(format('%I._yardmaster_history_payloads', :'schema')),
                to_regclass(format('%I._yardmaster_history_payloads_rest', :'schema')))
            and attribute.attname = 'payload' and to_jsonb(attribute) ->> 'attcompression' is distinct from 'l'
            -- Built without it, each try would lock out everybody, for nothing.
            and exists (select from pg_catalog.pg_settings
                where name = 'default_toast_compression' and 'lz4' = any (enumvals))
    loop
        execute format('alter table %s alter column payload set compression lz4', part);
    end loop;
exception when syntax_error or feature_not_supported or invalid_parameter_value then
    null;
end
$yardmaster$;

-- The text of the value with "[redacted]" in place of that of each key, at any depth, that is like one of
-- the patterns; null if there is no such key. Only the letters A to Z are taken for the same in upper and
-- lower case. On json, which has every key that is there twice, and numbers to the letter: as jsonb, a few
-- of their digits may stand for megabytes. Past the deadline it fails.
create or replace function :"schema"._yardmaster_history_redact(value json, patterns text[],
    deadline timestamptz)
returns text
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $yardmaster$
declare
    is_found boolean;
    after text;
begin
    if clock_timestamp() > deadline then
        raise exception 'searching it took too long';
    end if;
    case json_typeof(value)
    when 'object' then
        select bool_or(item.changed is not null), '{' || string_agg(to_json(item.key)::text || ': '
            || coalesce(item.changed, item.value::text), ', ' order by item.place) || '}'
        into is_found, after
        from (
            select part.key, part.value, part.place, case
                when lower(part.key collate "C") like any (patterns) then '"[redacted]"'
                when left(part.value::text, 1) in ('{', '[')
                    then :"schema"._yardmaster_history_redact(part.value, patterns, deadline)
                end as changed
            from json_each(value) with ordinality as part (key, value, place)
            offset 0
        ) as item;
    when 'array' then
        select bool_or(item.changed is not null), '['
            || string_agg(coalesce(item.changed, item.value::text), ', ' order by item.place) || ']'
        into is_found, after
        from (
            select part.value, part.place, case
                when left(part.value::text, 1) in ('{', '[')
                    then :"schema"._yardmaster_history_redact(part.value, patterns, deadline)
                end as changed
            from json_array_elements(value) with ordinality as part (value, place)
            offset 0
        ) as item;
    else
        return null;
    end case;
    return case when is_found then after end;
end
$yardmaster$;

-- The same of a whole payload; empty if it cannot be searched, e.g. for \u0000. A fault in one payload must
-- not cost those of a whole batch.
create or replace function :"schema"._yardmaster_history_redacted(payload json, patterns text[],
    deadline timestamptz)
returns text
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $yardmaster$
begin
    return :"schema"._yardmaster_history_redact(payload, patterns, deadline)::json::text;
exception when others then
    return '';
end
$yardmaster$;

-- After a DELETE of jobs. A trigger of its own: without payloads it costs nothing, and a fault in it costs
-- no run. Guarded as those in recording.sql.
create or replace function :"schema"._yardmaster_history_kept()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '300ms'
as $yardmaster$
declare
    rules record;
    kept_tasks integer[];
    deadline timestamptz;
begin
    select * into strict rules from :"schema"._yardmaster_history_payload_rules;
    if rules.like_keys is not null then
        -- A job takes a tenth of this. Payloads made to be slow to search must not stop a worker.
        deadline := clock_timestamp() + interval '1 second'
            + (select count(*) from old_rows) * interval '1 millisecond';
    end if;
    if rules.like_tasks is not null or rules.like_except is not null then
        -- Until revision 16 the table had another name. What is not reached is not looked up.
        if to_regclass(format('%I._private_tasks', :'schema')) is not null then
            select coalesce(array_agg(task.id), '{}') into kept_tasks
            from :"schema"._private_tasks as task
            where task.id in (select job.task_id from old_rows as job)
                and (rules.like_tasks is null or task.identifier like any (rules.like_tasks))
                and (rules.like_except is null or not task.identifier like any (rules.like_except));
        else
            select coalesce(array_agg(task.id), '{}') into kept_tasks
            from :"schema".tasks as task
            where task.id in (select job.task_id from old_rows as job)
                and (rules.like_tasks is null or task.identifier like any (rules.like_tasks))
                and (rules.like_except is null or not task.identifier like any (rules.like_except));
        end if;
    end if;
    insert into :"schema"._yardmaster_history_payloads
        (finished, id, task_id, queue_id, priority, max_attempts, bytes, state, flags, payload)
    select statement_timestamp(), job.id, job.task_id, job.job_queue_id, job.priority, job.max_attempts,
        size.bytes, kept.state,
        job.flags, case kept.state when 'k' then job.payload when 'r' then found.redacted::json end
    from old_rows as job
    -- What is stored is not larger, and read without the payload. OFFSET, so that it is done once.
    cross join lateral (
        select case when pg_column_size(job.payload) > rules.max_bytes then pg_column_size(job.payload)
            else octet_length(job.payload::text) end as bytes
        offset 0
    ) as size
    cross join lateral (
        select case
            when size.bytes <= rules.max_bytes and rules.like_keys is not null
                and (lower(job.payload::text collate "C") like any (rules.like_suspects)) is not false
                then :"schema"._yardmaster_history_redacted(job.payload, rules.like_keys, deadline)
        end as redacted
        offset 0
    ) as found
    cross join lateral (
        select case
            when greatest(size.bytes, octet_length(found.redacted)) > rules.max_bytes then 'l'
            when found.redacted = '' then 'x'
            when found.redacted is not null then 'r'
            else 'k'
        end::"char" as state
        offset 0
    ) as kept
    where kept_tasks is null or job.task_id = any (kept_tasks);
    return null;
exception when others then
    begin
        perform :"schema"._yardmaster_history_trouble(sqlerrm);
    exception when others then -- not even that is where it was
        raise warning 'Yardmaster does not record history: %', sqlerrm;
    end;
    return null;
end
$yardmaster$;

revoke all on function :"schema"._yardmaster_history_kept(),
    :"schema"._yardmaster_history_redacted(json, text[], timestamptz),
    :"schema"._yardmaster_history_redact(json, text[], timestamptz),
    :"schema"._yardmaster_history_patterns(text[], boolean, boolean) from public;
