-- How long ago a run of the task $1 (text; null: of any) last succeeded, in milliseconds, and whether none did since
-- recording began: it is that long ago then. One row. Runs since the last roll-up are looked through, then the
-- roll-ups, then the hour that they name; of an hour whose runs are not kept, its end counts.
with chosen as materialized (
    select tasks.id from :"schema"._private_tasks as tasks where tasks.identifier = $1::text
    union
    select names.id from :"schema"._yardmaster_history_names as names
    where names.kind = 't' and names.name = $1::text
),
state as materialized (
    select state.installed_at, state.rolled_up_to from :"schema"._yardmaster_history_state as state
),
recent as materialized (
    select max(run.finished) as at
    from :"schema"._yardmaster_history as run
    where run.finished >= (select state.rolled_up_to from state)
      and run.outcome in ('s', 'k')
      and ($1::text is null or run.task_id in (select chosen.id from chosen))
),
rolled as materialized (
    select max(rollup.hour) as hour
    from :"schema"._yardmaster_history_hours as rollup
    where (select recent.at from recent) is null
      and rollup.outcome in ('s', 'k')
      and rollup.runs > 0
      and ($1::text is null or rollup.task_id in (select chosen.id from chosen))
),
found as (
    select coalesce(
        (select recent.at from recent),
        (select max(run.finished)
            from :"schema"._yardmaster_history as run
            where run.finished >= (select rolled.hour from rolled)
              and run.finished < (select rolled.hour from rolled) + interval '1 hour'
              and run.outcome in ('s', 'k')
              and ($1::text is null or run.task_id in (select chosen.id from chosen))),
        (select rolled.hour + interval '1 hour' from rolled)) as at
)
select
    greatest(0, extract(epoch from now() - coalesce(found.at, state.installed_at)) * 1000)::bigint as since_ms,
    found.at is null as is_never
from found
cross join state
