-- breaking
-- The first layout: a job names its task and its queue in text. Only the tables: 000011 replaces
-- them and drops every function and trigger that real installations of revisions 1…10 carry, so
-- the ones nothing calls in between are not written again here.
create table :"schema".job_queues (
    queue_name text not null constraint job_queues_pkey primary key,
    job_count integer not null,
    locked_at timestamptz,
    locked_by text
);
alter table :"schema".job_queues enable row level security;

create table :"schema".jobs (
    id bigserial constraint jobs_pkey primary key,
    queue_name text not null,
    task_identifier text not null,
    payload json not null default '{}',
    priority integer not null default 0,
    run_at timestamptz not null default now(),
    attempts integer not null default 0,
    max_attempts integer not null default 25,
    last_error text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);
alter table :"schema".jobs enable row level security;
