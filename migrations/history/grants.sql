-- Who may read and keep the history: the roles of migrations/roles, which are known by their policies.
-- Viewers, operators and workers read all but payloads; operators and workers keep it. Columns are granted
-- one by one, so that nobody sees a new one by chance. Only operators, who may add finished jobs again, read
-- their payloads; a policy shows them these rows, so that a grant on all tables shows none.
do $yardmaster$
declare
    item record;
    columns text;
begin
    for item in
        select tables.name, format('%I.%I', :'schema', tables.name) as relation, roles.policy,
            pg_get_userbyid(roles.role) as role
        from (values ('_yardmaster_history_state'), ('_yardmaster_history'), ('_yardmaster_history_rest'),
                ('_yardmaster_history_failures'), ('_yardmaster_history_failures_rest'),
                ('_yardmaster_history_names'), ('_yardmaster_history_hours'), ('_yardmaster_history_marks'),
                ('_yardmaster_history_payload_rules'), ('_yardmaster_history_payloads')) as tables (name)
        cross join (
            select distinct policy.polname as policy, unnest(policy.polroles) as role
            from pg_policy as policy
            join pg_class as class on class.oid = policy.polrelid
            join pg_namespace as home on home.oid = class.relnamespace
            where home.nspname = :'schema' and class.relname = '_private_tasks'
                and policy.polname in ('_yardmaster_viewer', '_yardmaster_changer', '_yardmaster_reader',
                    '_yardmaster_operator')
        ) as roles
        where to_regclass(format('%I.%I', :'schema', tables.name)) is not null and roles.role <> 0
            and (tables.name = '_yardmaster_history_payloads') = (roles.policy = '_yardmaster_operator')
    loop
        if item.policy = '_yardmaster_reader' then
            select string_agg(quote_ident(attribute.attname), ', ' order by attribute.attnum)
            into columns
            from pg_attribute as attribute
            where attribute.attrelid = item.relation::regclass and attribute.attnum > 0
                and not attribute.attisdropped;
            execute format('grant select (%s) on %s to %I', columns, item.relation, item.role);
        else
            execute format('grant select on %s to %I', item.relation, item.role);
        end if;
        if item.policy = '_yardmaster_changer' and item.name = '_yardmaster_history_state' then
            execute format('grant execute on function %I._yardmaster_history_rollup(), '
                           '%I._yardmaster_history_prune(timestamptz) to %I',
                           :'schema', :'schema', item.role);
        end if;
    end loop;
    -- Only where it differs: it keeps everybody out.
    if to_regclass(format('%I._yardmaster_history_payloads', :'schema')) is not null then
        select (select policy.polroles from pg_policy as policy
                where policy.polrelid = to_regclass(format('%I._private_tasks', :'schema'))
                    and policy.polname = '_yardmaster_operator') as wanted,
            (select policy.polroles from pg_policy as policy
                where policy.polrelid = to_regclass(format('%I._yardmaster_history_payloads', :'schema'))
                    and policy.polname = '_yardmaster_operator') as present
        into item;
        if item.present is distinct from item.wanted then
            execute format('drop policy if exists _yardmaster_operator on %I._yardmaster_history_payloads',
                           :'schema');
            if item.wanted is not null then
                execute format('create policy _yardmaster_operator on %I._yardmaster_history_payloads '
                               'for select to %s using (true)', :'schema',
                               (select string_agg(quote_ident(pg_get_userbyid(role)), ', ')
                                from unnest(item.wanted) as role));
            end if;
        end if;
    end if;
end
$yardmaster$;
