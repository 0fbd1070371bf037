-- What a session is connected to, without an error where no schema is installed. Binds nothing.
-- Returns one row: database, role, version, is_replica, hides_rows. Row security hides every job from
-- a role that does not own the tables, and reports no error.
select current_database() as database,
       current_user as role,
       current_setting('server_version') as version,
       pg_is_in_recovery() as is_replica,
       coalesce(row_security_active(to_regclass(format('%I._private_jobs', :'schema'::text))), false)
           as hides_rows
