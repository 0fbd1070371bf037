-- The registered workers, those heard of last first, at most $1 (integer): id, the last heartbeat
-- and the start in microseconds since 1970, milliseconds of silence, metadata.
select
    workers.id,
    (extract(epoch from workers.last_heartbeat_at) * 1000000)::bigint as heartbeat_us,
    (extract(epoch from workers.started_at) * 1000000)::bigint as started_us,
    (extract(epoch from now() - workers.last_heartbeat_at) * 1000)::bigint as silent_ms,
    left(workers.metadata::text, 65536) as metadata
from :"schema"._private_workers as workers
order by workers.last_heartbeat_at desc
limit $1::integer
