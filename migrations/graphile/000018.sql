-- NOTIFY comes from the functions, which know how many jobs they added, and no longer from a trigger.
drop trigger if exists _900_after_insert on :"schema"._private_jobs;
drop function if exists :"schema".tg_jobs__after_insert();

-- Deletes the job with this key; if a worker is running it, takes its key and its further attempts
-- away instead. Returns that job, or a row of nulls.
create or replace function :"schema".remove_job(job_key text)
returns :"schema"._private_jobs
language plpgsql volatile strict
as $yardmaster$
declare
    removed :"schema"._private_jobs;
begin
    delete from :"schema"._private_jobs job
    where job.key = remove_job.job_key
        and (job.locked_at is null or job.locked_at < now() - interval '4 hours')
    returning job.* into removed;
    if found then
        -- r keeps PostgreSQL from folding equal notices of one transaction into one.
        perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":-1}');
        return removed;
    end if;

    update :"schema"._private_jobs job
    set key = null,
        attempts = job.max_attempts,
        -- Later than locked_at even in a long transaction: so it shows as retired.
        updated_at = clock_timestamp()
    where job.key = remove_job.job_key
    returning job.* into removed;
    return removed;
end
$yardmaster$;
