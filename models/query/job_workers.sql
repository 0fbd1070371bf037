-- The registered ones of the workers $1 (text[]), with ms of silence, and in the last column of every
-- row how many registered workers were heard of within $2 ms. At least one row: a worker of null.
select workers.id,
       (extract(epoch from now() - workers.last_heartbeat_at) * 1000)::bigint as silent_ms,
       live.count
from (select count(*) from :"schema"._private_workers as workers
      where workers.last_heartbeat_at >= now() - $2::bigint * interval '1 millisecond') as live
left join :"schema"._private_workers as workers on workers.id = any ($1::text[])
