-- Counts the jobs no worker may take: locked ones and those without an attempt left.
-- $1 (text[]): the stale workers, see readStaleWorkers(); what they lock is stuck. Returns one row:
-- running, stuck, failed.
--
-- For where no supporting index knows these rows: this reads the whole table. One uncapped aggregate is
-- cheaper than a capped scan per state, because few jobs run and looking for the next one reads on to
-- the end. Ten million jobs: a second of one processor, which is why it is asked so rarely.
select count(*) filter (where locks.is_void = false) as running,
       count(*) filter (where locks.is_void) as stuck,
       count(*) filter (where jobs.locked_at is null) as failed
from :"schema"._private_jobs as jobs
cross join lateral (
    select jobs.locked_at < now() - interval '4 hours'
        or (jobs.locked_at is not null and coalesce(jobs.locked_by = any ($1::text[]), false)) as is_void
) as locks
where not jobs.is_available
