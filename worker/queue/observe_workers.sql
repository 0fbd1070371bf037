-- The registry as a sweeper observes it: id, the last heartbeat in microseconds since 1970, and the
-- threshold in milliseconds that the worker has published (null: none).
select
    workers.id,
    (extract(epoch from workers.last_heartbeat_at) * 1000000)::bigint as heartbeat_us,
    case when jsonb_typeof(workers.metadata -> 'sweep_threshold_ms') = 'number'
        then least((workers.metadata ->> 'sweep_threshold_ms')::numeric, 1e12)::bigint
    end as threshold_ms
from :"schema"._private_workers as workers
