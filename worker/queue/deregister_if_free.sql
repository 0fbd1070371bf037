-- Removes the worker $1 (text) from the registry unless a queue or a job is locked under its name, because
-- sweeps find such locks by the registry row. Returns its id if it was removed. Looking for jobs reads the
-- whole table, which takes a second for each ten million: where there are more than a million, only if $2
-- (boolean), the worker does not know for sure that it holds none.
delete from :"schema"._private_workers as workers
where workers.id = $1::text
  and not exists (
      select from :"schema"._private_job_queues as queues where queues.locked_by = $1::text)
  and not (
      ($2::boolean
       or (select class.reltuples from pg_class as class
           where class.oid = to_regclass(format('%I._private_jobs', :'schema'))) < 1000000)
      and exists (select from :"schema"._private_jobs as jobs where jobs.locked_by = $1::text))
returning workers.id
