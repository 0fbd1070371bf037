-- The state of the history, and how much it keeps. Binds nothing. Returns one row; times in
-- microseconds since 1970. Runs are counted in the roll-ups as far as those go.
select state.version,
    (extract(epoch from state.installed_at) * 1000000)::bigint as installed_us,
    (extract(epoch from state.rolled_up_to) * 1000000)::bigint as rolled_up_us,
    (extract(epoch from state.kept_at) * 1000000)::bigint as kept_us,
    state.keep_days,
    state.keep_rollup_days,
    state.last_trouble,
    (extract(epoch from state.last_trouble_at) * 1000000)::bigint as trouble_us,
    (select coalesce(sum(rollup.runs), 0)::bigint
        from :"schema"._yardmaster_history_hours as rollup
        where rollup.outcome not in ('e', 'x', 'd')
            and rollup.hour >= ((now() at time zone 'UTC')::date - state.keep_days)::timestamp at time zone 'UTC')
    + (select coalesce(sum(ended.n), 0)::bigint
        from :"schema"._yardmaster_history as ended
        where ended.finished >= state.rolled_up_to) as runs,
    (select coalesce(sum(rollup.runs), 0)::bigint
        from :"schema"._yardmaster_history_hours as rollup
        where rollup.outcome in ('e', 'x')
            and rollup.hour >= ((now() at time zone 'UTC')::date - state.keep_days)::timestamp at time zone 'UTC')
    + (select count(*)
        from :"schema"._yardmaster_history_failures as failed
        where failed.finished >= state.rolled_up_to and failed.outcome in ('e', 'x')) as failures,
    exists (select from :"schema"._yardmaster_history_rest)
        or exists (select from :"schema"._yardmaster_history_failures_rest) as has_rest
from :"schema"._yardmaster_history_state as state
