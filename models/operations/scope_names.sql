-- The names of tasks ($1 true) or queues by their ids, $2 (bigint[]).
select tasks.id, tasks.identifier as name
from :"schema"._private_tasks as tasks
where $1::boolean and tasks.id = any ($2::bigint[])
union all
select queues.id, queues.queue_name as name
from :"schema"._private_job_queues as queues
where not $1::boolean and queues.id = any ($2::bigint[])
