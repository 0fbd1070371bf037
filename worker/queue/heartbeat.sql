-- Says that worker $1 lives, with metadata $2 (json; null keeps what was said before). Returns for
-- how many ms it had been silent, null if it was not registered: new, or swept as dead.
-- The look-up sees the row as it was before the call.
select
    (select (extract(epoch from now() - workers.last_heartbeat_at) * 1000)::bigint
        from :"schema"._private_workers as workers where workers.id = $1::text) as silent_ms,
    :"schema".worker_heartbeat($1::text, $2::json) as done
