-- Runs from $1 up to $2 (timestamptz), one by one, summed by a key: RunStatistics' mark /*key*/ of both tables,
-- for which $3 is the length of a point in seconds; of the task $4, or all: null. A row for each key, what is
-- counted ('s' succeeded, 'f' failed, 'o' others, 'w' wait, 'h' held) and bucket of a duration.
with chosen as materialized (
    select tasks.id from :"schema"._private_tasks as tasks where tasks.identifier = $4::text
    union
    select names.id from :"schema"._yardmaster_history_names as names
    where names.kind = 't' and names.name = $4::text
),
ended as materialized (
    select
        0 /*key*/ as key,
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
        0 /*key*/ as key,
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
select counted.key, counted.what, counted.bucket, sum(counted.runs)::bigint as runs
from (
    select ended.key, case when ended.outcome in ('s', 'k') then 's' else 'o' end as what, 0 as bucket,
           sum(ended.n) as runs
    from ended
    group by 1, 2
    union all
    select ended.key, 'h', ended.held, sum(ended.n)
    from ended
    where ended.held is not null
    group by 1, 3
    union all
    select ended.key, 'w',
           width_bucket(greatest(date_part('epoch', ended.started - one.run_at) * 1000000, 0),
                        :"schema"._yardmaster_history_bounds()),
           count(*)
    from ended
    cross join lateral unnest(ended.run_ats) as one (run_at)
    where isfinite(ended.started) and isfinite(one.run_at)
    group by 1, 3
    union all
    select failed.key, case when failed.outcome in ('e', 'x') then 'f' else 'o' end, 0, count(*)
    from failed
    group by 1, 2
    union all
    select failed.key, 'h', failed.held, count(*) from failed where failed.held is not null group by 1, 3
    union all
    select failed.key, 'w', failed.wait, count(*) from failed where failed.wait is not null group by 1, 3
) as counted
group by 1, 2, 3
