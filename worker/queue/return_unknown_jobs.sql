-- Returns to the queue the jobs that worker $1 has locked without knowing it, because the answer to a fetch
-- was lost with the connection. The leases it knows: $2 ids (bigint[]), $3 locked_at of each in microseconds
-- since 1970 (bigint[]), because that fetch may have locked a returned job again. Returns the ids. Reads the
-- whole table, so it is only for after a lost connection.
with known as materialized (
    select t.id, timestamptz 'epoch' + t.locked_us * interval '1 microsecond' as locked_at
    from unnest($2::bigint[], $3::bigint[]) as t (id, locked_us)
),
-- Replaced by graphile_worker_rs's markers where the schema has them, see retirements.h.
marked as materialized (
    select null::bigint as id where false
),
unknown as (
    update :"schema"._private_jobs as jobs
    set attempts = case
            -- Lost its key after it was locked: it was replaced or removed, and stays so.
            when jobs.id in (select marked.id from marked)
                or (jobs.key is null and jobs.attempts = jobs.max_attempts
                    and jobs.updated_at > jobs.locked_at)
                then jobs.attempts
            else greatest(0, jobs.attempts - 1)
        end,
        locked_by = null,
        locked_at = null
    where jobs.locked_by = $1::text
      and case when (jobs.id, jobs.locked_at) in (select known.id, known.locked_at from known)
          then false else true end
    returning jobs.id
),
freed as (
    update :"schema"._private_job_queues as queues
    set locked_by = null, locked_at = null
    where queues.locked_by = $1::text
      and not exists (
          select from :"schema"._private_jobs as jobs
          join known on known.id = jobs.id and known.locked_at = jobs.locked_at
          where jobs.job_queue_id = queues.id
            and jobs.locked_by = $1::text)
),
woken as materialized (
    select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text)
    from unknown
    having count(*) > 0
)
select unknown.id from unknown left join woken on true
