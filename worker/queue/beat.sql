-- Renews the registration of the workers $1 (text[]): returns the ids that were registered, and of each
-- whether a sweep took jobs from it and left it registered. A plain update and no upsert: where a sweep is
-- just removing the row, it waits for that, and finds none.
update :"schema"._private_workers as workers
set last_heartbeat_at = now()
where workers.id = any ($1::text[])
returning workers.id, coalesce(jsonb_exists(workers.metadata, 'swept'), false) as was_swept
