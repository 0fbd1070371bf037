-- What keeps the history: whichever Yardmaster process comes by calls these, with the rights of the
-- owner. Each call is a transaction of its own, and only one at a time works, under the lock that
-- installing and removing takes too.

-- The lower bounds in microseconds of all buckets but the first, which begins at 0: 100 us times 1.65 to
-- the power of 1 to 41. width_bucket(us, bounds) is 0 to 41.
create or replace function :"schema"._yardmaster_history_bounds()
returns double precision[]
language sql immutable
as $yardmaster$
    select array(select 100 * 1.65::double precision ^ power
                 from generate_series(1, 41) as power order by power)
$yardmaster$;

-- Makes the partition of a day (UTC). With `moves`, rows of that day come out of the default partition
-- first: only for a day that is over, because the lock on it makes writers wait. Otherwise a day with
-- rows there stays without a partition. Returns the rows moved, or null if there is none to make.
create or replace function :"schema"._yardmaster_history_add_day(parent text, day date, moves boolean)
returns bigint
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $yardmaster$
declare
    part text := parent || '_p' || to_char(day, 'YYYYMMDD');
    lower_end timestamptz := day::timestamp at time zone 'UTC';
    upper_end timestamptz := (day + 1)::timestamp at time zone 'UTC';
    has_rows boolean;
    moved bigint := 0;
begin
    if to_regclass(format('%I.%I', :'schema', part)) is not null then
        return null;
    end if;
    execute format('select exists (select from %I.%I where finished >= $1 and finished < $2)',
                   :'schema', parent || '_rest')
        into has_rows using lower_end, upper_end;
    if has_rows and not moves then
        return null;
    end if;
    -- Attached, not created as a partition: that would lock the parent against writers.
    execute format('create table %I.%I (like %I.%I including all)', :'schema', part, :'schema', parent);
    if parent = '_yardmaster_history_payloads' then
        execute format('alter table %I.%I enable row level security', :'schema', part);
    end if;
    if has_rows then
        execute format('with moved as (delete from %I.%I where finished >= $1 and finished < $2 '
                       'returning *) insert into %I.%I select * from moved',
                       :'schema', parent || '_rest', :'schema', part)
            using lower_end, upper_end;
        get diagnostics moved = row_count;
    end if;
    execute format('alter table %I.%I attach partition %I.%I for values from (%L) to (%L)',
                   :'schema', parent, :'schema', part, lower_end, upper_end);
    return moved;
end
$yardmaster$;

-- Partitions for today and the next days, rows out of the default partition, an index on the ids of
-- days that are over, and away with what is too old. A day is dropped only once it is rolled up, and
-- not while the caller's clock (client_now) and the server's are more than an hour apart: one of them
-- has jumped.
create or replace function :"schema"._yardmaster_history_prune(
    client_now timestamptz default null,
    out busy boolean,
    out days_made integer,
    out rows_moved bigint,
    out days_dropped integer,
    out rollups_dropped bigint,
    out trouble text
)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '500ms'
as $yardmaster$
declare
    parents text[] := array['_yardmaster_history', '_yardmaster_history_failures'];
    today date := (now() at time zone 'UTC')::date;
    parent text;
    day date;
    part record;
    moved bigint;
    state record;
    oldest date;
    first_kept timestamptz;
    is_clock_right boolean := abs(extract(epoch from now() - coalesce(client_now, now()))) <= 3600;
