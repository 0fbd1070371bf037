-- Whether there is a history, and this role may keep it on this server; why not: a standby, or a session that
-- only reads by default; and which of its tables are gone, one name a line. Reads the catalog only, so that
-- nothing missing is an error. Binds nothing. Returns one row.
select
    routines.found = 2 as is_there,
    routines.may as may_keep,
    pg_is_in_recovery() as is_standby,
    current_setting('transaction_read_only')::boolean as is_read_only,
    (select string_agg(wanted.name, e'\n' order by wanted.name)
        from (values ('_yardmaster_history'), ('_yardmaster_history_failures'), ('_yardmaster_history_names'),
                ('_yardmaster_history_hours'), ('_yardmaster_history_state')) as wanted (name)
        where not exists (
            select from pg_catalog.pg_class c
            join pg_catalog.pg_namespace n on n.oid = c.relnamespace
            where n.nspname = :'schema' and c.relname = wanted.name)) as missing
from (
    select count(*) as found,
        coalesce(bool_and(has_schema_privilege(p.pronamespace, 'usage')
            and has_function_privilege(p.oid, 'execute')), false) as may
    from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname = :'schema'
        and p.proname in ('_yardmaster_history_rollup', '_yardmaster_history_prune')
) as routines
