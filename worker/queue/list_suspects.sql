-- Writes into the registry that worker $1 (text) is about to run the jobs $2 (json array of ids), which a
-- sweep returned from a stale worker: if this one becomes stale too, their attempts count. Returns its id if
-- it is registered.
update :"schema"._private_workers as workers
set metadata = coalesce(workers.metadata, '{}') || jsonb_build_object('suspects', $2::jsonb)
where workers.id = $1::text
returning workers.id
