-- Fills an installed history with made-up runs, for tests and measurements; by hand:
--   psql -v schema=graphile_worker -v runs=10000000 -v days=7 -v rollup_days=400 -f tests/bench/history_data.sql
-- Runs are spread evenly over the last days, mostly 14 an array row, as batched workers leave them; one row of
-- fifty holds a job that waited for a day, one of twenty-one is a single run. Of 20 tasks some are slow, and their
-- names are the history's own. The same numbers give the same runs, relative to now. 10 million take some minutes.
set timezone = 'UTC';
set jit = off;
set max_parallel_workers_per_gather = 0;

-- So that nothing of it is too old, and the past days have partitions.
update :"schema"._yardmaster_history_state as state
set installed_at = now() - :rollup_days * interval '1 day', keep_days = greatest(keep_days, :days + 1),
    rolled_up_to = date_trunc('hour', now(), 'UTC');
select :"schema"._yardmaster_history_add_day(parent, day::date, false)
from generate_series(now() - :days * interval '1 day', now(), interval '1 day') as day
cross join (values ('_yardmaster_history'), ('_yardmaster_history_failures')) as parents (parent);
insert into :"schema"._yardmaster_history_names (kind, id, name, gone)
select 't', 1000000 + task, 'made_up_' || task, now() from generate_series(1, 20) as task
union all
select 'q', 1000000 + queue, 'made_up_queue_' || queue, now() from generate_series(1, 50) as queue
on conflict do nothing;

insert into :"schema"._yardmaster_history (
    worker, task_id, started, finished, outcome, n, min_id, max_id, ids, run_ats, attempts, queue_ids)
select
    case when made.outcome <> 'r' then 'worker-' || made.luck % 8 end,
    made.task,
    case when made.outcome <> 'r' then made.finished - made.held end,
    made.finished,
    made.outcome::"char",
    runs.n,
    runs.min_id,
    runs.max_id,
    runs.ids,
    runs.run_ats,
    case when made.luck % 25 = 0 then array_fill(2::smallint, array[runs.n::integer]) end,
    case when made.luck % 4 = 0 then array_fill((1000001 + made.luck % 50)::integer, array[runs.n::integer]) end
from (
    select
        g.row,
        (hashint8(g.row) & 2147483647) as luck,
        1000001 + floor(sqrt((hashint8(g.row + 77) & 2147483647) % 400))::integer as task,
        now() - (:runs / 14 - g.row) * (:days * interval '1 day') / (:runs / 14) as finished,
        interval '1 second' * 0.002 * exp((hashint8(g.row + 5) & 2147483647) % 700 / 100.0)
            * (1 + (hashint8(g.row + 77) & 2147483647) % 20) as held,
        case (hashint8(g.row + 3) & 2147483647) % 200
            when 0 then 'r' when 1 then 'k' when 2 then 'f' when 3 then 'u' else 's'
        end as outcome
    from generate_series(1, :runs / 14) as g (row)
) as made
cross join lateral (
    select
        count(*) as n,
        min(run.id) as min_id,
        max(run.id) as max_id,
        array_agg(run.id) as ids,
        array_agg(made.finished - made.held
                  - interval '1 second' * 0.001 * exp(run.luck % 900 / 100.0)) as run_ats
    from (
        select
            case when made.luck % 50 = 0 and x.place = 14 and made.row > 1000000 / 14
                then made.row * 14 - 999999 else made.row * 14 + x.place
            end as id,
            (hashint8(made.row * 14 + x.place) & 2147483647) as luck
        from generate_series(1, case when made.luck % 21 = 0 then 1 else 14 end) as x (place)
    ) as run
) as runs;

-- One run of a hundred failed.
insert into :"schema"._yardmaster_history_failures (
    id, task_id, queue_id, attempt, max_attempts, outcome, worker, run_at, started, finished, error)
select
    g.row * 100 + 7,
    1000001 + (hashint8(g.row) & 2147483647) % 20,
    case when g.row % 4 = 0 then 1000001 + g.row % 50 end,
    1 + g.row % 3,
    25,
    case g.row % 40 when 0 then 'x' when 1 then 'd' else 'e' end::"char",
    'worker-' || g.row % 8,
    made.finished - interval '3 seconds',
    made.finished - interval '1 second',
    made.finished,
    case g.row % 3
        when 0 then 'connect ETIMEDOUT 10.0.' || g.row % 250 || '.17:5432'
        when 1 then 'Order ' || g.row % 90000 || ' is refused: amount too large'
        else E'TypeError: Cannot read properties of undefined\n    at task.js:' || g.row % 400
    end
from generate_series(1, :runs / 100) as g (row)
cross join lateral (
    select now() - (:runs / 100 - g.row) * (:days * interval '1 day') / (:runs / 100) as finished
) as made;

-- Closed hours of all days, as if rolled up.
insert into :"schema"._yardmaster_history_hours (
    hour, task_id, outcome, runs, wait_buckets, held_buckets, wait_sum_us, held_sum_us, wait_max_us, held_max_us)
select
    hours.hour,
    1000000 + tasks.id,
    kinds.outcome::"char",
    counts.runs,
    counts.buckets,
    case when kinds.outcome <> 'r' then counts.buckets[6:42] || counts.buckets[1:5] end,
    counts.runs * 40000,
    counts.runs * 90000,
    900000,
    4000000
from generate_series(date_trunc('hour', now()) - :rollup_days * interval '1 day',
                     date_trunc('hour', now()) - interval '1 hour', interval '1 hour') as hours (hour)
cross join generate_series(1, 20) as tasks (id)
cross join (values ('s', 100), ('e', 1), ('r', 1)) as kinds (outcome, share)
cross join lateral (
    select sum(bucket.runs)::bigint as runs, array_agg(bucket.runs order by bucket.place) as buckets
    from (
        select x.place,
               (kinds.share * 40 * exp(-power((x.place - 14 - tasks.id / 4.0) / 4.0, 2))
                * (1 + 0.6 * sin(extract(hour from hours.hour) / 24.0 * 6.283)))::bigint as runs
        from generate_series(1, 42) as x (place)
    ) as bucket
) as counts;

-- The indexes of days that are over.
select :"schema"._yardmaster_history_prune(now());
analyze :"schema"._yardmaster_history;
analyze :"schema"._yardmaster_history_failures;
analyze :"schema"._yardmaster_history_hours;
