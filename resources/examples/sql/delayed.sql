-- Run a job later: run_at is when it becomes due. Compute it with the server's clock, as here, not
-- with the application's, which may differ.
-- An interval cannot hold a parameter, "interval '$1 seconds'" does not work: multiply one.
prepare remind (integer, integer) as
select id
from graphile_worker.add_job('remind', json_build_object('user', $1),
    run_at => now() + $2 * interval '1 second');

execute remind (7, 90);
