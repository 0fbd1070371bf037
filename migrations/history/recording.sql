-- The triggers that record. A fault in one is a warning in the server's log and last_trouble in the
-- state, never a job that cannot be written. They run with the rights of the owner, because workers
-- have none to the history. Bodies are no dependencies: what graphile-worker alters or drops, it can.
-- Somebody's lock on the history is waited for 300 ms, then what ended goes unrecorded.
create or replace function :"schema"._yardmaster_history_trouble(problem text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $yardmaster$
begin
    -- Once a minute and session: this may be the end of each of its statements.
    if coalesce(nullif(current_setting('yardmaster.history_warned', true), ''), '-infinity')::timestamptz
        not between now() - interval '1 minute' and now()
    then
        perform set_config('yardmaster.history_warned', now()::text, false);
        raise warning 'Yardmaster does not record history: %', problem;
    end if;
    -- Once a minute for all, and without waiting for each other.
    update :"schema"._yardmaster_history_state as state
    set last_trouble = left(problem, 500), last_trouble_at = now()
    where state.only_row in (
        select free.only_row from :"schema"._yardmaster_history_state as free
        where free.last_trouble_at is null
            or free.last_trouble_at not between now() - interval '1 minute' and now()
        for update skip locked);
exception when others then
    null;
end
$yardmaster$;

-- What a deleted job's row says about its end. Inlined; it is a function because two statements ask.
-- Of a running job, only a replacement or removal by key touches updated_at and leaves neither key nor
-- attempts.
create or replace function :"schema"._yardmaster_history_outcome(
    locked_at timestamptz,
    locked_by text,
    attempts smallint,
    max_attempts smallint,
    key text,
    updated_at timestamptz
)
returns "char"
language sql stable
as $yardmaster$
    select case
        when locked_at is null and attempts >= max_attempts then 'f'
        when locked_at is null then 'r'
        when locked_by is null or locked_at <= statement_timestamp() - interval '4 hours'
            or not isfinite(locked_at) then 'u'
        when key is null and attempts >= max_attempts and updated_at > locked_at then 'k'
        else 's'
    end::"char"
$yardmaster$;

-- After a DELETE of jobs. See tables.sql for what it writes. A worker of Yardmaster tells how long its
-- handlers took by the setting yardmaster.handler_us of its transaction: '{ids}|{microseconds}'.
create or replace function :"schema"._yardmaster_history_ended()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '300ms'
as $yardmaster$
declare
    -- Ids beyond this many are split, so that no array grows without limit.
    block bigint := 9223372036854775807;
    told text := current_setting('yardmaster.handler_us', true);
    told_ids bigint[];
    told_us bigint[];
begin
    if told <> '' then -- neither null nor what it is after the transaction that set it
        begin
            told_ids := split_part(told, '|', 1)::bigint[];
            told_us := split_part(told, '|', 2)::bigint[];
        exception when others then
            told_ids := null; -- somebody else's
        end;
    end if;
    if exists (select from old_rows offset 16) then
        if exists (select from old_rows offset 10000) then
            block := 10000;
        end if;
        insert into :"schema"._yardmaster_history
            (finished, started, min_id, max_id, task_id, n, outcome, worker, ids, run_ats, attempts,
             queue_ids, handler_us)
        select statement_timestamp(), ended.locked_at, min(ended.id), max(ended.id), ended.task_id,
            count(*), ended.outcome, ended.locked_by, array_agg(ended.id), array_agg(ended.run_at),
            case when max(ended.attempts) > 1 or min(ended.attempts) < 1
                then array_agg(ended.attempts) end,
            case when count(ended.job_queue_id) > 0 then array_agg(ended.job_queue_id) end,
            case when count(ended.handler_us) > 0 then array_agg(ended.handler_us) end
        from (
            select job.id, job.task_id, job.job_queue_id, job.run_at, job.attempts,
                case when isfinite(job.locked_at) then job.locked_at end as locked_at, job.locked_by, :"schema"._yardmaster_history_outcome(
                    job.locked_at, job.locked_by, job.attempts, job.max_attempts, job.key,
                    job.updated_at) as outcome,
                told.us as handler_us
            from old_rows as job
            left join unnest(told_ids, told_us) as told (id, us) on told.id = job.id
        ) as ended
        group by ended.locked_by, ended.task_id, ended.locked_at, ended.outcome, ended.id / block;
    else
        insert into :"schema"._yardmaster_history
            (finished, started, min_id, max_id, task_id, n, outcome, worker, ids, run_ats, attempts,
             queue_ids, handler_us)
        select statement_timestamp(), case when isfinite(job.locked_at) then job.locked_at end, job.id,
            job.id, job.task_id, 1,
            :"schema"._yardmaster_history_outcome(
                job.locked_at, job.locked_by, job.attempts, job.max_attempts, job.key,
                job.updated_at),
            job.locked_by, array[job.id], array[job.run_at],
            case when job.attempts <> 1 then array[job.attempts] end,
            case when job.job_queue_id is not null then array[job.job_queue_id] end,
            case when job.id = any (told_ids)
                then array[told_us[array_position(told_ids, job.id)]] end
        from old_rows as job;
    end if;
    return null;
exception when others then
    begin
        perform :"schema"._yardmaster_history_trouble(sqlerrm);
    exception when others then -- not even that is where it was
        raise warning 'Yardmaster does not record history: %', sqlerrm;
    end;
    return null;
end
$yardmaster$;

-- After an UPDATE of last_error that unlocked the job: a failure, or a recovery after its worker died,
-- which mostly gives the attempt back. A retry that clears the error is neither.
create or replace function :"schema"._yardmaster_history_failed()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '300ms'
as $yardmaster$
begin
    if new.last_error is null then
        return null;
    end if;
    insert into :"schema"._yardmaster_history_failures
        (finished, started, run_at, id, task_id, queue_id, attempt, max_attempts, outcome, worker, error)
    values (
        statement_timestamp(), case when isfinite(old.locked_at) then old.locked_at end, old.run_at, old.id, old.task_id, old.job_queue_id,
        old.attempts, old.max_attempts,
        case
            when new.attempts < old.attempts or new.last_error = 'The worker that ran this job died'
                or new.last_error like 'The worker % fell silent while %' then 'd'
            when new.attempts >= new.max_attempts then 'x'
            else 'e'
        end,
        old.locked_by, left(new.last_error, 500));
    return null;
exception when others then
    begin
        perform :"schema"._yardmaster_history_trouble(sqlerrm);
    exception when others then -- not even that is where it was
        raise warning 'Yardmaster does not record history: %', sqlerrm;
    end;
    return null;
end
$yardmaster$;

-- After a DELETE of tasks or queues: a clean-up takes their names away.
create or replace function :"schema"._yardmaster_history_named()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '300ms'
as $yardmaster$
begin
    if tg_argv[0] = 't' then
        insert into :"schema"._yardmaster_history_names (kind, id, name, gone)
        select 't', task.id, task.identifier, now() from old_rows as task
        on conflict (kind, id) do update set name = excluded.name, gone = excluded.gone;
    else
        insert into :"schema"._yardmaster_history_names (kind, id, name, gone)
        select 'q', queue.id, queue.queue_name, now() from old_rows as queue
        on conflict (kind, id) do update set name = excluded.name, gone = excluded.gone;
    end if;
    return null;
exception when others then
    begin
        perform :"schema"._yardmaster_history_trouble(sqlerrm);
    exception when others then -- not even that is where it was
        raise warning 'Yardmaster does not record history: %', sqlerrm;
    end;
    return null;
end
$yardmaster$;

revoke all on function :"schema"._yardmaster_history_trouble(text),
    :"schema"._yardmaster_history_ended(), :"schema"._yardmaster_history_failed(),
    :"schema"._yardmaster_history_named() from public;
