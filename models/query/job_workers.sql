-- The registered ones of the workers $1 (text[]), with ms of silence, in every row how many registered
-- workers are not stale, how many of its jobs the worker had started at its last heartbeat, null where it
-- does not say, and whether it is stale. At least one row: a worker of null. $2 (text[]): the stale
-- workers, see readStaleWorkers().
select workers.id,
       (extract(epoch from now() - workers.last_heartbeat_at) * 1000)::bigint as silent_ms,
       live.count,
       case when jsonb_typeof(workers.metadata -> 'running') = 'number'
           then least((workers.metadata ->> 'running')::numeric, 1e12)::bigint end as running,
       coalesce(workers.id = any ($2::text[]), false) as is_stale
from (select count(*) from :"schema"._private_workers as workers
      where workers.id <> all ($2::text[])) as live
left join :"schema"._private_workers as workers on workers.id = any ($1::text[])
