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
--   l larger than max_bytes, not kept
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
create index if not exists _yardmaster_history_payloads_finished
    on :"schema"._yardmaster_history_payloads (finished);
create index if not exists _yardmaster_history_payloads_id
    on :"schema"._yardmaster_history_payloads (id);
create table if not exists :"schema"._yardmaster_history_payloads_rest
    partition of :"schema"._yardmaster_history_payloads default;
do $yardmaster$
begin
    alter table :"schema"._yardmaster_history_payloads alter column payload set compression lz4;
    alter table :"schema"._yardmaster_history_payloads_rest alter column payload set compression lz4;
exception when syntax_error or feature_not_supported or invalid_parameter_value then
    null;
end
$yardmaster$;

-- The value with "[redacted]" in place of that of each key, at any depth, that is like one of the
-- patterns. Only the letters A to Z are taken for the same in upper and lower case.
create or replace function :"schema"._yardmaster_history_redact(value jsonb, patterns text[])
returns jsonb
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $yardmaster$
begin
    case jsonb_typeof(value)
    when 'object' then
        return (
            select coalesce(jsonb_object_agg(item.key, case
                when lower(item.key collate "C") like any (patterns) then '"[redacted]"'::jsonb
                else :"schema"._yardmaster_history_redact(item.value, patterns) end), '{}')
            from jsonb_each(value) as item);
    when 'array' then
        return (
            select coalesce(jsonb_agg(:"schema"._yardmaster_history_redact(item.value, patterns)
                order by item.place), '[]')
            from jsonb_array_elements(value) with ordinality as item (value, place));
    else
        return value;
    end case;
end
$yardmaster$;

-- The payload itself if none of the keys is in it, else as jsonb writes it, without the values; null if it
-- cannot be read, e.g. for \u0000. A fault in one payload must not cost those of a whole batch.
create or replace function :"schema"._yardmaster_history_redacted(payload json, patterns text[])
returns json
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $yardmaster$
declare
    before jsonb;
    after jsonb;
begin
    before := payload::jsonb;
    after := :"schema"._yardmaster_history_redact(before, patterns);
    return case when before = after then payload else after::json end;
exception when others then
    return null;
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
begin
    select * into strict rules from :"schema"._yardmaster_history_payload_rules;
    insert into :"schema"._yardmaster_history_payloads
        (finished, id, task_id, queue_id, priority, max_attempts, bytes, state, flags, payload)
    select statement_timestamp(), job.id, job.task_id, job.job_queue_id, job.priority, job.max_attempts,
        size.bytes,
        case
            when size.bytes > rules.max_bytes then 'l'
            when kept.payload is null then 'x'
            when rules.like_keys is not null and kept.payload::text <> job.payload::text then 'r'
            else 'k'
        end::"char",
        job.flags, kept.payload
    from old_rows as job
    -- What is stored is not larger, and read without the payload. OFFSET, so that it is done once.
    cross join lateral (
        select case when pg_column_size(job.payload) > rules.max_bytes then pg_column_size(job.payload)
            else octet_length(job.payload::text) end as bytes
        offset 0
    ) as size
    cross join lateral (
        select case
            when size.bytes > rules.max_bytes then null
            when rules.like_keys is not null
                and (lower(job.payload::text collate "C") like any (rules.like_suspects)) is not false
                then :"schema"._yardmaster_history_redacted(job.payload, rules.like_keys)
            else job.payload
        end as payload
        offset 0
    ) as kept
    where (rules.like_tasks is null and rules.like_except is null) or exists (
        select from :"schema"._private_tasks as task
        where task.id = job.task_id
            and (rules.like_tasks is null or task.identifier like any (rules.like_tasks))
            and (rules.like_except is null or not task.identifier like any (rules.like_except)));
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
    :"schema"._yardmaster_history_redacted(json, text[]),
    :"schema"._yardmaster_history_redact(jsonb, text[]),
    :"schema"._yardmaster_history_patterns(text[], boolean, boolean) from public;
