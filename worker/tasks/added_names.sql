-- The ids of the task identifiers $1 (text[]) and of the queue names $2 (text[]): is_task, name, id.
select true as is_task, tasks.identifier as name, tasks.id
from :"schema"._private_tasks as tasks
where tasks.identifier = any ($1::text[])
union all
select false, queues.queue_name, queues.id
from :"schema"._private_job_queues as queues
where queues.queue_name = any ($2::text[])
