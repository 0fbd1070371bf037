-- What a real installation of revision 13 carries besides the tables (see replay_10.sql), the
-- leftovers of the first layout included.
create function :"schema".add_job(identifier text, payload json default null, queue_name text default null,
    run_at timestamptz default null, max_attempts smallint default null, job_key text default null,
    priority smallint default null, flags text[] default null, job_key_mode text default 'replace')
returns :"schema".jobs language plpgsql as $$ begin return null; end $$;
create function :"schema".add_jobs(specs :"schema".job_spec[], job_key_preserve_run_at boolean default false)
returns setof :"schema".jobs language plpgsql as $$ begin return; end $$;
create function :"schema".remove_job(job_key text)
returns :"schema".jobs language plpgsql strict as $$ begin return null; end $$;
create function :"schema".complete_jobs(job_ids bigint[])
returns setof :"schema".jobs language sql as $$ select * from :"schema".jobs $$;
create function :"schema".permanently_fail_jobs(job_ids bigint[], error_message text default null)
returns setof :"schema".jobs language sql as $$ select * from :"schema".jobs $$;
create function :"schema".reschedule_jobs(job_ids bigint[], run_at timestamptz default null,
    priority smallint default null, attempts smallint default null, max_attempts smallint default null)
returns setof :"schema".jobs language sql as $$ select * from :"schema".jobs $$;

create function :"schema".jobs__decrease_job_queue_count()
returns trigger language plpgsql as $$ begin return old; end $$;
create function :"schema".jobs__increase_job_queue_count()
returns trigger language plpgsql as $$ begin return new; end $$;
create function :"schema".tg__update_timestamp()
returns trigger language plpgsql as $$ begin return new; end $$;
create function :"schema".tg_jobs__after_insert()
returns trigger language plpgsql as $$ begin return new; end $$;
create trigger _900_after_insert after insert on :"schema".jobs
    for each statement execute function :"schema".tg_jobs__after_insert();
