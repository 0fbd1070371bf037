-- As complete_jobs.sql, for jobs without a key, all of the same attempt $3 and of the same fetch $4
-- (locked_at in microseconds since 1970), that free no queue. Half the work, because nothing is looked up
-- per job.
delete from :"schema"._private_jobs as jobs
where jobs.id = any ($2::bigint[])
  and jobs.locked_by = $1::text
  and jobs.attempts = $3::smallint
  and jobs.locked_at = (select timestamptz 'epoch' + $4::bigint * interval '1 microsecond')
returning jobs.id
