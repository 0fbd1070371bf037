-- Which history of its server a standby replays: the timeline that it receives, which only some roles may see,
-- or that of its last restart point, which follows a new primary a few minutes later. Binds nothing.
-- Returns one row.
select greatest(
    (select receiver.received_tli from pg_stat_wal_receiver as receiver),
    (select control.timeline_id from pg_control_checkpoint() as control)) as timeline
