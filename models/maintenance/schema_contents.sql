-- What DROP SCHEMA would remove from the schema itself: kind, name, rows as the statistics know them
-- (tables only; negative: never analyzed), bytes. Indexes, sequences of columns, constraints and row
-- types go with their tables and are not listed. Binds nothing.
with home as (
    select namespace.oid from pg_namespace as namespace where namespace.nspname = :'schema'
)
select
    case class.relkind
        when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
        when 'f' then 'foreign table' when 'c' then 'type' else 'table'
    end as kind,
    class.relname::text as name,
    case when class.relkind in ('r', 'p', 'm') then
        greatest(class.reltuples, stats.n_live_tup)::bigint
    end as row_count,
    case when class.relkind in ('r', 'p', 'm') then pg_total_relation_size(class.oid) end as bytes
from pg_class as class
join home on home.oid = class.relnamespace
left join pg_stat_all_tables as stats on stats.relid = class.oid
where class.relkind in ('r', 'p', 'v', 'm', 'f', 'c')
   or (class.relkind = 'S' and not exists (
        select from pg_depend as owned
        where owned.classid = 'pg_class'::regclass and owned.objid = class.oid
          and owned.deptype in ('a', 'i') and owned.refclassid = 'pg_class'::regclass))
union all
select
    'function',
    routine.proname || '(' || pg_get_function_identity_arguments(routine.oid) || ')',
    null,
    null
from pg_proc as routine
join home on home.oid = routine.pronamespace
union all
select 'type', type.typname::text, null, null
from pg_type as type
join home on home.oid = type.typnamespace
where type.typtype in ('d', 'e', 'r')
order by 1 desc, 2
