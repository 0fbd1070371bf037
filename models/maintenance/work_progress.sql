-- How far VACUUM or the building of an index in the server process $1 (integer) is: phase, done, total
-- (0: unknown). No row: it does neither.
select progress.phase, progress.heap_blks_scanned as done, progress.heap_blks_total as total
from pg_stat_progress_vacuum as progress
where progress.pid = $1::integer
union all
select
    progress.phase,
    case when progress.blocks_total > 0 then progress.blocks_done else progress.tuples_done end,
    case when progress.blocks_total > 0 then progress.blocks_total else progress.tuples_total end
from pg_stat_progress_create_index as progress
where progress.pid = $1::integer
