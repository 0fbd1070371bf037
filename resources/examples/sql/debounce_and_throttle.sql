-- A job key makes adding again change the waiting job instead of adding a second one.

-- Debounce: run once things have been quiet for ten seconds. Every call moves run_at (the mode
-- "replace", which is the default) and brings the latest payload.
select id from graphile_worker.add_job('reindex', '{"version": 1}', job_key => 'reindex:doc-1',
    run_at => now() + interval '10 seconds');
select id from graphile_worker.add_job('reindex', '{"version": 2}', job_key => 'reindex:doc-1',
    run_at => now() + interval '20 seconds');

-- Throttle: run at most every ten seconds. The first call sets the time, later ones keep it and
-- only bring the latest payload.
select id from graphile_worker.add_job('sync', '{"version": 1}', job_key => 'sync:doc-1',
    job_key_mode => 'preserve_run_at', run_at => now() + interval '10 seconds');
select id from graphile_worker.add_job('sync', '{"version": 2}', job_key => 'sync:doc-1',
    job_key_mode => 'preserve_run_at', run_at => now() + interval '20 seconds');

-- Collect: array payloads of a waiting job are appended, so one job handles them all.
select id from graphile_worker.add_job('notify', '["ada"]', job_key => 'notify:room-1',
    job_key_mode => 'preserve_run_at', run_at => now() + interval '10 seconds');
select id from graphile_worker.add_job('notify', '["bob"]', job_key => 'notify:room-1',
    job_key_mode => 'preserve_run_at', run_at => now() + interval '10 seconds');

-- Think better of it.
select id from graphile_worker.add_job('goodbye', job_key => 'goodbye:user-1',
    run_at => now() + interval '1 day');
select id from graphile_worker.remove_job('goodbye:user-1');
