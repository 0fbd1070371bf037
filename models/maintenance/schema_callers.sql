-- Functions in other schemas whose text names this one: they stay, and fail from then on. At most $1
-- (integer), as schema.name(arguments). PostgreSQL does not track what a function's text uses.
select namespace.nspname || '.' || routine.proname || '('
    || pg_get_function_identity_arguments(routine.oid) || ')' as caller
from pg_proc as routine
join pg_namespace as namespace on namespace.oid = routine.pronamespace
where namespace.nspname <> :'schema'
  and namespace.nspname not in ('pg_catalog', 'information_schema')
  and namespace.nspname not like 'pg\_temp%'
  and position(:'schema' in routine.prosrc) > 0
order by 1
limit $1::integer
