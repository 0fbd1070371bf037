-- Registered workers that sent a heartbeat in the last $1 ms, the longest running first: id,
-- milliseconds since 1970 of the last heartbeat and of the start, ms since that heartbeat,
-- metadata.
select
    workers.id,
    (extract(epoch from workers.last_heartbeat_at) * 1000)::bigint as last_heartbeat_ms,
    (extract(epoch from workers.started_at) * 1000)::bigint as started_ms,
    (extract(epoch from now() - workers.last_heartbeat_at) * 1000)::bigint as silent_ms,
    workers.metadata
from :"schema"._private_workers as workers
where workers.last_heartbeat_at >= now() - $1::bigint * interval '1 millisecond'
order by workers.started_at, workers.id
