-- The names that jobs can be asked for: the first $1 tasks and the first $1 queues by name, which
-- their unique indexes give in this order.
-- Returns kind ('task' or 'queue'), name and id.
(select 'task' as kind, tasks.identifier as name, tasks.id
 from :"schema"._private_tasks as tasks
 order by tasks.identifier
 limit $1::int)
union all
(select 'queue' as kind, queues.queue_name as name, queues.id
 from :"schema"._private_job_queues as queues
 order by queues.queue_name
 limit $1::int)
