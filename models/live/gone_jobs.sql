-- Those of the jobs $1 (bigint[]) that are not in the table any more.
select given.id
from unnest($1::bigint[]) as given (id)
where not exists (select from :"schema"._private_jobs as jobs where jobs.id = given.id)
order by given.id
