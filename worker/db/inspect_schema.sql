-- What a schema contains and what this role may do there. Reads the catalog only, so that neither a
-- missing object nor a missing right causes an error in the server's log (to_regclass raises one
-- without USAGE). Binds nothing. Returns one row.
select home.oid is not null as schema_exists,
    case when home.oid is null then has_database_privilege(current_database(), 'create')
        else has_schema_privilege(home.oid, 'create')
            and (ledger.oid is null or pg_has_role(ledger.relowner, 'usage'))
    end as may_create,
    ledger.oid is not null as has_ledger,
    coalesce(has_schema_privilege(home.oid, 'usage')
        and has_table_privilege(ledger.oid, 'select'), false) as may_read_ledger,
    (select count(*) = 2 from pg_catalog.pg_attribute a
        where a.attrelid = ledger.oid and not a.attisdropped
            and (a.attname, a.atttypid) in (('id', 'integer'::regtype), ('ts', 'timestamptz'::regtype))
    ) as is_ledger,
    exists (select from pg_catalog.pg_attribute a
        where a.attrelid = ledger.oid and not a.attisdropped and a.attname = 'breaking'
    ) as has_breaking_column,
    exists (select from pg_catalog.pg_class c
        where c.relnamespace = home.oid and c.relname = '_private_workers'
    ) as has_workers,
    (select count(distinct p.proname) from pg_catalog.pg_proc p
        where p.pronamespace = home.oid and p.proname in ('worker_heartbeat', 'worker_deregister',
            'delete_stale_workers', 'list_stale_workers', 'list_orphan_locked_workers',
            'recover_dead_worker_jobs')
    ) as registry_functions,
    exists (select from pg_catalog.pg_class c
        where c.relnamespace = home.oid and c.relname = '_yardmaster_migrations'
    ) as has_own_ledger,
    exists (select from pg_catalog.pg_class c
        where c.relnamespace = home.oid and c.relname = '_private_job_retirements')
    or exists (select from pg_catalog.pg_proc p
        where p.pronamespace = home.oid and p.proname = '_private_return_jobs'
    ) as has_rust_objects,
    exists (select from pg_catalog.pg_class c
        where c.relnamespace = home.oid and c.relname in ('_private_jobs', 'jobs')
            and c.relkind = 'r' and row_security_active(c.oid)
            -- A policy may let the role see them.
            and not exists (select from pg_catalog.pg_policy p
                where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*')
                    and exists (select from unnest(p.polroles) as granted
                        where granted = 0 or pg_has_role(granted, 'usage')))
    ) as rows_hidden,
    current_user::text as role,
    current_database()::text as database,
    coalesce(pg_get_userbyid(coalesce(ledger.relowner, home.nspowner)), '')::text as owner
from (select) one
left join pg_catalog.pg_namespace home on home.nspname = :'schema'
left join pg_catalog.pg_class ledger
    on ledger.relnamespace = home.oid and ledger.relname = 'migrations' and ledger.relkind in ('r', 'p');
