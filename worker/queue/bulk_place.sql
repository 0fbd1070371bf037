-- Changes the jobs $1 (bigint[]) that no worker runs: with $2 (boolean) their queue becomes $3 (text),
-- which is there, with $4 their flags $5 (jsonb), with $6 their key $7 (text); null: none. Wakes the
-- workers; returns the ids changed. No function of the schema changes these of a job without a key.
with changed as materialized (
    update :"schema"._private_jobs as jobs
    set job_queue_id = case
            when $2::boolean then (
                select queues.id
                from :"schema"._private_job_queues as queues
                where queues.queue_name = $3::text)
            else jobs.job_queue_id
        end,
        flags = case when $4::boolean then $5::jsonb else jobs.flags end,
        key = case when $6::boolean then $7::text else jobs.key end,
        updated_at = now()
    where jobs.id = any ($1::bigint[])
      and (jobs.locked_at is null or jobs.locked_at < now() - interval '4 hours')
    returning jobs.id, jobs.is_available
),
woken as materialized (
    select pg_notify(
        'jobs:insert', '{"r":' || random()::text || ',"count":' || count(*)::text || '}')
    from changed
    where changed.is_available
    having count(*) > 0
)
select changed.id
from changed
left join woken on true
