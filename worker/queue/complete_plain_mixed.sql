-- As complete_plain_jobs.sql, for jobs of several fetches: $4 (bigint[]) has locked_at of each of $2.
-- Wrapped in a `case`, the lookup is a hashed one; else the planner, which expects one row, joins all with
-- all: 70 ms instead of 4 for a thousand jobs.
delete from :"schema"._private_jobs as jobs
where jobs.id = any ($2::bigint[])
  and jobs.locked_by = $1::text
  and jobs.attempts = $3::smallint
  and case when (jobs.id, jobs.locked_at) in (
          select lease.id, timestamptz 'epoch' + lease.locked_us * interval '1 microsecond'
          from unnest($2::bigint[], $4::bigint[]) as lease (id, locked_us))
      then true end
returning jobs.id
