-- Who else is connected to this database: application name, from where, how many sessions, ms since
-- one of them did something (null: may not be seen). The $1 most numerous.
select activity.application_name, coalesce(host(activity.client_addr), '') as address,
       count(*) as sessions,
       (extract(epoch from now() - max(activity.state_change)) * 1000)::bigint as idle_ms
from pg_stat_activity as activity
where activity.datname = current_database()
  and activity.backend_type = 'client backend'
  and activity.pid <> pg_backend_pid()
group by activity.application_name, activity.client_addr
order by count(*) desc, activity.application_name
limit $1::int
