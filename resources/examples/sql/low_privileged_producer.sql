-- Let a role queue jobs that may do nothing else with them. Row security is on for the job tables
-- and has no policies, so only their owner gets through: a grant on add_job is not enough, it fails
-- with 42501. A SECURITY DEFINER function runs with the rights of who created it: create it as the
-- owner of the schema graphile_worker.
create role app_web nologin;

create schema app_jobs;
grant usage on schema app_jobs to app_web;

create function app_jobs.request_report(customer bigint) returns bigint
language sql
security definer
-- Without this a caller could put a table or an operator of its own in the way, and have it run
-- with the owner's rights.
set search_path = pg_catalog, pg_temp
as $$
    -- Name the task here instead of taking it from the caller, who could otherwise run any.
    select id
    from graphile_worker.add_job('build_report', json_build_object('customer', customer),
        queue_name => 'report-' || customer);
$$;

-- PostgreSQL lets everybody call a new function.
revoke all on function app_jobs.request_report(bigint) from public;
grant execute on function app_jobs.request_report(bigint) to app_web;

set role app_web;
select app_jobs.request_report(7);
reset role;
