-- The session whose open transaction keeps dead rows from being removed for longest, if it has been open
-- for more than a minute: pid, application, state, ms. No row: there is none, or none that this role may
-- see.
select
    activity.pid,
    activity.application_name,
    coalesce(activity.state, '') as state,
    (extract(epoch from now() - activity.xact_start) * 1000)::bigint as open_ms
from pg_stat_activity as activity
where activity.datname = current_database()
  and activity.pid <> pg_backend_pid()
  and activity.backend_xmin is not null
  and activity.xact_start < now() - interval '1 minute'
order by age(activity.backend_xmin) desc
limit 1
