-- Removes the payloads of the history, and what keeps them. The trigger first, as in remove.sql.
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
-- Whatever arguments they had in earlier versions.
do $yardmaster$
declare
    routine regprocedure;
begin
    for routine in
        select proc.oid
        from pg_catalog.pg_proc as proc
        join pg_catalog.pg_namespace as home on home.oid = proc.pronamespace
        where home.nspname = :'schema' and proc.proname in ('_yardmaster_history_kept',
            '_yardmaster_history_redacted', '_yardmaster_history_redact', '_yardmaster_history_patterns')
    loop
        execute format('drop function %s', routine);
    end loop;
end
$yardmaster$;
