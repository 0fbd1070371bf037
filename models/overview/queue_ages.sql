-- How long due jobs wait: of each priority the ones that wait longest, $1 in all, and 20 of each at
-- least. Returns one row a queue with due jobs, the oldest first and $2 at most, and before them one
-- row that is no queue's.
-- Columns: is_queue; name (null: jobs without a queue); age of the oldest in ms (null: none is
-- due); jobs; is_held: a running job holds the queue; is_cut. The row in front: age of the oldest
-- job that a worker may take, number of jobs looked at, whether there may be an older one, in is_held,
-- and whether there are more due jobs than were looked at, in is_cut.
--
-- jobs_main_index (priority, run_at) holds job_queue_id too, so that the table itself is hardly read.
-- Within a priority the first job of a free queue is the oldest one that is ready; only where all
-- that were looked at are blocked may an older one hide behind them.
with recursive hop (priority, depth) as (
    select min(jobs.priority), 1 from :"schema"._private_jobs as jobs where jobs.is_available
    union all
    select (select min(jobs.priority) from :"schema"._private_jobs as jobs
            where jobs.is_available and jobs.priority > hop.priority), hop.depth + 1
    from hop
    where hop.priority is not null and hop.depth < 100
),
lane as materialized (
    select hop.priority from hop where hop.priority is not null
),
share as materialized (
    select greatest(20, $1::int / greatest(1, count(*))) as jobs from lane
),
due as materialized (
    select lane.priority, job.job_queue_id, job.run_at
    from lane
    cross join lateral (
        select jobs.job_queue_id, greatest(jobs.run_at, '0001-01-01') as run_at
        from :"schema"._private_jobs as jobs
        where jobs.is_available and jobs.priority = lane.priority and jobs.run_at <= now()
        order by jobs.priority, jobs.run_at
        limit (select share.jobs from share)) as job
),
held as materialized (
    select queues.id from :"schema"._private_job_queues as queues
    where queues.locked_at is not null
),
lane_ages as materialized (
    select min(due.run_at) filter (where held.id is null) as ready,
           max(due.run_at) as newest,
           count(*) >= (select share.jobs from share) as is_cut
    from due
    left join held on held.id = due.job_queue_id
    group by due.priority
),
oldest as (
    select min(lane_ages.ready) as ready from lane_ages
),
by_queue as (
    select due.job_queue_id, min(due.run_at) as oldest, count(*) as jobs
    from due
    group by due.job_queue_id
    order by min(due.run_at)
    limit $2::int
)
select false as is_queue, null as name,
       (extract(epoch from now() - oldest.ready) * 1000)::bigint as age,
       (select count(*) from due) as jobs,
       exists (select from lane_ages
               where lane_ages.is_cut and lane_ages.ready is null
                 and (oldest.ready is null or lane_ages.newest < oldest.ready)) as is_held,
       exists (select from lane_ages where lane_ages.is_cut) as is_cut
from oldest
union all
(select true, queues.queue_name, (extract(epoch from now() - by_queue.oldest) * 1000)::bigint,
        by_queue.jobs, queues.locked_at is not null, false
 from by_queue
 left join :"schema"._private_job_queues as queues on queues.id = by_queue.job_queue_id
 order by by_queue.oldest)
