-- Queues: the $1 first by name, those with the ids $2 (int[]), and up to $1 locked ones unless the
-- table is large, since no index knows them. Returns id, name, the time of the lock in microseconds
-- since 1970 and its owner; and in every row how the server's time is and whether locked ones may be
-- missing.
with size as (
    select pg_relation_size(to_regclass(format('%I._private_job_queues', :'schema'::text)))
        > 32 * 1024 * 1024 as is_large
),
wanted as (
    (select queues.id from :"schema"._private_job_queues as queues
     order by queues.queue_name limit $1::int)
    union
    select given.id from unnest($2::int[]) as given (id)
    union
    (select queues.id from :"schema"._private_job_queues as queues
     where not (select size.is_large from size) and queues.locked_at is not null
     limit $1::int)
)
select queues.id, queues.queue_name,
       case when queues.locked_at is not null then
           (extract(epoch from greatest(least(queues.locked_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint
       end as locked_at_us, queues.locked_by,
       (extract(epoch from now()) * 1000000)::bigint as now_us, size.is_large
from size
left join (wanted join :"schema"._private_job_queues as queues on queues.id = wanted.id) on true
order by queues.queue_name
