-- What a real installation of revisions 1…10 carries besides the tables: functions of these
-- signatures, with triggers. The bodies are empty; only that they are in the way matters here.
create function :"schema".add_job(identifier text, payload json default null, queue_name text default null,
    run_at timestamptz default null, max_attempts integer default null, job_key text default null,
    priority integer default null, flags text[] default null, job_key_mode text default 'replace')
returns :"schema".jobs language plpgsql as $$ begin return null; end $$;
create function :"schema".remove_job(job_key text)
returns :"schema".jobs language plpgsql strict as $$ begin return null; end $$;
create function :"schema".get_job(worker_id text, task_identifiers text[] default null,
    job_expiry interval default interval '4 hours', forbidden_flags text[] default null,
    now timestamptz default now())
returns :"schema".jobs language plpgsql as $$ begin return null; end $$;
create function :"schema".complete_job(worker_id text, job_id bigint)
returns :"schema".jobs language plpgsql as $$ begin return null; end $$;
create function :"schema".fail_job(worker_id text, job_id bigint, error_message text)
returns :"schema".jobs language plpgsql strict as $$ begin return null; end $$;
create function :"schema".complete_jobs(job_ids bigint[])
returns setof :"schema".jobs language sql as $$ select * from :"schema".jobs $$;
create function :"schema".permanently_fail_jobs(job_ids bigint[], error_message text default null)
returns setof :"schema".jobs language sql as $$ select * from :"schema".jobs $$;
create function :"schema".reschedule_jobs(job_ids bigint[], run_at timestamptz default null,
    priority integer default null, attempts integer default null, max_attempts integer default null)
returns setof :"schema".jobs language sql as $$ select * from :"schema".jobs $$;

create function :"schema".jobs__decrease_job_queue_count()
returns trigger language plpgsql as $$ begin return old; end $$;
create function :"schema".jobs__increase_job_queue_count()
returns trigger language plpgsql as $$ begin return new; end $$;
create function :"schema".tg__update_timestamp()
returns trigger language plpgsql as $$ begin return new; end $$;
create function :"schema".tg_jobs__notify_new_jobs()
returns trigger language plpgsql as $$ begin return new; end $$;

create trigger _100_timestamps before update on :"schema".jobs
    for each row execute function :"schema".tg__update_timestamp();
create trigger _500_decrease_job_queue_count after delete on :"schema".jobs
    for each row when (old.queue_name is not null)
    execute function :"schema".jobs__decrease_job_queue_count();
create trigger _500_increase_job_queue_count after insert on :"schema".jobs
    for each row when (new.queue_name is not null)
    execute function :"schema".jobs__increase_job_queue_count();
create trigger _900_notify_worker after insert on :"schema".jobs
    for each statement execute function :"schema".tg_jobs__notify_new_jobs();
