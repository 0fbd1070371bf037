-- Whether this session may write, and the settings of database and role that decide it for sessions
-- that begin now: those change without this session. Binds nothing. Returns one row.
select pg_is_in_recovery() as is_replica,
    current_setting('transaction_read_only')::boolean as is_read_only,
    coalesce((
        select string_agg(setting.setdatabase || ' ' || setting.setrole || ' ' || line, e'\n'
            order by setting.setdatabase, setting.setrole)
        from pg_catalog.pg_db_role_setting setting
        cross join unnest(setting.setconfig) line
        where line like 'default\_transaction\_read\_only=%'
            and setting.setdatabase in (0,
                (select oid from pg_catalog.pg_database where datname = current_database()))
            and setting.setrole in (0,
                (select oid from pg_catalog.pg_roles where rolname = session_user))
    ), '') as settings;
