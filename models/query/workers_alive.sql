-- The $1 registered workers heard of last: id, ms of silence, and the task identifiers they say they
-- know as a JSON array of texts (null: they do not say), whether that list was cut, and the threshold in
-- ms that they published (null: none).
select workers.id,
       (extract(epoch from now() - workers.last_heartbeat_at) * 1000)::bigint as silent_ms,
       case when jsonb_typeof(workers.metadata -> 'tasks') = 'array'
           then workers.metadata -> 'tasks' end as tasks,
       coalesce((workers.metadata ->> 'tasks_cut') = 'true', false) as is_cut,
       case when jsonb_typeof(workers.metadata -> 'sweep_threshold_ms') = 'number'
           then least((workers.metadata ->> 'sweep_threshold_ms')::numeric, 1e12)::bigint
       end as threshold_ms
from :"schema"._private_workers as workers
order by workers.last_heartbeat_at desc
limit $1::int
