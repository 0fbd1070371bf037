-- Which of the keys $1 (text[]) are in use, and by which job.
select jobs.key, jobs.id
from :"schema"._private_jobs as jobs
where jobs.key = any ($1::text[])
