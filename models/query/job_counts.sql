-- Counts the jobs by state, for each task and each queue, on $1 percent of the table's pages: 100 counts
-- all of them, less is a sample for estimates. $3 (text[]): the stale workers, see readStaleWorkers(); what
-- they lock is stuck.
-- Returns kind, id, ready, blocked, scheduled, retrying, running, stuck, failed: one row 'all', and one
-- 'task' or 'queue' (null: jobs without a queue) for each that has jobs, the $2 largest of a kind.
--
-- One pass, and one state a row: a filtered aggregate for each state takes twice as long. States are numbers
-- here, because grouping by texts takes longer: 0 due, 1 scheduled, 2 retrying, 3 running, 4 stuck, 5 failed.
with counted as materialized (
    select jobs.task_id, jobs.job_queue_id,
           case when jobs.is_available
                then case when jobs.run_at <= now() then 0
                          when jobs.attempts = 0 then 1
                          else 2 end
                when jobs.locked_at is null then 5
                when jobs.locked_at < now() - interval '4 hours'
                     or coalesce(jobs.locked_by = any ($3::text[]), false) then 4
                else 3
           end as state,
           count(*) as jobs
    from :"schema"._private_jobs as jobs tablesample system ($1::real)
    group by 1, 2, 3
),
states as materialized (
    -- A queue whose row is missing is not free: no worker takes its jobs.
    select counted.task_id, counted.job_queue_id, counted.jobs, counted.state,
           counted.job_queue_id is null or coalesce(queues.is_available, false) as is_free
    from counted
    left join :"schema"._private_job_queues as queues on queues.id = counted.job_queue_id
),
grouped as materialized (
    select case when grouping(states.task_id) = 0 then 'task'
                when grouping(states.job_queue_id) = 0 then 'queue'
                else 'all'
           end as kind,
           coalesce(states.task_id, states.job_queue_id) as id,
           coalesce(sum(states.jobs) filter (where states.state = 0 and states.is_free), 0)::bigint as ready,
           coalesce(sum(states.jobs) filter (where states.state = 0 and not states.is_free), 0)::bigint as blocked,
           coalesce(sum(states.jobs) filter (where states.state = 1), 0)::bigint as scheduled,
           coalesce(sum(states.jobs) filter (where states.state = 2), 0)::bigint as retrying,
           coalesce(sum(states.jobs) filter (where states.state = 3), 0)::bigint as running,
           coalesce(sum(states.jobs) filter (where states.state = 4), 0)::bigint as stuck,
           coalesce(sum(states.jobs) filter (where states.state = 5), 0)::bigint as failed,
           sum(states.jobs) as jobs
    from states
    group by grouping sets ((states.task_id), (states.job_queue_id), ())
),
ranked as (
    select grouped.*, row_number() over (partition by grouped.kind order by grouped.jobs desc) as rank
    from grouped
)
select ranked.kind, ranked.id, ranked.ready, ranked.blocked, ranked.scheduled, ranked.retrying,
       ranked.running, ranked.stuck, ranked.failed
from ranked
where ranked.rank <= $2::int
