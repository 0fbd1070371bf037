-- The lock of the queue named $1, with the server's time: no row if there is no such queue. Times in
-- microseconds since 1970.
select queues.id, queues.locked_by,
       (extract(epoch from queues.locked_at) * 1000000)::bigint as locked_at_us,
       (extract(epoch from now()) * 1000000)::bigint as now_us
from :"schema"._private_job_queues as queues
where queues.queue_name = $1::text
