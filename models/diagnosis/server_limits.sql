-- What limits sessions and vacuum on this server: connections (all, reserved for superusers, used), those
-- of the role and of the database (-1: no limit) with those used, whether autovacuum works, the tables of
-- the schema for which it was switched off, statement_timeout in ms (0: none), and by how many transactions
-- the database is behind with freezing. Binds nothing. Returns one row.
select
    current_setting('max_connections')::int as connections,
    current_setting('superuser_reserved_connections')::int
        + coalesce(nullif(current_setting('reserved_connections', true), ''), '0')::int as reserved,
    activity.sessions as used,
    role.rolconnlimit as role_limit,
    activity.of_role as role_used,
    database.datconnlimit as database_limit,
    activity.of_database as database_used,
    current_setting('autovacuum')::boolean and current_setting('track_counts')::boolean as vacuums,
    (
        select string_agg(class.relname, e'\n' order by class.relname)
        from pg_class as class
        join pg_namespace as home on home.oid = class.relnamespace
        where home.nspname = :'schema'
          and exists (
              select
              from pg_options_to_table(class.reloptions) as option
              where option.option_name = 'autovacuum_enabled' and not option.option_value::boolean)
    ) as not_vacuumed,
    (select setting.setting::bigint from pg_settings as setting
     where setting.name = 'statement_timeout') as statement_timeout,
    age(database.datfrozenxid) as unfrozen
from pg_database as database
join pg_roles as role on role.rolname = session_user
cross join (
    -- Other roles' sessions show no more than these columns.
    select count(*) as sessions,
        count(*) filter (where shown.usename = session_user) as of_role,
        count(*) filter (where shown.datname = current_database()) as of_database
    from pg_stat_activity as shown
    where shown.datid is not null
) as activity
where database.datname = current_database()
