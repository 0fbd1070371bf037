-- Puts the triggers on where they are missing: one that is there takes no lock. Until revision 16 the
-- tables had other names, and a rename keeps the triggers. WHEN and column lists are dependencies, which
-- could stop an upgrade: nothing else may be named there than last_error and locked_at.
do $yardmaster$
declare
    jobs regclass := coalesce(to_regclass(format('%I._private_jobs', :'schema')),
        to_regclass(format('%I.jobs', :'schema')));
    tasks regclass := coalesce(to_regclass(format('%I._private_tasks', :'schema')),
        to_regclass(format('%I.tasks', :'schema')));
    queues regclass := coalesce(to_regclass(format('%I._private_job_queues', :'schema')),
        to_regclass(format('%I.job_queues', :'schema')));
    wanted record;
begin
    execute format('insert into %I._yardmaster_history_names (kind, id, name) '
                   'select ''t'', task.id, task.identifier from %s as task on conflict do nothing',
                   :'schema', tasks);
    for wanted in
        select *
        from (values
            (tasks, '_yardmaster_history_named',
                'after delete on %s referencing old table as old_rows for each statement',
                '_yardmaster_history_named(''t'')'),
            (queues, '_yardmaster_history_named',
                'after delete on %s referencing old table as old_rows for each statement',
                '_yardmaster_history_named(''q'')'),
            (jobs, '_yardmaster_history_failed',
                'after update of last_error on %s for each row '
                'when (old.locked_at is not null and new.locked_at is null)',
                '_yardmaster_history_failed()'),
            (jobs, '_yardmaster_history_ended',
                'after delete on %s referencing old table as old_rows for each statement',
                '_yardmaster_history_ended()'),
            (jobs, '_yardmaster_history_kept',
                'after delete on %s referencing old table as old_rows for each statement',
                '_yardmaster_history_kept()')
        ) as wanted (relation, name, event, call)
    loop
        -- Without payloads.
        continue when wanted.name = '_yardmaster_history_kept'
            and to_regproc(format('%I.%I', :'schema', wanted.name)) is null;
        if not exists (
            select from pg_catalog.pg_trigger as present
            where present.tgrelid = wanted.relation and present.tgname = wanted.name)
        then
            execute format('create trigger %I ' || wanted.event || ' execute function %I.' || wanted.call,
                           wanted.name, wanted.relation, :'schema');
        end if;
        -- Disabled by hand, or restored that way.
        if exists (
            select from pg_catalog.pg_trigger as present
            where present.tgrelid = wanted.relation and present.tgname = wanted.name
                and present.tgenabled = 'D')
        then
            execute format('alter table %s enable trigger %I', wanted.relation, wanted.name);
        end if;
    end loop;
end
$yardmaster$;
