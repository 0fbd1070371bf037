-- The console's own indexes on the jobs table that are complete and in use. Binds nothing.
select class.relname
from pg_index as index
join pg_class as class on class.oid = index.indexrelid
where index.indrelid = to_regclass(format('%I._private_jobs', :'schema'::text))
  and index.indisvalid
  and class.relname like '\_yardmaster\_%'
