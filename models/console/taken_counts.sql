-- Counts the jobs no worker may take: locked ones and those without an attempt left.
-- Binds nothing. Returns one row: running, stuck, failed.
--
-- For where no supporting index knows these rows: this reads the whole table. One uncapped aggregate is
-- cheaper than a capped scan per state, because few jobs run and looking for the next one reads on to
-- the end. Ten million jobs: a second of one processor, which is why it is asked so rarely.
select count(*) filter (where jobs.locked_at >= now() - interval '4 hours') as running,
       count(*) filter (where jobs.locked_at < now() - interval '4 hours') as stuck,
       count(*) filter (where jobs.locked_at is null) as failed
from :"schema"._private_jobs as jobs
where not jobs.is_available
