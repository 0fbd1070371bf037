-- The locked jobs of the queue with id $1, those of the owner $2 first, at most $3: id, task, owner,
-- since when in microseconds since 1970, and how many there are. Reads the whole table unless an
-- index knows locked jobs.
select jobs.id, tasks.identifier, jobs.locked_by,
       case when jobs.locked_at is not null then
           (extract(epoch from greatest(least(jobs.locked_at, '294246-01-01'), '0001-01-01')) * 1000000)::bigint
       end as locked_at_us,
       count(*) over () as jobs
from :"schema"._private_jobs as jobs
left join :"schema"._private_tasks as tasks on tasks.id = jobs.task_id
where jobs.job_queue_id = $1::int and jobs.locked_at is not null
order by jobs.locked_by is not distinct from $2::text desc, jobs.id
limit $3::int
