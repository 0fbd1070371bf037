-- The indexes without which every fetch reads the table of jobs: name, and whether it is there and usable
-- (null: it is not there).
select wanted.name, index.indisvalid and index.indisready as is_usable
from (values ('jobs_main_index'), ('jobs_no_queue_index')) as wanted (name)
left join (
    pg_class as class
    join pg_namespace as home on home.oid = class.relnamespace and home.nspname = :'schema'
    join pg_index as index on index.indexrelid = class.oid
) on class.relname = wanted.name
order by wanted.name
