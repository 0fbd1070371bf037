-- What a standby has replayed, in bytes of the log, and when that was committed, in microseconds of the
-- primary's clock (null: it has replayed no commit since it was started). Binds nothing. Returns one row.
select pg_is_in_recovery() as is_standby,
    (coalesce(pg_last_wal_replay_lsn(), pg_lsn '0/0') - pg_lsn '0/0')::text as position,
    (extract(epoch from pg_last_xact_replay_timestamp()) * 1000000)::bigint as committed_at;
