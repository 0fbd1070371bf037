-- What the history keeps of the payloads of jobs: $1 bigint[], their ids. A row for each that it keeps something
-- of, the latest where an id was used twice; task null: its name is not known any more.
select distinct on (kept.id)
    kept.id,
    kept.state::text as state,
    coalesce(tasks.identifier, task_names.name) as task,
    coalesce(queues.queue_name, queue_names.name) as queue,
    kept.queue_id is not null as has_queue,
    kept.priority,
    kept.max_attempts,
    (select to_json(array_agg(flag.name order by flag.name))::text
        from jsonb_object_keys(case when jsonb_typeof(kept.flags) = 'object' then kept.flags end)
            as flag (name)) as flags,
    kept.payload::text as payload
from :"schema"._yardmaster_history_payloads as kept
left join :"schema"._private_tasks as tasks on tasks.id = kept.task_id
left join :"schema"._yardmaster_history_names as task_names
    on task_names.kind = 't' and task_names.id = kept.task_id
left join :"schema"._private_job_queues as queues on queues.id = kept.queue_id
left join :"schema"._yardmaster_history_names as queue_names
    on queue_names.kind = 'q' and queue_names.id = kept.queue_id
where kept.id = any ($1::bigint[])
order by kept.id, kept.finished desc
