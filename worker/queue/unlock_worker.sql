-- Takes from the worker $1 (text) the jobs $2 (bigint[]) and the queues $3 (text[]), as far as it has
-- held them since $4 (microseconds since 1970) or earlier, and the queues only if it has none of their
-- jobs left: what it has locked or renewed since stays locked. Attempts are not changed. Wakes the
-- workers. Returns the ids of the jobs and the names of the queues, each as JSON.
with changed as materialized (
    update :"schema"._private_jobs as jobs
    set locked_at = null,
        locked_by = null
    where jobs.id = any ($2::bigint[])
      and jobs.locked_by = $1::text
      and jobs.locked_at <= timestamptz 'epoch' + $4::bigint * interval '1 microsecond'
    returning jobs.id, jobs.is_available
),
freed as materialized (
    update :"schema"._private_job_queues as queues
    set locked_at = null,
        locked_by = null
    where queues.queue_name = any ($3::text[])
      and queues.locked_by = $1::text
      and queues.locked_at <= timestamptz 'epoch' + $4::bigint * interval '1 microsecond'
      and not exists (
          select from :"schema"._private_jobs as other
          where other.job_queue_id = queues.id
            and other.locked_at is not null
            and other.locked_by = $1::text
            and not other.id in (select changed.id from changed))
    returning queues.queue_name
),
runnable as (
    select (select count(*) from changed where changed.is_available)
         + (select count(*) from freed) as count
),
woken as materialized (
    select pg_notify(
        'jobs:insert', '{"r":' || random()::text || ',"count":' || runnable.count::text || '}')
    from runnable
    where runnable.count > 0
)
select
    (select coalesce(json_agg(changed.id order by changed.id), '[]') from changed) as jobs,
    (select coalesce(json_agg(freed.queue_name order by freed.queue_name), '[]') from freed) as queues
from runnable
left join woken on true
