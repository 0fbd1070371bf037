-- How many jobs of the measured task can run now.
select count(*)
from :"schema"._private_jobs as jobs
join :"schema"._private_tasks as tasks on tasks.id = jobs.task_id
where tasks.identifier = 'noop' and jobs.is_available and jobs.run_at <= now()
