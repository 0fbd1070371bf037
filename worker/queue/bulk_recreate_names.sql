-- Registers the tasks $1 and queues $2 (text[]) that are missing. Sorted, so that two callers with the
-- same new names cannot wait for each other.
with tasks as (
    insert into :"schema"._private_tasks (identifier)
    select distinct wanted.name
    from unnest($1::text[]) as wanted (name)
    where not exists (
        select from :"schema"._private_tasks as known where known.identifier = wanted.name)
    order by wanted.name
    on conflict do nothing
)
insert into :"schema"._private_job_queues (queue_name)
select distinct wanted.name
from unnest($2::text[]) as wanted (name)
where not exists (
    select from :"schema"._private_job_queues as known where known.queue_name = wanted.name)
order by wanted.name
on conflict do nothing
