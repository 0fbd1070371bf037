-- What of the history is there, and what this role may do about it. Reads the catalog and file sizes
-- only. Binds nothing. Returns one row; lists have one name a line.
with home as (
    select oid from pg_catalog.pg_namespace where nspname = :'schema'
),
relation as (
    select c.oid, c.relname, c.relkind, c.relowner
    from pg_catalog.pg_class c join home on home.oid = c.relnamespace
    where c.relkind in ('r', 'p')
),
routine as (
    select p.oid, p.proname, p.prosrc from pg_catalog.pg_proc p join home on home.oid = p.pronamespace
),
-- Until revision 16 the tables had the shorter names.
recorded as (
    select wanted.kind, coalesce(now_.oid, before.oid) as oid,
        coalesce(now_.relname, before.relname)::text as name,
        coalesce(now_.relowner, before.relowner) as relowner
    from (values ('jobs', '_private_jobs', 'jobs'), ('tasks', '_private_tasks', 'tasks'),
            ('queues', '_private_job_queues', 'job_queues')) as wanted (kind, name, old_name)
    left join relation now_ on now_.relname = wanted.name
    left join relation before on before.relname = wanted.old_name
),
part as (
    select child.oid, child.relname, parent.relname as parent
    from pg_catalog.pg_inherits link
    join pg_catalog.pg_class child on child.oid = link.inhrelid
    join relation parent on parent.oid = link.inhparent
    where parent.relname in ('_yardmaster_history', '_yardmaster_history_failures')
),
-- Payloads are kept, or part of what keeps them is there: installing would bring the rest back, by default
-- rules.
payloads as (
    select exists (select from relation where relation.relname in ('_yardmaster_history_payloads',
            '_yardmaster_history_payload_rules'))
        or exists (select from routine where routine.proname = '_yardmaster_history_kept')
        or exists (
            select from pg_catalog.pg_trigger present join recorded on recorded.oid = present.tgrelid
            where present.tgname = '_yardmaster_history_kept') as are_kept
),
payload_part as (
    select child.oid, child.relname
    from pg_catalog.pg_inherits link
    join pg_catalog.pg_class child on child.oid = link.inhrelid
    join relation parent on parent.oid = link.inhparent
    where parent.relname = '_yardmaster_history_payloads'
),
day as (
    select regexp_replace(right(part.relname, 8), '(....)(..)(..)', '\1-\2-\3') as day, part.parent
    from part where part.relname ~ '_p[0-9]{8}$'
),
missing (name) as (
    select 'table ' || wanted.name
    from (values ('_yardmaster_history_state'), ('_yardmaster_history'), ('_yardmaster_history_failures'),
            ('_yardmaster_history_names'), ('_yardmaster_history_hours'), ('_yardmaster_history_marks')) as wanted (name)
    where wanted.name not in (select relation.relname::text from relation)
    union all
    select 'table ' || wanted.name
    from (values ('_yardmaster_history_payloads'), ('_yardmaster_history_payload_rules')) as wanted (name)
    cross join payloads
    where payloads.are_kept and wanted.name not in (select relation.relname::text from relation)
    union all
    -- Renamed or dropped by somebody.
    select 'column ' || wanted.relation || '.' || wanted.name
    from (
        select expected.relation, unnest(expected.names) as name
        from (values
            ('_yardmaster_history_state', array['only_row', 'version', 'installed_at', 'keep_days',
                'keep_rollup_days', 'rolled_up_to', 'kept_at', 'last_trouble', 'last_trouble_at']),
            ('_yardmaster_history', array['finished', 'started', 'min_id', 'max_id', 'task_id', 'n',
                'outcome', 'worker', 'ids', 'run_ats', 'attempts', 'queue_ids', 'handler_us']),
            ('_yardmaster_history_failures', array['finished', 'started', 'run_at', 'id', 'task_id',
                'queue_id', 'attempt', 'max_attempts', 'outcome', 'worker', 'error']),
            ('_yardmaster_history_names', array['kind', 'id', 'name', 'gone']),
            ('_yardmaster_history_marks', array['kind', 'text', 'at', 'seen']),
            ('_yardmaster_history_hours', array['hour', 'task_id', 'outcome', 'runs', 'wait_sum_us',
                'held_sum_us', 'wait_max_us', 'held_max_us', 'wait_buckets', 'held_buckets']),
            ('_yardmaster_history_payloads', array['finished', 'id', 'task_id', 'queue_id', 'priority',
                'max_attempts', 'bytes', 'state', 'flags', 'payload']),
            ('_yardmaster_history_payload_rules', array['only_row', 'tasks', 'except_tasks',
                'redacted_keys', 'max_bytes', 'like_tasks', 'like_except', 'like_keys', 'like_suspects'])
        ) as expected (relation, names)
    ) as wanted
    join relation on relation.relname = wanted.relation
    where not exists (
        select from pg_catalog.pg_attribute a
        where a.attrelid = relation.oid and a.attname = wanted.name and not a.attisdropped)
    union all
    select 'partition ' || wanted.name
    from (values ('_yardmaster_history_rest'), ('_yardmaster_history_failures_rest')) as wanted (name)
    where wanted.name not in (select part.relname::text from part)
    union all
    select 'partition _yardmaster_history_payloads_rest'
    from payloads
    where payloads.are_kept
        and '_yardmaster_history_payloads_rest' not in (select payload_part.relname::text from payload_part)
    union all
    select 'function ' || wanted.name
    from (values ('_yardmaster_history_ended'), ('_yardmaster_history_failed'),
            ('_yardmaster_history_named'), ('_yardmaster_history_outcome'),
            ('_yardmaster_history_trouble'), ('_yardmaster_history_bounds'),
            ('_yardmaster_history_rollup'), ('_yardmaster_history_prune'),
            ('_yardmaster_history_add_day')) as wanted (name)
    where wanted.name not in (select routine.proname::text from routine)
    union all
    select 'function ' || wanted.name
    from (values ('_yardmaster_history_kept'), ('_yardmaster_history_redacted'),
            ('_yardmaster_history_redact'), ('_yardmaster_history_patterns')) as wanted (name)
    cross join payloads
    where payloads.are_kept and wanted.name not in (select routine.proname::text from routine)
    union all
    -- The schema was renamed, or this is a copy of another one.
    select 'function ' || routine.proname || ' for this schema'
    from routine
    where routine.proname in ('_yardmaster_history_ended', '_yardmaster_history_failed',
            '_yardmaster_history_named', '_yardmaster_history_trouble', '_yardmaster_history_rollup',
            '_yardmaster_history_prune', '_yardmaster_history_kept')
        and position('"' || replace(:'schema', '"', '""') || '"._yardmaster_history' in routine.prosrc) = 0
    union all
    select 'trigger ' || wanted.name || ' on ' || recorded.name
    from (values ('jobs', '_yardmaster_history_ended'), ('jobs', '_yardmaster_history_failed'),
            ('jobs', '_yardmaster_history_kept'), ('tasks', '_yardmaster_history_named'),
            ('queues', '_yardmaster_history_named')) as wanted (kind, name)
    join recorded on recorded.kind = wanted.kind
    cross join payloads
    where recorded.oid is not null and (payloads.are_kept or wanted.name <> '_yardmaster_history_kept') and not exists (
        select from pg_catalog.pg_trigger present
        where present.tgrelid = recorded.oid and present.tgname = wanted.name
            and present.tgenabled in ('O', 'A'))
)
select
    exists (select from relation where relation.relname like '\_yardmaster\_history%')
        or exists (select from routine where routine.proname like '\_yardmaster\_history%')
        or exists (
            select from pg_catalog.pg_trigger present join recorded on recorded.oid = present.tgrelid
            where present.tgname like '\_yardmaster\_history%') as is_there,
    (select string_agg(missing.name, e'\n' order by missing.name collate "C") from missing) as missing,
    pg_is_in_recovery() as is_standby,
    (select count(recorded.oid) = 3 from recorded)
        and exists (
            select from pg_catalog.pg_attribute a join recorded on recorded.oid = a.attrelid
            where recorded.kind = 'jobs' and a.attname = 'task_id' and not a.attisdropped) as has_jobs,
    coalesce((select has_schema_privilege(home.oid, 'create') from home), false)
        and coalesce((select bool_and(pg_has_role(recorded.relowner, 'usage')) from recorded), false)
        and coalesce((
            select bool_and(pg_has_role(relation.relowner, 'usage')) from relation
            where relation.relname like '\_yardmaster\_history%'), true) as may_change,
    coalesce((select has_schema_privilege(home.oid, 'usage') from home), false)
        and (select count(*) = 2 from routine
            where routine.proname in ('_yardmaster_history_rollup', '_yardmaster_history_prune')
                and has_function_privilege(routine.oid, 'execute')) as may_keep,
    coalesce((select has_schema_privilege(home.oid, 'usage') from home), false)
        -- What is missing is no missing right.
        and coalesce((select bool_and(has_any_column_privilege(relation.oid, 'select')) from relation
            where relation.relname in ('_yardmaster_history_state', '_yardmaster_history',
                    '_yardmaster_history_rest', '_yardmaster_history_failures',
                    '_yardmaster_history_failures_rest', '_yardmaster_history_names',
                    '_yardmaster_history_hours')), false) as may_read,
    (select coalesce(pg_get_userbyid(recorded.relowner), '')::text from recorded
        where recorded.kind = 'jobs') as owner,
    (select min(day.day) from day where day.parent = '_yardmaster_history') as first_day,
    (select max(day.day) from day where day.parent = '_yardmaster_history') as last_day,
    coalesce((select count(*) = 2 from day where day.day = to_char(now() at time zone 'UTC', 'YYYY-MM-DD')), false)
        as has_today,
    coalesce((select sum(pg_total_relation_size(part.oid)) from part), 0)::bigint as run_bytes,
    -- Those of days to come are empty.
    coalesce((select sum(pg_total_relation_size(part.oid)) from part where pg_relation_size(part.oid) > 0),
        0)::bigint as filled_bytes,
    coalesce((select pg_total_relation_size(relation.oid) from relation
        where relation.relname = '_yardmaster_history_hours'), 0)::bigint as rollup_bytes,
    (select case when extract(epoch from now() - began.at) > 3600
            then pg_stat_get_tuples_deleted(recorded.oid) * 86400 / extract(epoch from now() - began.at) end
        from recorded
        cross join (
            select coalesce(stats.stats_reset, pg_postmaster_start_time()) as at
            from pg_catalog.pg_stat_database stats where stats.datname = current_database()) as began
        where recorded.kind = 'jobs')::bigint as deleted_per_day,
    (select payloads.are_kept from payloads) as keeps_payloads,
    coalesce((select sum(pg_total_relation_size(payload_part.oid)) from payload_part), 0)::bigint
        as payload_bytes,
    coalesce((select has_schema_privilege(home.oid, 'usage') from home), false)
        and coalesce((
            select has_table_privilege(relation.oid, 'select') and (
                not row_security_active(relation.oid) or exists (
                    select from pg_catalog.pg_policy shown cross join unnest(shown.polroles) as role
                    where shown.polrelid = relation.oid and (role = 0 or pg_has_role(role, 'usage'))))
            from relation
            where relation.relname = '_yardmaster_history_payloads'), false) as may_read_payloads
