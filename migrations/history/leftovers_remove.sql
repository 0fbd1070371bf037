-- After payloads_remove.sql and remove.sql: removes the functions whose tables are gone, whatever arguments they
-- had in earlier versions, and days that somebody has detached. After payloads_remove.sql alone only those of
-- payloads: the rest of the history is there.
do $yardmaster$
declare
    is_all boolean := to_regclass(format('%I._yardmaster_history_state', :'schema')) is null;
    item record;
begin
    for item in
        select class.oid::regclass as relation
        from pg_catalog.pg_class as class
        join pg_catalog.pg_namespace as home on home.oid = class.relnamespace
        where home.nspname = :'schema' and class.relkind = 'r' and not class.relispartition
            and class.relname ~ case when is_all
                then '^_yardmaster_history(_failures|_payloads)?_(p[0-9]{8}|rest)$'
                else '^_yardmaster_history_payloads_(p[0-9]{8}|rest)$' end
    loop
        execute format('drop table %s', item.relation);
    end loop;
    for item in
        select proc.oid::regprocedure as routine
        from pg_catalog.pg_proc as proc
        join pg_catalog.pg_namespace as home on home.oid = proc.pronamespace
        where home.nspname = :'schema' and proc.proname in (
            select wanted.name
            from (values ('_yardmaster_history_kept', true), ('_yardmaster_history_redacted', true),
                    ('_yardmaster_history_redact', true), ('_yardmaster_history_patterns', true),
                    ('_yardmaster_history_ended', false), ('_yardmaster_history_failed', false),
                    ('_yardmaster_history_named', false), ('_yardmaster_history_outcome', false),
                    ('_yardmaster_history_trouble', false), ('_yardmaster_history_bounds', false),
                    ('_yardmaster_history_rollup', false), ('_yardmaster_history_prune', false),
                    ('_yardmaster_history_add_day', false)) as wanted (name, is_of_payloads)
            where is_all or wanted.is_of_payloads)
    loop
        execute format('drop function %s', item.routine);
    end loop;
end
$yardmaster$;
