-- The indexes without which every fetch reads the whole table of jobs, as far as the schema lacks them: name.
-- None for schemas of graphile_worker_rs, whose indexes are its own.
select wanted.name
from (values ('jobs_main_index'), ('jobs_no_queue_index')) as wanted (name)
join pg_namespace as home on home.nspname = :'schema'
where exists (
    select from pg_class as jobs where jobs.relnamespace = home.oid and jobs.relname = '_private_jobs')
and not exists (
    select from pg_class as other
    where other.relnamespace = home.oid and other.relname in (wanted.name, '_private_job_retirements'))
order by wanted.name
