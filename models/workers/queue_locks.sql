-- The named queues that are locked, at most $1 (integer): name, by whom, since when in microseconds
-- since 1970.
select
    queues.queue_name,
    queues.locked_by,
    case when queues.locked_at is not null then
        (extract(epoch from greatest(least(queues.locked_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint
    end as locked_us
from :"schema"._private_job_queues as queues
where not queues.is_available
  and queues.locked_by is not null
order by queues.queue_name
limit $1::integer
