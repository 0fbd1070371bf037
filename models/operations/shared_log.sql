-- The operator log as rows of the schema, for everybody who works with it. Roles that may change jobs may
-- add entries and read them; when and by whom one was added is the server's word. Only the owner of the
-- table, and who may write everywhere, can change or delete any.
create table :"schema"._yardmaster_operator_log (
    id bigint generated always as identity constraint _yardmaster_operator_log_pkey primary key,
    at timestamptz not null default clock_timestamp(),
    db_user text not null default session_user,
    entry json not null check (json_typeof(entry) = 'object')
);
select set_config('yardmaster.schema', :'schema', false);
do $yardmaster$
declare
    log regclass := format('%I._yardmaster_operator_log', current_setting('yardmaster.schema'));
    jobs regclass := format('%I._private_jobs', current_setting('yardmaster.schema'));
    role text;
begin
    -- Default privileges may have granted more than that.
    for role in
        select distinct case when held.grantee = 0 then 'public'
                             else quote_ident(pg_get_userbyid(held.grantee)) end
        from pg_class as class
        cross join lateral aclexplode(class.relacl) as held
        where class.oid = log and held.grantee <> class.relowner
    loop
        execute format('revoke all on %s from %s', log, role);
    end loop;
    for role in
        select distinct case when held.grantee = 0 then 'public'
                             else quote_ident(pg_get_userbyid(held.grantee)) end
        from (
            select aclexplode(coalesce(class.relacl, acldefault('r', class.relowner))) as acl
            from pg_class as class
            where class.oid = jobs
            union all
            select aclexplode(attribute.attacl)
            from pg_attribute as attribute
            where attribute.attrelid = jobs
        ) as granted
        cross join lateral (select (granted.acl).grantee, (granted.acl).privilege_type) as held
        where held.privilege_type = 'UPDATE'
          and held.grantee <> (select class.relowner from pg_class as class where class.oid = log)
    loop
        execute format('grant select, insert (entry) on %s to %s', log, role);
    end loop;
end
$yardmaster$;
