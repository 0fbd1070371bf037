-- Locks the jobs that have the keys $1 (text[]).
select jobs.id
from :"schema"._private_jobs as jobs
where jobs.key = any ($1::text[])
order by jobs.key
for update
