-- The operator log in the schema: is it there, may this role add to it and read it, may it remove it, may
-- it create it, how large is it. No row: there is no such schema.
select
    log.oid is not null as is_there,
    coalesce(has_schema_privilege(home.oid, 'usage')
             and has_column_privilege(log.oid, 'entry', 'insert')
             and has_table_privilege(log.oid, 'select'), false) as may_add,
    coalesce(pg_has_role(log.relowner, 'usage') or pg_has_role(home.nspowner, 'usage'), false) as may_remove,
    has_schema_privilege(home.oid, 'create') as may_create,
    coalesce(pg_total_relation_size(log.oid), 0) as bytes
from pg_namespace as home
left join pg_class as log
    on log.relnamespace = home.oid and log.relname = '_yardmaster_operator_log' and log.relkind = 'r'
where home.nspname = :'schema'
