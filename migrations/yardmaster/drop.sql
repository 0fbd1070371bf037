-- Takes our own functions out of the way of a step of the shared history; 000001 makes them again
-- afterwards. The table stays: it refers to nothing, and its rows are workers that are alive.
drop function if exists :"schema".worker_heartbeat(text, json);
drop function if exists :"schema".worker_deregister(text);
drop function if exists :"schema".delete_stale_workers(text[]);
drop function if exists :"schema".list_stale_workers(interval);
drop function if exists :"schema".list_orphan_locked_workers(interval);
drop function if exists :"schema".recover_dead_worker_jobs(text[], interval);
