-- The tables of the schema and their indexes, the largest first. Asks catalog and statistics only; no
-- table is read. Returns: kind (table or index), name, the table it belongs to, bytes (tables: with
-- their TOAST), live and dead rows, last vacuum by anybody (microseconds since 1970), whether an index
-- is valid, how many bytes its rows would take packed tightly (null: cannot be estimated), how often an
-- index was used.
--
-- The estimate is of a freshly built relation: rows times their average width as ANALYZE last saw it,
-- with headers, nine tenths full for indexes. PostgreSQL 13 stores equal keys once, so a real index can
-- be smaller than this.
with home as (
    select namespace.oid from pg_namespace as namespace where namespace.nspname = :'schema'
),
tables as (
    select class.oid, class.relname, class.reltuples, class.relnamespace
    from pg_class as class
    join home on home.oid = class.relnamespace
    where class.relkind in ('r', 'p', 'm')
),
column_width as (
    select
        attribute.attrelid,
        attribute.attnum,
        case
            when attribute.attlen > 0 then attribute.attlen::numeric
            else stats.avg_width::numeric * (1 - coalesce(stats.null_frac, 0))::numeric
        end as width
    from pg_attribute as attribute
    join tables on tables.oid = attribute.attrelid
    left join pg_stats as stats
        on stats.schemaname = :'schema'
        and stats.tablename = tables.relname
        and stats.attname = attribute.attname
    where attribute.attnum > 0 and not attribute.attisdropped
),
table_width as (
    select column_width.attrelid, sum(column_width.width) as width,
           bool_and(column_width.width is not null) as is_known
    from column_width
    group by column_width.attrelid
),
index_width as (
    select index.indexrelid, sum(column_width.width) as width,
           bool_and(key.attnum > 0 and column_width.width is not null) as is_known
    from pg_index as index
    join tables on tables.oid = index.indrelid
    cross join lateral unnest(index.indkey::smallint[]) as key (attnum)
    left join column_width
        on column_width.attrelid = index.indrelid and column_width.attnum = key.attnum
    group by index.indexrelid
),
listed as (
    select
        'table' as kind,
        tables.relname as name,
        tables.relname as owner,
        pg_table_size(tables.oid) as bytes,
        stats.n_live_tup as live,
        stats.n_dead_tup as dead,
        greatest(stats.last_vacuum, stats.last_autovacuum) as vacuumed,
        true as is_valid,
        case when table_width.is_known and tables.reltuples > 0 then
            ceil(tables.reltuples::numeric * (28 + ceil(table_width.width / 8) * 8) / 8168) * 8192
        end as packed,
        null::bigint as scans
    from tables
    left join pg_stat_all_tables as stats on stats.relid = tables.oid
    left join table_width on table_width.attrelid = tables.oid
    union all
    select
        'index',
        class.relname,
        tables.relname,
        pg_relation_size(class.oid),
        null,
        null,
        null,
        index.indisvalid,
        case when index_width.is_known and class.reltuples > 0 and method.amname = 'btree' then
            (1 + ceil(class.reltuples::numeric * (12 + ceil(index_width.width / 8) * 8) / 7337)) * 8192
        end,
        usage.idx_scan
    from pg_index as index
    join tables on tables.oid = index.indrelid
    join pg_class as class on class.oid = index.indexrelid
    join pg_am as method on method.oid = class.relam
    left join index_width on index_width.indexrelid = index.indexrelid
    left join pg_stat_all_indexes as usage on usage.indexrelid = index.indexrelid
)
select
    listed.kind,
    listed.name::text,
    listed.owner::text,
    listed.bytes,
    listed.live,
    listed.dead,
    (extract(epoch from listed.vacuumed) * 1000000)::bigint as vacuumed_us,
    listed.is_valid,
    listed.packed::bigint,
    listed.scans
from listed
order by listed.kind desc, listed.bytes desc, listed.name
