-- Locked jobs: among the $1 newest ones, or all of them, $2 at most, where an index leads to them
-- ($3). Returns id, id of the task, its identifier, id of the queue (null: none), the owner and the
-- time of the lock in microseconds since 1970.
(select jobs.id, jobs.task_id, tasks.identifier, jobs.job_queue_id, jobs.locked_by,
        case when jobs.locked_at is not null then
            (extract(epoch from greatest(least(jobs.locked_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint
        end as locked_at_us
 from (select newest.id, newest.task_id, newest.job_queue_id, newest.locked_by, newest.locked_at
       from :"schema"._private_jobs as newest
       where not $3::boolean
       order by newest.id desc
       limit $1::int) as jobs
 left join :"schema"._private_tasks as tasks on tasks.id = jobs.task_id
 where jobs.locked_at is not null
 limit $2::int)
union all
(select jobs.id, jobs.task_id, tasks.identifier, jobs.job_queue_id, jobs.locked_by,
        (extract(epoch from jobs.locked_at) * 1000000)::bigint
 from :"schema"._private_jobs as jobs
 left join :"schema"._private_tasks as tasks on tasks.id = jobs.task_id
 where $3::boolean and jobs.locked_at is not null
 order by jobs.id desc
 limit $2::int)
