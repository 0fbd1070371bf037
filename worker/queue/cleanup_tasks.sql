-- Deletes the task identifiers without jobs, but for $1 (text[]); returns how many.
with deleted as (
    delete from :"schema"._private_tasks as tasks
    where tasks.identifier <> all ($1::text[])
      and not exists (
          select from :"schema"._private_jobs as jobs where jobs.task_id = tasks.id)
    returning tasks.id
)
select count(*) from deleted
