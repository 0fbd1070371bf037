-- Schemas of this database that hold a job queue, but one.
-- $1: the one, text. Returns: name.
select space.nspname::text as name
from pg_catalog.pg_class as jobs
join pg_catalog.pg_namespace as space on space.oid = jobs.relnamespace
where jobs.relname = '_private_jobs'
  and jobs.relkind in ('r', 'p')
  and space.nspname <> $1
order by 1
limit 20
