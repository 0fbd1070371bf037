-- True if this transaction is the schema's sweeper from here to its end; false if another one is.
select pg_try_advisory_xact_lock(
    hashtext('yardmaster sweep'), hashtext(:'schema')) as is_sweeper
