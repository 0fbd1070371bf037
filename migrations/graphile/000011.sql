-- breaking
-- The present layout: tasks and queues are rows with numbers, availability is a stored column, and
-- workers run their own statements instead of calling get_job, complete_job and fail_job.

-- Nobody may take a job between the question and the copy.
lock table :"schema".jobs, :"schema".job_queues in access exclusive mode;

do $yardmaster$
declare
    locked bigint;
begin
    select count(*) into locked
    from :"schema".jobs
    where locked_at >= now() - interval '4 hours';
    if locked > 0 then
        -- A code of our own: the migrator turns it into its JobsLocked error.
        raise exception using errcode = 'YMJLK', message = locked::text;
    end if;
end
$yardmaster$;

-- Every signature that revisions 1…10 left behind.
drop function if exists :"schema".add_job(text, json, text, timestamptz, integer);
drop function if exists :"schema".add_job(text, json, text, timestamptz, integer, text);
drop function if exists :"schema".add_job(text, json, text, timestamptz, integer, text, integer);
drop function if exists :"schema".add_job(text, json, text, timestamptz, integer, text, integer, text[]);
drop function if exists :"schema".add_job(text, json, text, timestamptz, integer, text, integer, text[], text);
drop function if exists :"schema".remove_job(text);
drop function if exists :"schema".get_job(text, text[], interval);
drop function if exists :"schema".get_job(text, text[], interval, text[]);
drop function if exists :"schema".get_job(text, text[], interval, text[], timestamptz);
drop function if exists :"schema".complete_job(text, bigint);
drop function if exists :"schema".fail_job(text, bigint, text);
drop function if exists :"schema".complete_jobs(bigint[]);
drop function if exists :"schema".permanently_fail_jobs(bigint[], text);
drop function if exists :"schema".reschedule_jobs(bigint[], timestamptz, integer, integer, integer);

alter table :"schema".jobs rename to legacy_jobs;
alter table :"schema".job_queues rename to legacy_job_queues;

-- The names ending in 1 are the ones PostgreSQL chose while the old tables still held the plain
-- ones. Spelled out, they do not depend on what is there.
create table :"schema".tasks (
    id integer not null generated always as identity (sequence name :"schema".tasks_id_seq)
        constraint tasks_pkey primary key,
    identifier text not null
        constraint tasks_identifier_key unique
        constraint tasks_identifier_check check (length(identifier) <= 128)
);
alter table :"schema".tasks enable row level security;

create table :"schema".job_queues (
    id integer not null generated always as identity (sequence name :"schema".job_queues_id_seq)
        constraint job_queues_pkey1 primary key,
    queue_name text not null
        constraint job_queues_queue_name_key unique
        constraint job_queues_queue_name_check check (length(queue_name) <= 128),
    locked_at timestamptz,
    locked_by text,
    is_available boolean not null generated always as (locked_at is null) stored
);
alter table :"schema".job_queues enable row level security;

create table :"schema".jobs (
    id bigint not null generated always as identity (sequence name :"schema".jobs_id_seq1)
        constraint jobs_pkey1 primary key,
    job_queue_id integer,
    task_id integer not null,
    payload json not null default '{}',
    priority smallint not null default 0,
    run_at timestamptz not null default now(),
    attempts smallint not null default 0,
    max_attempts smallint not null default 25
        constraint jobs_max_attempts_check check (max_attempts >= 1),
    last_error text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    key text
        constraint jobs_key_key1 unique
        constraint jobs_key_check check (length(key) > 0 and length(key) <= 512),
    locked_at timestamptz,
    locked_by text,
    revision integer not null default 0,
    flags jsonb,
    is_available boolean not null
        generated always as (locked_at is null and attempts < max_attempts) stored
);
alter table :"schema".jobs enable row level security;

create type :"schema".job_spec as (
    identifier text,
    payload json,
    queue_name text,
    run_at timestamptz,
    max_attempts integer,
    job_key text,
    priority integer,
    flags text[]
);

insert into :"schema".tasks (identifier)
select distinct task_identifier
from :"schema".legacy_jobs
order by task_identifier;

insert into :"schema".job_queues (queue_name)
select distinct queue_name
from :"schema".legacy_jobs
where queue_name is not null
order by queue_name;

-- Locks are not copied: those still there are older than four hours and count as none. Numbers
-- beyond smallint keep their order at its ends. A job that could never run again stays that way,
-- also where its max_attempts was below the 1 now demanded.
insert into :"schema".jobs (id, job_queue_id, task_id, payload, priority, run_at, attempts,
    max_attempts, last_error, created_at, updated_at, key, revision, flags)
overriding system value
select old.id, queue.id, task.id, old.payload,
    greatest(least(old.priority, 32767), -32768),
    old.run_at,
    case when old.attempts < old.max_attempts
        then greatest(least(old.attempts, 32766), -32768)
        else least(greatest(old.attempts, 1), 32767)
    end,
    least(greatest(old.max_attempts, 1), 32767),
    old.last_error, old.created_at, old.updated_at, old.key, old.revision, old.flags
from :"schema".legacy_jobs old
join :"schema".tasks task on task.identifier = old.task_identifier
left join :"schema".job_queues queue on queue.queue_name = old.queue_name
order by old.id;

-- Ids given out before are never given out again, not even those of deleted jobs.
select setval(format('%I.jobs_id_seq1', :'schema')::regclass, last_value, is_called)
from :"schema".jobs_id_seq;

create index jobs_main_index on :"schema".jobs (priority, run_at)
    include (id, task_id, job_queue_id)
    where is_available = true;
create index jobs_no_queue_index on :"schema".jobs (priority, run_at)
    include (id, task_id)
    where is_available = true and job_queue_id is null;

drop table :"schema".legacy_jobs;
drop table :"schema".legacy_job_queues;
drop function if exists :"schema".tg_jobs__notify_new_jobs();