begin
    busy := not pg_try_advisory_xact_lock(hashtextextended('yardmaster migrate ' || :'schema', 0));
    days_made := 0;
    rows_moved := 0;
    days_dropped := 0;
    rollups_dropped := 0;
    if busy then
        return;
    end if;
    select * into strict state from :"schema"._yardmaster_history_state;
    oldest := today - state.keep_days;
    if to_regclass(format('%I._yardmaster_history_payloads', :'schema')) is not null then
        parents := parents || '_yardmaster_history_payloads'::text;
    end if;

    foreach parent in array parents loop
        -- Without the default partition, what has no day goes unrecorded.
        if to_regclass(format('%I.%I', :'schema', parent || '_rest')) is null then
            execute format('create table %I.%I (like %I.%I including all)', :'schema', parent || '_rest',
                           :'schema', parent);
            if parent = '_yardmaster_history_payloads' then
                execute format('alter table %I.%I enable row level security', :'schema', parent || '_rest');
            end if;
            execute format('alter table %I.%I attach partition %I.%I default', :'schema', parent, :'schema',
                           parent || '_rest');
            for part in
                select granted.grantee
                from pg_class as class
                join pg_namespace as home on home.oid = class.relnamespace
                cross join aclexplode(class.relacl) as granted
                where home.nspname = :'schema' and class.relname = parent
                    and granted.privilege_type = 'SELECT' and granted.grantee not in (0, class.relowner)
            loop
                execute format('grant select on %I.%I to %I', :'schema', parent || '_rest',
                               pg_get_userbyid(part.grantee));
            end loop;
            days_made := days_made + 1;
        end if;
        -- Rows are deleted there, which a publication of all tables refuses without.
        if (select class.relreplident <> 'f' from pg_class as class
            where class.oid = to_regclass(format('%I.%I', :'schema', parent || '_rest')))
        then
            begin
                execute format('alter table %I.%I replica identity full', :'schema', parent || '_rest');
            exception when lock_not_available then
                trouble := sqlerrm;
            end;
        end if;
        for day in select today + ahead from generate_series(0, 4) as ahead loop
            begin
                if :"schema"._yardmaster_history_add_day(parent, day, false) is not null then
                    days_made := days_made + 1;
                end if;
            exception when lock_not_available or check_violation then
                trouble := sqlerrm;
            end;
        end loop;
        -- Once today's rows have a partition of their own, nobody writes to the default one.
        if to_regclass(format('%I.%I', :'schema', parent || '_p' || to_char(today, 'YYYYMMDD'))) is not null
        then
            if is_clock_right then
                execute format('delete from %I.%I where finished < $1', :'schema', parent || '_rest')
                    using least(oldest::timestamp at time zone 'UTC', state.rolled_up_to);
            end if;
            for day in execute format(
                'select distinct (finished at time zone ''UTC'')::date from %I.%I where finished < $1',
                :'schema', parent || '_rest') using today::timestamp at time zone 'UTC'
            loop
                begin
                    moved := :"schema"._yardmaster_history_add_day(parent, day, true);
                    if moved is not null then
                        days_made := days_made + 1;
                        rows_moved := rows_moved + moved;
                    end if;
                exception when lock_not_available or check_violation then
                    trouble := sqlerrm;
                end;
            end loop;
        end if;
    end loop;

    -- Of days that are over, so that writers pay nothing for it. Ids of a day lie close together.
    for part in
        select child.relname
        from pg_inherits as link
        join pg_class as child on child.oid = link.inhrelid
        join pg_class as parent on parent.oid = link.inhparent
        join pg_namespace as home on home.oid = parent.relnamespace
        where home.nspname = :'schema' and parent.relname = '_yardmaster_history'
            and child.relname ~ '_p[0-9]{8}$'
            and right(child.relname, 8) >= to_char(oldest, 'YYYYMMDD')
            and right(child.relname, 8) < to_char(today, 'YYYYMMDD')
            and to_regclass(format('%I.%I', :'schema', child.relname || '_ids')) is null
        order by child.relname
    loop
        begin
            execute format('create index %I on %I.%I using brin (min_id, max_id)',
                           part.relname || '_ids', :'schema', part.relname);
        exception when lock_not_available then
            trouble := sqlerrm;
        end;
    end loop;

    -- The registry forgets workers that have gone. Anybody who may register writes there, so only so much.
    begin
        if to_regclass(format('%I._private_workers', :'schema')) is not null then
            insert into :"schema"._yardmaster_history_marks as mark (kind, text, at, seen)
            select 'v', left(concat_ws(' ', worker.metadata ->> 'program', worker.metadata ->> 'version'), 100),
                least(min(worker.started_at), now()), now()
            from :"schema"._private_workers as worker
            where jsonb_typeof(worker.metadata -> 'version') = 'string'
            group by 2 order by 3 desc limit 100
            on conflict (kind, text) do update set seen = excluded.seen
            where mark.seen < excluded.seen - interval '1 day';
        end if;
        delete from :"schema"._yardmaster_history_marks as mark
        where mark.kind = 'v' and (
            (is_clock_right and mark.seen < now() - state.keep_rollup_days * interval '1 day')
            or mark.text in (
                select surplus.text from :"schema"._yardmaster_history_marks as surplus
                where surplus.kind = 'v' order by surplus.at desc, surplus.text offset 1000));
    exception when undefined_table or undefined_column or undefined_function or insufficient_privilege
            or lock_not_available then
        null; -- there are no marks then
    when others then
        trouble := sqlerrm;
    end;

    if not is_clock_right then
        trouble := format('nothing was dropped: the clock of the server (%s) and of the client (%s) differ',
                          now(), client_now);
    else
        delete from :"schema"._yardmaster_history_hours as rollup
        where rollup.hour < now() - state.keep_rollup_days * interval '1 day';
        get diagnostics rollups_dropped = row_count;
        -- Runs may be kept for longer than they should be: where roll-ups are behind, or their day cannot be
        -- dropped. Their names stay with them. An index has the oldest of each partition.
        begin
            for parent in select unnest(parents) loop
                execute format('select least($1, (select min(finished) from %I.%I))', :'schema', parent)
                    into first_kept using first_kept;
            end loop;
            delete from :"schema"._yardmaster_history_names as names
            -- A day more than runs, which go only when their day is over.
            where names.gone < now() - interval '1 day' * greatest(state.keep_days + 1,
                    case names.kind when 't' then state.keep_rollup_days end)
                and names.gone < coalesce(first_kept, 'infinity');
        exception when lock_not_available then
            trouble := sqlerrm;
        end;
        -- Last, because these lock out writers until the end of the transaction: the first one that
        -- must wait leaves the rest to the next call.
        perform set_config('lock_timeout', '100ms', true);
        for part in
            select child.relname
            from pg_inherits as link
            join pg_class as child on child.oid = link.inhrelid
            join pg_class as parent on parent.oid = link.inhparent
            join pg_namespace as home on home.oid = parent.relnamespace
            where home.nspname = :'schema' and parent.relname = any (parents)
                and child.relname ~ '_p[0-9]{8}$'
                and right(child.relname, 8) < to_char(oldest, 'YYYYMMDD')
                and right(child.relname, 8) < to_char(state.rolled_up_to at time zone 'UTC', 'YYYYMMDD')
            order by right(child.relname, 8), child.relname
        loop
            begin
                execute format('drop table %I.%I', :'schema', part.relname);
                days_dropped := days_dropped + 1;
            exception
                when dependent_objects_still_exist then
                    trouble := sqlerrm;
                when lock_not_available then
                    trouble := sqlerrm;
                    exit;
            end;
        end loop;
    end if;
    update :"schema"._yardmaster_history_state as kept set kept_at = now();
