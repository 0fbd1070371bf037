-- Whether a history of schema :'schema' is there, whether this role may read it, and which of its tables are
-- missing, one name a line: one row.
select
    coalesce(bool_or(class.oid is not null and wanted.is_sign), false) as is_there,
    coalesce(bool_and(has_schema_privilege(class.relnamespace, 'usage')
                      and has_any_column_privilege(class.oid, 'select'))
                 filter (where class.oid is not null), false) as may_read,
    string_agg(wanted.name, e'\n' order by wanted.name) filter (where class.oid is null) as missing
from (values
    ('_yardmaster_history', true),
    ('_yardmaster_history_failures', false),
    ('_yardmaster_history_hours', false),
    ('_yardmaster_history_names', false),
    ('_yardmaster_history_state', true)
) as wanted (name, is_sign)
left join pg_catalog.pg_namespace as home on home.nspname = :'schema'
left join pg_catalog.pg_class as class
    on class.relnamespace = home.oid and class.relname = wanted.name and class.relkind in ('r', 'p')
