-- Before anything else of changing a history that is there: the lock on the jobs that a trigger to be made or
-- dropped needs. Whoever deletes jobs writes to the history next. Were the history's tables locked first, it
-- would wait for them, and we for it, until it gives up and its jobs end unrecorded. Where no trigger is there
-- yet nobody writes to them, and the jobs are locked only when the triggers are made. The setting
-- yardmaster.payloads of the transaction says what becomes of payloads: kept, none, or else as it is.
do $yardmaster$
declare
    payloads text := coalesce(current_setting('yardmaster.payloads', true), '');
    jobs regclass := coalesce(to_regclass(format('%I._private_jobs', :'schema')),
        to_regclass(format('%I.jobs', :'schema')));
    present text[] := array(
        select trigger.tgname::text
        from pg_catalog.pg_trigger as trigger
        where trigger.tgrelid = jobs and trigger.tgenabled <> 'D');
    wanted text[] := array['_yardmaster_history_ended', '_yardmaster_history_failed'];
begin
    if payloads = 'kept' then
        wanted := wanted || '_yardmaster_history_kept'::text;
    end if;
    if payloads = 'none' and '_yardmaster_history_kept' = any (present) then
        execute format('lock table %s in access exclusive mode', jobs);
    elsif present && wanted and not wanted <@ present then
        execute format('lock table %s in share row exclusive mode', jobs);
    end if;
end
$yardmaster$;
