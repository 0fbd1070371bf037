-- Reserves $1 ids for jobs that are about to be created, lowest first.
select nextval(pg_get_serial_sequence(format('%I._private_jobs', :'schema'), 'id')) as id
from generate_series(1, $1::integer)
