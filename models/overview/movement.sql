-- What moved: one row with the server's clock in microseconds; the transaction id below which all had
-- begun by now; rows inserted into and deleted from the table of jobs since the server began to count
-- (null: it does not count, or is a standby that cannot know); failures since $1, a time of that clock
-- (null: not asked for); whether there were more than the $2 of a kind that are looked at.
-- $3 and $4 are clock and transaction id of an earlier look, a moment before $1 if there is one.
--
-- No index knows failures. But a job that failed for the k-th time is due exp(least(k, 10)) seconds
-- later, so the failures of a short time are among the jobs due in ten windows as short:
-- jobs_main_index leads to each. That alone would also find whatever was rescheduled into a window. So
-- the row must have been written since the earlier look, which is no longer true of jobs rescheduled
-- before, and not by what sets updated_at, as all but workers do. (A new job has never been changed.)
-- A moment behind the clock, because a failure becomes visible a little after the moment it carries.
with recursive hop (priority, depth) as (
    select min(jobs.priority), 1 from :"schema"._private_jobs as jobs where jobs.is_available
    union all
    select (select min(jobs.priority) from :"schema"._private_jobs as jobs
            where jobs.is_available and jobs.priority > hop.priority), hop.depth + 1
    from hop
    where hop.priority is not null and hop.depth < 100
),
span as materialized (
    select timestamptz 'epoch' + $1::bigint * interval '1 microsecond' - interval '300 ms' as after,
           now() - interval '300 ms' as until,
           timestamptz 'epoch' + $3::bigint * interval '1 microsecond' - interval '300 ms' as unchanged
),
returning_jobs as materialized (
    select count(*) as looked,
           count(*) filter (where least(job.attempts, 10) = try.attempts and job.has_error
                              and job.is_written
                              and (job.updated_at <= span.unchanged
                                   or job.updated_at = job.created_at)) as failed
    from hop
    cross join generate_series(1, 10) as try (attempts)
    cross join span
    cross join lateral (
        select jobs.attempts, jobs.last_error is not null as has_error, jobs.created_at, jobs.updated_at,
               -- Transaction ids are 32 bits that wrap around.
               ((jobs.xmin::text::bigint - $4::bigint) & 4294967295) < 2147483648 as is_written
        from :"schema"._private_jobs as jobs
        where jobs.is_available and jobs.priority = hop.priority
          and jobs.run_at > span.after + exp(try.attempts) * interval '1 second'
          and jobs.run_at <= span.until + exp(try.attempts) * interval '1 second'
        order by jobs.priority, jobs.run_at
        limit $2::int) as job
    where hop.priority is not null and $1::bigint is not null
    group by hop.priority, try.attempts
)
select (extract(epoch from now()) * 1000000)::bigint as clock,
       txid_snapshot_xmax(txid_current_snapshot()) as transaction,
       case when counts.are_kept then pg_stat_get_tuples_inserted(counts.relation) end as inserted,
       case when counts.are_kept then pg_stat_get_tuples_deleted(counts.relation) end as deleted,
       case when $1::bigint is not null
            then coalesce((select sum(returning_jobs.failed) from returning_jobs), 0)::bigint
       end as failed,
       exists (select from returning_jobs where returning_jobs.looked >= $2::int) as is_cut
from (select to_regclass(format('%I._private_jobs', :'schema'))::oid as relation,
             current_setting('track_counts')::boolean and not pg_is_in_recovery() as are_kept
     ) as counts
