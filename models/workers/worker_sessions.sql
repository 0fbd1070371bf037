-- The other programs' sessions in this database, at most $1 (integer), the longest open first: pid,
-- application name, user, state, where it comes from, open since and in this state since
-- (microseconds since 1970). What this role may not see of others is null.
select
    activity.pid,
    activity.application_name,
    activity.usename::text,
    activity.state,
    coalesce(host(activity.client_addr), case when activity.backend_start is not null then 'local' end)
        as client,
    (extract(epoch from activity.backend_start) * 1000000)::bigint as since_us,
    (extract(epoch from activity.state_change) * 1000000)::bigint as changed_us
from pg_stat_activity as activity
where activity.datname = current_database()
  and activity.pid <> pg_backend_pid()
  and activity.application_name <> ''
  and activity.usename is not null
order by activity.backend_start, activity.pid
limit $1::integer
