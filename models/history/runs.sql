-- Runs in the history, the newest first: $1 at most. Those that ended by the deletion of their job are unnested
-- from their arrays, which are in the order of `finished` by an index; failed attempts are rows of their own.
-- Marks: /*rows*/ of the arrays' rows alone, /*ended*/ and /*failed*/ of each run, /*place*/. Times and durations
-- in microseconds, times since 1970. Names of what is gone come from the history's own table.
select
    run.id,
    run.outcome,
    (extract(epoch from run.finished) * 1000000)::bigint as finished_us,
    (extract(epoch from run.started) * 1000000)::bigint as started_us,
    case when isfinite(run.run_at) and run.run_at < '294000-01-01' then (extract(epoch from run.run_at) * 1000000)::bigint end as run_at_us,
    coalesce(tasks.identifier, task_names.name, '#' || run.task_id) as task,
    coalesce(queues.queue_name, queue_names.name, '#' || run.queue_id) as queue,
    run.worker,
    run.attempt,
    run.max_attempts,
    run.handler_us,
    run.error,
    run.is_failure
from (
    (select
         one.id,
         ended.outcome,
         ended.finished,
         ended.started,
         one.run_at,
         ended.task_id,
         one.queue_id,
         ended.worker,
         case when ended.outcome <> 'k' then coalesce(one.attempt, 1::smallint) end as attempt,
         null::smallint as max_attempts,
         one.handler_us,
         null::text as error,
         false as is_failure
     from (select batch.outcome, batch.finished, batch.started, batch.task_id, batch.worker,
                  batch.min_id, batch.max_id, batch.ids, batch.run_ats, batch.attempts, batch.queue_ids,
                  batch.handler_us
           from :"schema"._yardmaster_history as batch
           where true /*rows*/) as ended
     cross join lateral unnest(ended.ids, ended.run_ats, ended.attempts, ended.queue_ids, ended.handler_us)
         as one (id, run_at, attempt, queue_id, handler_us)
     where true /*ended*/
     order by ended.finished desc, one.id desc
     limit $1::bigint)
    union all
    (select
         failed.id,
         failed.outcome,
         failed.finished,
         failed.started,
         failed.run_at,
         failed.task_id,
         failed.queue_id,
         failed.worker,
         failed.attempt,
         failed.max_attempts,
         null::bigint as handler_us,
         failed.error,
         true as is_failure
     from :"schema"._yardmaster_history_failures as failed
     where true /*failed*/
     order by failed.finished /*place*/ desc, failed.id desc
     limit $1::bigint)
) as run
left join :"schema"._private_tasks as tasks on tasks.id = run.task_id
left join :"schema"._yardmaster_history_names as task_names
    on task_names.kind = 't' and task_names.id = run.task_id
left join :"schema"._private_job_queues as queues on queues.id = run.queue_id
left join :"schema"._yardmaster_history_names as queue_names
    on queue_names.kind = 'q' and queue_names.id = run.queue_id
order by run.finished desc, run.id desc, run.is_failure
limit $1::bigint
