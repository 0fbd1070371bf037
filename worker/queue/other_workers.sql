-- Whether other workers seem to run in this database: a session listens for jobs, besides $1 of our own
-- sessions, or another Yardmaster fetches. Workers that neither listen nor are ours are not seen; those of
-- other schemas are, and windows.
select count(*) filter (where activity.query ilike 'listen%jobs:insert%') > $1::int
           or count(*) filter (where activity.application_name = 'yardmaster fetch'
                                 and activity.pid <> pg_backend_pid()) > 0 as are_others
from pg_stat_activity as activity
where activity.datname = current_database()
