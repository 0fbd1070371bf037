-- Removes the jobs with the keys $1 (text[]), which this transaction has locked and no worker runs;
-- returns their ids.
select removed.id
from unnest($1::text[]) as wanted (key)
cross join lateral :"schema".remove_job(wanted.key) as removed
where removed.id is not null
