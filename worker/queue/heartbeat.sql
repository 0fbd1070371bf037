-- Writes a heartbeat of worker $1, with metadata $2 (json; null keeps the former). Returns the ms
-- since the last heartbeat, null if it was not registered: new, or swept as stale. The look-up sees
-- the row as it was before the call.
select
    (select (extract(epoch from now() - workers.last_heartbeat_at) * 1000)::bigint
        from :"schema"._private_workers as workers where workers.id = $1::text) as silent_ms,
    :"schema".worker_heartbeat($1::text, $2::json) as done
