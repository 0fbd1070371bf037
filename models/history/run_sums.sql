-- Runs from $1 up to $2 (timestamptz), one by one, summed by points of $3 seconds and, in the same pass, by tasks;
-- of the task $4, or all: null. A row for each point or task, what is counted ('s' succeeded, 'f' failed,
-- 'o' others, 'w' wait, 'h' held) and bucket of a duration.
with chosen as materialized (
    select tasks.id from :"schema"._private_tasks as tasks where tasks.identifier = $4::text
    union
    select names.id from :"schema"._yardmaster_history_names as names
    where names.kind = 't' and names.name = $4::text
),
ended as materialized (
    select
        floor(date_part('epoch', run.finished) / $3::bigint)::bigint as point,
        run.task_id,
        run.outcome,
        run.n,
        run.started,
        run.run_ats,
        case when isfinite(run.started) then
            width_bucket(greatest(date_part('epoch', run.finished - run.started) * 1000000, 0),
                         :"schema"._yardmaster_history_bounds())
        end as held
    from :"schema"._yardmaster_history as run
    where run.finished >= $1::timestamptz
      and run.finished < $2::timestamptz
      and ($4::text is null or run.task_id in (select chosen.id from chosen))
),
failed as materialized (
    select
        floor(date_part('epoch', run.finished) / $3::bigint)::bigint as point,
        run.task_id,
        run.outcome,
        case when isfinite(run.started) then
            width_bucket(greatest(date_part('epoch', run.finished - run.started) * 1000000, 0),
                         :"schema"._yardmaster_history_bounds())
        end as held,
        case when isfinite(run.run_at) and isfinite(run.started) then
            width_bucket(greatest(date_part('epoch', run.started - run.run_at) * 1000000, 0),
                         :"schema"._yardmaster_history_bounds())
        end as wait
    from :"schema"._yardmaster_history_failures as run
    where run.finished >= $1::timestamptz
      and run.finished < $2::timestamptz
      and ($4::text is null or run.task_id in (select chosen.id from chosen))
)
select counted.is_task, counted.key, counted.what, counted.bucket, sum(counted.runs)::bigint as runs
from (
    select
        grouping(ended.point) as is_task,
        coalesce(ended.point, ended.task_id) as key,
        case when ended.outcome in ('s', 'k') then 's' else 'o' end as what,
        0 as bucket,
        sum(ended.n) as runs
    from ended
    group by ended.outcome, grouping sets ((ended.point), (ended.task_id))
    union all
    select grouping(ended.point), coalesce(ended.point, ended.task_id), 'h', ended.held, sum(ended.n)
    from ended
    where ended.held is not null
    group by ended.held, grouping sets ((ended.point), (ended.task_id))
    union all
    select grouping(one.point), coalesce(one.point, one.task_id), 'w', one.wait, count(*)
    from (
        select
            ended.point,
            ended.task_id,
            width_bucket(greatest(date_part('epoch', ended.started - waiting.run_at) * 1000000, 0),
                         :"schema"._yardmaster_history_bounds()) as wait
        from ended
        cross join lateral unnest(ended.run_ats) as waiting (run_at)
        where isfinite(ended.started) and isfinite(waiting.run_at)
    ) as one
    group by one.wait, grouping sets ((one.point), (one.task_id))
    union all
    select
        grouping(failed.point),
        coalesce(failed.point, failed.task_id),
        case when failed.outcome in ('e', 'x') then 'f' else 'o' end,
        0,
        count(*)
    from failed
    group by failed.outcome, grouping sets ((failed.point), (failed.task_id))
    union all
    select grouping(failed.point), coalesce(failed.point, failed.task_id), 'h', failed.held, count(*)
    from failed
    where failed.held is not null
    group by failed.held, grouping sets ((failed.point), (failed.task_id))
    union all
    select grouping(failed.point), coalesce(failed.point, failed.task_id), 'w', failed.wait, count(*)
    from failed
    where failed.wait is not null
    group by failed.wait, grouping sets ((failed.point), (failed.task_id))
) as counted
group by 1, 2, 3, 4
