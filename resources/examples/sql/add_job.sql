-- Queue jobs from plain SQL. The schema is the default one, graphile_worker.
-- Adding is part of your transaction: the job appears when it commits, and never if it rolls back.

-- The task's name and its payload; everything else has a default.
select id from graphile_worker.add_job('send_email', json_build_object('to', 'ada@example.com'));

-- Jobs of one queue run one after the other, in order; others run at the same time.
select id from graphile_worker.add_job('charge_card', '{"order": 42}', queue_name => 'customer-7');

-- Lower numbers run first. After max_attempts failures the job stays, failed for good.
select id from graphile_worker.add_job('send_email', '{"to": "bob@example.com"}',
    priority => -10, max_attempts => 5);

-- Many at once: one call, one notice to the workers. (No queue, at once, default attempts, no key.)
select count(*)
from graphile_worker.add_jobs(array(
    select row('resize_image', json_build_object('image', image), null, null, null, null, null,
        null)::graphile_worker.job_spec
    from generate_series(1, 100) image
    order by image));
