-- Removes the worker $1 (text) from the registry unless a job or a queue is locked under its name, because
-- sweeps find such locks by the registry row. Returns its id if it was removed. Reads the whole table of
-- jobs.
delete from :"schema"._private_workers as workers
where workers.id = $1::text
  and not exists (
      select from :"schema"._private_job_queues as queues where queues.locked_by = $1::text)
  and not exists (select from :"schema"._private_jobs as jobs where jobs.locked_by = $1::text)
returning workers.id