end
$yardmaster$;

-- Rolls up the hours that are over, at most a day of them a call; hours_left says how many remain. An
-- hour counts as over ten minutes after its end, so that transactions of that hour have committed; rows
-- that come still later are in no roll-up. A roll-up replaces the one that was there. `recent`: somebody
-- has pruned within the last four minutes.
create or replace function :"schema"._yardmaster_history_rollup(
    out busy boolean,
    out hours_done integer,
    out hours_left integer,
    out recent boolean
)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '2s'
set jit = off
as $yardmaster$
declare
    closed timestamptz := date_trunc('hour', now() - interval '10 minutes', 'UTC');
    state record;
    lower_end timestamptz;
    upper_end timestamptz;
begin
    busy := not pg_try_advisory_xact_lock(hashtextextended('yardmaster migrate ' || :'schema', 0));
    hours_done := 0;
    hours_left := 0;
    if busy then
        return;
    end if;
    select * into strict state from :"schema"._yardmaster_history_state;
    recent := coalesce(state.kept_at between now() - interval '4 minutes' and now(), false);
    lower_end := state.rolled_up_to;
    -- The clock was ahead: what was rolled up then is not known any more.
    if lower_end > closed then
        lower_end := greatest(date_trunc('hour', least(state.installed_at, closed), 'UTC'),
            ((now() at time zone 'UTC')::date - state.keep_days)::timestamp at time zone 'UTC');
    end if;
    if lower_end >= closed then
        return;
    end if;
    upper_end := least(closed, lower_end + interval '24 hours');

    insert into :"schema"._yardmaster_history_hours as kept
        (hour, task_id, outcome, runs, wait_sum_us, held_sum_us, wait_max_us, held_max_us, wait_buckets,
         held_buckets)
    with runs as (
        select date_trunc('hour', ended.finished, 'UTC') as hour, ended.task_id, ended.outcome,
            case when ended.started is not null and isfinite(run.run_at)
                then greatest(date_part('epoch', ended.started - run.run_at) * 1000000, 0) end as wait_us,
            case when ended.started is not null
                then greatest(date_part('epoch', ended.finished - ended.started) * 1000000, 0) end as held_us
        from :"schema"._yardmaster_history as ended
        cross join lateral unnest(ended.run_ats) as run (run_at)
        where ended.finished >= lower_end and ended.finished < upper_end
        union all
        select date_trunc('hour', failed.finished, 'UTC'), failed.task_id, failed.outcome,
            case when failed.started is not null and isfinite(failed.run_at)
                then greatest(date_part('epoch', failed.started - failed.run_at) * 1000000, 0) end,
            case when failed.started is not null
                then greatest(date_part('epoch', failed.finished - failed.started) * 1000000, 0) end
        from :"schema"._yardmaster_history_failures as failed
        where failed.finished >= lower_end and failed.finished < upper_end
    ),
    counted as materialized (
        select runs.hour, runs.task_id, runs.outcome,
            width_bucket(runs.wait_us, :"schema"._yardmaster_history_bounds()) as wait_bucket,
            width_bucket(runs.held_us, :"schema"._yardmaster_history_bounds()) as held_bucket,
            count(*) as runs, sum(runs.wait_us) as wait_us, sum(runs.held_us) as held_us,
            max(runs.wait_us) as wait_max, max(runs.held_us) as held_max
        from runs
        group by 1, 2, 3, 4, 5
    ),
    totals as (
        select counted.hour, counted.task_id, counted.outcome, sum(counted.runs) as runs,
            sum(counted.wait_us) as wait_us, sum(counted.held_us) as held_us,
            max(counted.wait_max) as wait_max, max(counted.held_max) as held_max
        from counted
        group by 1, 2, 3
    ),
    waits as (
        select counted.hour, counted.task_id, counted.outcome, counted.wait_bucket as bucket,
            sum(counted.runs)::bigint as runs
        from counted
        where counted.wait_bucket is not null
        group by 1, 2, 3, 4
    ),
    holds as (
        select counted.hour, counted.task_id, counted.outcome, counted.held_bucket as bucket,
            sum(counted.runs)::bigint as runs
        from counted
        where counted.held_bucket is not null
        group by 1, 2, 3, 4
    ),
    dense as (
        select totals.hour, totals.task_id, totals.outcome,
            array_agg(coalesce(waits.runs, 0) order by bucket.n) as wait_buckets,
            array_agg(coalesce(holds.runs, 0) order by bucket.n) as held_buckets
        from totals
        cross join generate_series(0, 41) as bucket (n)
        left join waits on (waits.hour, waits.task_id, waits.outcome, waits.bucket)
            = (totals.hour, totals.task_id, totals.outcome, bucket.n)
        left join holds on (holds.hour, holds.task_id, holds.outcome, holds.bucket)
            = (totals.hour, totals.task_id, totals.outcome, bucket.n)
        group by 1, 2, 3
    )
    select totals.hour, totals.task_id, totals.outcome, totals.runs,
        least(totals.wait_us, 9e18), least(totals.held_us, 9e18), totals.wait_max, totals.held_max,
        case when totals.wait_us is not null then dense.wait_buckets end,
        case when totals.held_us is not null then dense.held_buckets end
    from totals
    join dense on (dense.hour, dense.task_id, dense.outcome)
        = (totals.hour, totals.task_id, totals.outcome)
    on conflict (hour, task_id, outcome) do update
    set runs = excluded.runs, wait_sum_us = excluded.wait_sum_us, held_sum_us = excluded.held_sum_us,
        wait_max_us = excluded.wait_max_us, held_max_us = excluded.held_max_us,
        wait_buckets = excluded.wait_buckets, held_buckets = excluded.held_buckets;

    update :"schema"._yardmaster_history_state as rolled set rolled_up_to = upper_end;
    -- Should the trigger that keeps names be missing.
    execute format('insert into %I._yardmaster_history_names (kind, id, name) '
                   'select ''t'', task.id, task.identifier from %s as task on conflict do nothing',
                   :'schema', coalesce(to_regclass(format('%I._private_tasks', :'schema')),
                       to_regclass(format('%I.tasks', :'schema'))));
    hours_done := extract(epoch from upper_end - lower_end)::integer / 3600;
    hours_left := extract(epoch from closed - upper_end)::integer / 3600;
end
$yardmaster$;

revoke all on function :"schema"._yardmaster_history_add_day(text, date, boolean),
    :"schema"._yardmaster_history_prune(timestamptz), :"schema"._yardmaster_history_rollup()
    from public;
