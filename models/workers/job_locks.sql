-- Who holds locked jobs: for each owner, those with the most first, its $1 (integer) oldest ones.
-- At most $2 (integer) rows: owner, how many it holds, locked_at of its oldest and of its newest
-- (microseconds since 1970), then one job: id, task, queue, locked_at, attempts, max_attempts.
--
-- _yardmaster_locked_jobs finds these rows where it was created; else this reads the whole table, ten
-- million jobs in 1.3 s, which is why it is asked less often the longer it takes.
with locked as materialized (
    select jobs.id, jobs.task_id, jobs.job_queue_id, jobs.locked_by, jobs.locked_at, jobs.attempts,
           jobs.max_attempts
    from :"schema"._private_jobs as jobs
    where jobs.locked_at is not null
),
numbered as (
    select locked.id, locked.task_id, locked.job_queue_id, locked.locked_by, locked.locked_at,
           locked.attempts, locked.max_attempts,
           row_number() over (partition by locked.locked_by order by locked.locked_at, locked.id) as n,
           count(*) over (partition by locked.locked_by) as held,
           min(locked.locked_at) over (partition by locked.locked_by) as oldest,
           max(locked.locked_at) over (partition by locked.locked_by) as newest
    from locked
)
select
    coalesce(numbered.locked_by, '') as owner,
    numbered.held,
    (extract(epoch from numbered.oldest) * 1000000)::bigint as oldest_us,
    (extract(epoch from numbered.newest) * 1000000)::bigint as newest_us,
    numbered.id,
    tasks.identifier,
    queues.queue_name,
    case when numbered.locked_at is not null then
        (extract(epoch from greatest(least(numbered.locked_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint
    end as locked_us,
    numbered.attempts,
    numbered.max_attempts
from numbered
left join :"schema"._private_tasks as tasks on tasks.id = numbered.task_id
left join :"schema"._private_job_queues as queues on queues.id = numbered.job_queue_id
where numbered.n <= $1::integer
order by numbered.held desc, numbered.locked_by, numbered.n
limit $2::integer
