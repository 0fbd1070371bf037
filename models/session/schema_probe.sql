-- What a role can see and do in a job schema. Asks the catalog only; nothing missing and no missing
-- right is an error in the server's log. Binds nothing. Returns one row; lists have one name a line.
with home as (
    select oid, nspowner from pg_catalog.pg_namespace where nspname = :'schema'
),
relation as (
    select c.oid, c.relname, c.relkind, c.relowner
    from pg_catalog.pg_class c join home on home.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f')
),
jobs as (
    select oid, relowner from relation where relname = '_private_jobs' and relkind = 'r'
),
routine as (
    select p.oid, p.proname from pg_catalog.pg_proc p join home on home.oid = p.pronamespace
),
kept (name) as (
    values ('_private_jobs'), ('_private_tasks'), ('_private_job_queues'),
        ('_private_known_crontabs'), ('_private_workers'), ('migrations'), ('jobs'),
        ('add_job'), ('add_jobs'), ('complete_jobs'), ('permanently_fail_jobs'),
        ('reschedule_jobs'), ('remove_job'), ('force_unlock_workers'), ('worker_heartbeat'),
        ('worker_deregister'), ('list_stale_workers'), ('list_orphan_locked_workers'),
        ('recover_dead_worker_jobs'), ('delete_stale_workers')
),
addition (name) as (
    select relname::text from relation
    union select proname::text from routine
    union select 'trigger ' || t.tgname
        from pg_catalog.pg_trigger t join relation on relation.oid = t.tgrelid
        where not t.tgisinternal and t.tgname not like '\_yardmaster\_%'
            and relation.relname in (select kept.name from kept)
)
select current_database()::text as database,
    current_user::text as role,
    current_setting('server_version') as version,
    coalesce(pg_get_userbyid(coalesce(jobs.relowner, home.nspowner)), '')::text as owner,
    coalesce(pg_has_role(jobs.relowner, 'usage'), false) as owns_jobs,
    -- Not where a policy lets the role see jobs.
    coalesce(row_security_active(jobs.oid), false) and not exists (
        select from pg_catalog.pg_policy policy
        where policy.polrelid = jobs.oid and policy.polpermissive and policy.polcmd in ('r', '*')
            and exists (select from unnest(policy.polroles) as granted
                where granted = 0 or pg_has_role(granted, 'usage'))) as hides_rows,
    coalesce(has_schema_privilege(home.oid, 'usage')
        and has_table_privilege(jobs.oid, 'select'), false) as may_read,
    coalesce(has_schema_privilege(home.oid, 'usage')
        and has_table_privilege(jobs.oid, 'update')
        and has_table_privilege(jobs.oid, 'delete'), false) as may_write,
    (select string_agg(wanted.name, e'\n' order by wanted.name collate "C")
        from (values ('_private_jobs'), ('_private_tasks'), ('_private_job_queues')) as wanted (name)
        where wanted.name not in (select relname::text from relation)
    ) as missing_tables,
    (select string_agg(distinct routine.proname::text, e'\n' order by routine.proname::text)
        from routine
        where routine.proname in ('add_job', 'add_jobs', 'complete_jobs', 'permanently_fail_jobs',
                'reschedule_jobs', 'remove_job', 'force_unlock_workers')
            and not (has_schema_privilege(home.oid, 'usage')
                and has_function_privilege(routine.oid, 'execute'))
    ) as denied_functions,
    (select string_agg(addition.name, e'\n' order by addition.name collate "C")
        from addition
        where addition.name not in (select kept.name from kept)
            and addition.name not like '\_yardmaster\_%'
    ) as additions
from (select) one
left join home on true
left join jobs on true;
