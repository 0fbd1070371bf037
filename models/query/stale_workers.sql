-- The ids of up to 1000 registered workers without a heartbeat for the larger of $1 ms and the threshold
-- that they published, without one for five minutes: the rule of sweep_preview.sql by the server's clock.
select workers.id
from :"schema"._private_workers as workers
where workers.last_heartbeat_at < now() - interval '1 millisecond' * greatest($1::bigint, case
    when jsonb_typeof(workers.metadata -> 'sweep_threshold_ms') = 'number'
        then least((workers.metadata ->> 'sweep_threshold_ms')::numeric, 1e12)::bigint
    else 300000
end)
order by workers.last_heartbeat_at desc
limit 1000
