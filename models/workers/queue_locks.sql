-- The named queues that are locked, at most $1 (integer): name, by whom, since when in microseconds
-- since 1970.
select
    queues.queue_name,
    queues.locked_by,
    (extract(epoch from queues.locked_at) * 1000000)::bigint as locked_us
from :"schema"._private_job_queues as queues
where not queues.is_available
  and queues.locked_by is not null
order by queues.queue_name
limit $1::integer
