-- Waits for this transaction's turn to add jobs of the keys $1 (text[]), of which there must be few: each
-- is an entry in the server's lock table. In order, so that there is no deadlock.
select pg_advisory_xact_lock(hashtext('yardmaster key ' || :'schema'), sorted.hash)
from (
    select distinct hashtext(given.key) as hash
    from unnest($1::text[]) as given (key)
    order by hash
    offset 0
) as sorted
