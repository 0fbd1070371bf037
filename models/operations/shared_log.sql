-- The operator log as rows of the schema, for everybody who works with it. Whoever may change jobs may
-- add entries and read them; when and by whom one was added is the server's word. Only the owner of the
-- table can change or remove any.
create table :"schema"._yardmaster_operator_log (
    id bigint generated always as identity constraint _yardmaster_operator_log_pkey primary key,
    at timestamptz not null default clock_timestamp(),
    db_user text not null default session_user,
    entry json not null
);
do $yardmaster$
declare
    role name;
begin
    for role in
        select distinct case when held.grantee = 0 then 'public'
                             else quote_ident(pg_get_userbyid(held.grantee)) end
        from pg_class as jobs
        join pg_namespace as home on home.oid = jobs.relnamespace
        cross join lateral aclexplode(jobs.relacl) as held
        where home.nspname = :'schema' and jobs.relname = '_private_jobs'
          and held.privilege_type = 'UPDATE'
    loop
        execute format('grant select, insert (entry) on %I._yardmaster_operator_log to %s',
                       :'schema', role);
    end loop;
end
$yardmaster$;
