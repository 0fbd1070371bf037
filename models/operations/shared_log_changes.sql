-- What the newest $1 (integer) entries of the shared operator log say of changes that were committed since $2
-- (microseconds since 1970), the newest first: time in microseconds, login, and of the entry, null where it has no such:
-- operation, kind, user of the computer, jobs so far, milliseconds so far. Entries with the jobs themselves are large,
-- and are not read; those with characters that texts cannot have are left out.
select
    (extract(epoch from log.at) * 1000000)::bigint as at_us,
    log.db_user,
    entry.operation,
    entry.kind,
    entry.os_user,
    entry.jobs,
    entry.took_ms
from (
    select newest.id, newest.at, newest.db_user, newest.entry
    from :"schema"._yardmaster_operator_log as newest
    order by newest.id desc
    limit $1::integer
) as log
cross join lateral json_to_record(
    case when pg_column_size(log.entry) <= 1900 and log.entry::text !~* '\\u(0000|d[89a-f])' then log.entry end)
    as entry (operation text, kind text, outcome text, os_user text, jobs text, took_ms text)
where log.at >= to_timestamp($2::bigint / 1e6)
  and entry.outcome = 'committed'
order by log.id desc
