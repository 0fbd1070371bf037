-- Renews the registration of the workers $1 (text[]), which last fetched $2 and wrote results $3 milliseconds
-- ago and run $4 jobs (null: never, or unknown): returns the ids that were registered, and for each whether a sweep took jobs
-- from it and left it registered. A plain update, no upsert: if a sweep is removing the row, it waits for
-- that, and finds none.
update :"schema"._private_workers as workers
set last_heartbeat_at = now(),
    metadata = case
        when coalesce($2::bigint, $3::bigint, $4::bigint) is null then workers.metadata
        else coalesce(workers.metadata, '{}') || jsonb_strip_nulls(jsonb_build_object(
            'fetched_at', now() - $2::bigint * interval '1 millisecond',
            'released_at', now() - $3::bigint * interval '1 millisecond',
            'running', $4::bigint))
    end
where workers.id = any ($1::text[])
returning workers.id, coalesce(jsonb_exists(workers.metadata, 'swept'), false) as was_swept
