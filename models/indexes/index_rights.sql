-- Whether this session may create indexes on the jobs table, and why not. Binds nothing; no row:
-- there is no such table.
select
    pg_has_role(class.relowner, 'usage') as is_owner,
    pg_get_userbyid(class.relowner)::text as owner,
    current_user::text as role,
    pg_is_in_recovery() as is_replica,
    current_setting('transaction_read_only')::boolean as is_read_only,
    pg_relation_size(class.oid) as bytes
from pg_class as class
where class.oid = to_regclass(format('%I._private_jobs', :'schema'::text))
