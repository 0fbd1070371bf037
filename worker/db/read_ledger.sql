-- Reads the ledger, through to_jsonb, because old ledgers have no column "breaking". Binds nothing.
-- Returns: highest id or 0; highest breaking id or 0; whether 19 is there and not breaking, which
-- only graphile_worker_rs writes.
select coalesce(max(step.id), 0),
    coalesce(max(step.id) filter (where (to_jsonb(step) ->> 'breaking')::boolean), 0),
    coalesce(bool_or(step.id = 19 and not (to_jsonb(step) ->> 'breaking')::boolean), false)
from :"schema".migrations step;
