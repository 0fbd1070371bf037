-- The lock of the queue named $1, with the server's time: no row if there is no such queue. Times in
-- microseconds since 1970.
select queues.id, queues.locked_by,
       case when queues.locked_at is not null then
           (extract(epoch from greatest(least(queues.locked_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint
       end as locked_at_us,
       (extract(epoch from now()) * 1000000)::bigint as now_us
from :"schema"._private_job_queues as queues
where queues.queue_name = $1::text
