-- Jobs whose rows were written by the transaction $1 (the lower half of its id, text) or a later one, newest
-- first, $2 at most: by comparing ids, because neither workers nor the schema's functions note every change in
-- updated_at. Reads the whole table of jobs. TransitionReader puts a condition in the marked place. Returns at
-- least one row; the oldest transaction that is under way, by which the next look begins, and the server's
-- time in microseconds come first, then id (null: nothing has changed), the row's version, task, queue,
-- priority, run_at (microseconds; the ends of the range for infinity), attempts, max_attempts, whether it is
-- locked, by whom, and the beginning of the error.
select
    moment.oldest,
    moment.now_us,
    changed.id,
    changed.version,
    changed.task,
    changed.queue,
    changed.priority,
    changed.run_at_us,
    changed.attempts,
    changed.max_attempts,
    changed.is_locked,
    changed.locked_by,
    changed.error
from (
    select txid_snapshot_xmin(txid_current_snapshot()) as oldest,
        (extract(epoch from now()) * 1000000)::bigint as now_us
) as moment
left join lateral (
    select jobs.id,
        jobs.xmin::text as version,
        tasks.identifier as task,
        queues.queue_name as queue,
        jobs.priority,
        case
            when jobs.run_at >= '294247-01-01' then 9223372036854775807
            when jobs.run_at = '-infinity' then (-9223372036854775808)
            else (extract(epoch from jobs.run_at) * 1000000)::bigint
        end as run_at_us,
        jobs.attempts,
        jobs.max_attempts,
        jobs.locked_at is not null as is_locked,
        jobs.locked_by,
        left(jobs.last_error, 200) as error
    from :"schema"._private_jobs as jobs
    left join :"schema"._private_tasks as tasks on tasks.id = jobs.task_id
    left join :"schema"._private_job_queues as queues on queues.id = jobs.job_queue_id
    where age(jobs.xmin) <= age($1::text::xid)
      and true /*where*/
    order by age(jobs.xmin), jobs.id desc
    limit $2::int
) as changed on true
