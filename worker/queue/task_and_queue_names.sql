-- The ids of the task identifiers $1 (text[]; kind 0) and of the queue names $2 (text[]; kind 1).
select 0 as kind, tasks.id, tasks.identifier as name
from :"schema"._private_tasks as tasks
where tasks.identifier = any ($1::text[])
union all
select 1, queues.id, queues.queue_name
from :"schema"._private_job_queues as queues
where queues.queue_name = any ($2::text[])
