-- Who has jobs locked that may still be running. The name of the jobs table, which older revisions
-- call otherwise, takes the place of the mark. Binds nothing.
select coalesce(locked_by, '?') as worker, count(*) as jobs
from :"schema"._private_jobs /*table*/
where locked_at > now() - interval '4 hours'
group by 1
order by 2 desc, 1
limit 20
