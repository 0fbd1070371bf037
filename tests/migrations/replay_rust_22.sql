-- Retirement markers of graphile_worker_rs, its revision 22.
create table :"schema"._private_job_retirements (
    id bigint primary key references :"schema"._private_jobs (id) on delete cascade
);
create function :"schema"._private_return_jobs(worker_id text, job_ids bigint[],
    recovery_delay_ms bigint default null, recovery_error text default null,
    update_recovery_metadata boolean default false)
returns void language plpgsql as $$ begin end $$;
