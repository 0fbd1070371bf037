-- Tells other workers that worker $2 has freed $1 named queues and leaves them alone for a moment. To
-- graphile-worker it is an announcement of as many jobs.
select pg_notify('jobs:insert',
                 json_build_object('r', random(), 'count', $1::int, 'turn', $2::text)::text)
