-- What besides open transactions keeps dead rows of this database from being removed: what it is, its
-- name, and for how many transactions. Binds nothing.
select 'prepared transaction' as kind, prepared.gid as name, age(prepared.transaction) as transactions
from pg_prepared_xacts as prepared
where prepared.database = current_database() and prepared.prepared < now() - interval '1 minute'
union all
select 'replication slot', slots.slot_name, age(slots.xmin)
from pg_replication_slots as slots
where slots.xmin is not null and not slots.active
