-- Removes the triggers and tables of the history; leftovers_remove.sql takes what remains. The triggers first:
-- who waits for the lock on the jobs then holds none on the history.
do $yardmaster$
declare
    present record;
begin
    for present in
        select trigger.tgname as name, trigger.tgrelid::regclass as relation
        from pg_catalog.pg_trigger as trigger
        join pg_catalog.pg_class as class on class.oid = trigger.tgrelid
        join pg_catalog.pg_namespace as home on home.oid = class.relnamespace
        where home.nspname = :'schema' and not trigger.tgisinternal
            and trigger.tgname in ('_yardmaster_history_ended', '_yardmaster_history_failed',
                '_yardmaster_history_named')
        order by class.relname not like '%jobs', class.relname
    loop
        execute format('drop trigger %I on %s', present.name, present.relation);
    end loop;
end
$yardmaster$;
drop table if exists :"schema"._yardmaster_history, :"schema"._yardmaster_history_failures,
    :"schema"._yardmaster_history_names, :"schema"._yardmaster_history_hours,
    :"schema"._yardmaster_history_marks, :"schema"._yardmaster_history_state;
