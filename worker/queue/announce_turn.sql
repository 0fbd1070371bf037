-- Notifies other workers that worker $2 has freed $1 named queues and does not fetch from them for a
-- moment. graphile-worker reads it as an announcement of as many jobs.
select pg_notify('jobs:insert',
                 json_build_object('r', random(), 'count', $1::int, 'turn', $2::text)::text)
