-- Where the log ends, in bytes, and the server's clock in microseconds. The place up to which records
-- are inserted, not written: a commit with synchronous_commit off is seen by others before it is
-- written. A primary that is a standby itself has what it has replayed. Binds nothing. Returns one row.
select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end
        - pg_lsn '0/0')::text as position,
    (extract(epoch from clock_timestamp()) * 1000000)::bigint as time;
