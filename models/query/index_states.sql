-- The console's own indexes on the jobs table, whatever state they are in, with the progress of
-- creating them as far as this role may see it. Binds nothing.
select
    class.relname,
    index.indisvalid,
    pg_relation_size(class.oid) as bytes,
    progress.pid is not null as is_building,
    progress.phase,
    case when progress.blocks_total > 0 then progress.blocks_done else progress.tuples_done end as done,
    case when progress.blocks_total > 0 then progress.blocks_total else progress.tuples_total end as total
from pg_index as index
join pg_class as class on class.oid = index.indexrelid
left join pg_stat_progress_create_index as progress
    on progress.index_relid = index.indexrelid and progress.datname = current_database()
where index.indrelid = to_regclass(format('%I._private_jobs', :'schema'::text))
  and class.relname like '\_yardmaster\_%'
order by class.relname
