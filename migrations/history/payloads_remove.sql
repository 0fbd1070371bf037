-- Removes the payloads of the history; leftovers_remove.sql takes the rest of what keeps them. The trigger
-- first, as in remove.sql.
do $yardmaster$
declare
    present record;
begin
    for present in
        select trigger.tgrelid::regclass as relation
        from pg_catalog.pg_trigger as trigger
        join pg_catalog.pg_class as class on class.oid = trigger.tgrelid
        join pg_catalog.pg_namespace as home on home.oid = class.relnamespace
        where home.nspname = :'schema' and not trigger.tgisinternal
            and trigger.tgname = '_yardmaster_history_kept'
    loop
        execute format('drop trigger _yardmaster_history_kept on %s', present.relation);
    end loop;
end
$yardmaster$;
drop table if exists :"schema"._yardmaster_history_payloads, :"schema"._yardmaster_history_payload_rules;
