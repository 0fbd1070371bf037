-- Of the newest $1 (integer) entries of the shared operator log those since $2 (microseconds since 1970), the newest
-- first: time in microseconds, login, operation, batch, kind, outcome, user of the computer, jobs; texts but for the
-- time, null where an entry has no such. Entries with characters that texts cannot have are null.
select
    (extract(epoch from log.at) * 1000000)::bigint as at_us,
    log.db_user,
    entry.operation,
    entry.batch,
    entry.kind,
    entry.outcome,
    entry.os_user,
    case json_typeof(entry.before)
        when 'array' then json_array_length(entry.before)::text
        when 'object' then entry.before ->> 'jobs'
    end as jobs
from (
    select newest.id, newest.at, newest.db_user, newest.entry
    from :"schema"._yardmaster_operator_log as newest
    order by newest.id desc
    limit $1::integer
) as log
cross join lateral json_to_record(case when position('\u0000' in log.entry::text) = 0 then log.entry end)
    as entry (operation text, batch text, kind text, outcome text, os_user text, before json)
where log.at >= to_timestamp($2::bigint / 1e6)
order by log.id desc
