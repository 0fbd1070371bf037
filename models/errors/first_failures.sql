-- Of each error that the history has recorded, its beginning, its task and when it came first: the latest $1 of
-- them (bigint), of those since $2 (timestamptz; null: all). One row without an error if there is none. Times in
-- microseconds since 1970. Before recorded_us nothing is known: that is when recording
-- began, or the beginning of the oldest day that is kept.
with known as materialized (
    select greatest(state.installed_at,
                    ((now() at time zone 'UTC')::date - state.keep_days)::timestamp at time zone 'UTC') as since
    from :"schema"._yardmaster_history_state as state
),
first as materialized (
    select failed.task_id, failed.error, min(failed.finished) as at
    from :"schema"._yardmaster_history_failures as failed
    where failed.outcome in ('e', 'x') and failed.finished >= coalesce($2::timestamptz, '-infinity')
    group by failed.task_id, failed.error
    order by min(failed.finished) desc
    limit $1::bigint
)
select
    coalesce(tasks.identifier, names.name, '') as task,
    first.error,
    (extract(epoch from first.at) * 1000000)::bigint as first_us,
    (extract(epoch from known.since) * 1000000)::bigint as recorded_us,
    (extract(epoch from now()) * 1000000)::bigint as now_us
from known
left join first on true
left join :"schema"._private_tasks as tasks on tasks.id = first.task_id
left join :"schema"._yardmaster_history_names as names on names.kind = 't' and names.id = first.task_id
order by first.at
