-- Counts the jobs that wait for a worker, reading at most $1 due and $2 later ones ($2 may be 0).
-- Returns one row: ready, blocked, due_capped, scheduled, retrying, later_capped. A capped group was
-- cut off, so its two counts are lower bounds.
--
-- jobs_main_index (priority, run_at) where is_available carries it all. `run_at > now()` alone would
-- read the whole index past a long backlog, so `lane` hops from one priority to the next (one index
-- probe each) and every lane is read from now() onwards, soonest first. With ten million due jobs: 3 ms.
-- Due jobs are in the index with all that is asked about them; each later one is looked up in the table,
-- for its attempts: 10,000 cost about 35 ms.
with recursive hop (priority) as (
    select min(jobs.priority) from :"schema"._private_jobs as jobs where jobs.is_available
    union all
    select (select min(jobs.priority) from :"schema"._private_jobs as jobs
            where jobs.is_available and jobs.priority > hop.priority)
    from hop
    where hop.priority is not null
),
lane as materialized (
    select hop.priority from hop where hop.priority is not null
),
due as materialized (
    select job.job_queue_id
    from lane
    cross join lateral (
        select jobs.job_queue_id from :"schema"._private_jobs as jobs
        where jobs.is_available and jobs.priority = lane.priority and jobs.run_at <= now()
        order by jobs.priority, jobs.run_at
        limit $1::int) as job
    limit $1::int
),
due_counts as (
    -- A queue whose row is missing is not free: no worker takes its jobs.
    select count(*) filter (where due.job_queue_id is null or queues.is_available) as ready,
           count(*) filter (where due.job_queue_id is not null
                              and queues.is_available is not true) as blocked,
           count(*) >= $1::int as capped
    from due
    left join :"schema"._private_job_queues as queues on queues.id = due.job_queue_id
),
later as materialized (
    select job.attempts
    from lane
    cross join lateral (
        select jobs.attempts from :"schema"._private_jobs as jobs
        where jobs.is_available and jobs.priority = lane.priority and jobs.run_at > now()
        order by jobs.priority, jobs.run_at
        limit $2::int) as job
    limit $2::int
),
later_counts as (
    select count(*) filter (where later.attempts = 0) as scheduled,
           count(*) filter (where later.attempts > 0) as retrying,
           count(*) >= $2::int as capped
    from later
)
select due_counts.ready, due_counts.blocked, due_counts.capped as due_capped,
       later_counts.scheduled, later_counts.retrying, later_counts.capped as later_capped
from due_counts
cross join later_counts
