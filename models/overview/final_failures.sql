-- Jobs that failed on their last attempt since $1, a time of the server's clock in microseconds; $2 is the
-- transaction id below which all had begun by then. Nulls: only the other columns. Returns clock and
-- transaction id of now, and the number of jobs.
--
-- A worker that fails a job leaves updated_at alone, while failing it by hand sets it; so the row has to
-- be written since then, but not changed. (A new job has never been changed.) Reads the whole table
-- unless an index knows failed jobs.
select (extract(epoch from now()) * 1000000)::bigint as clock,
       txid_snapshot_xmax(txid_current_snapshot()) as transaction,
       case when $1::bigint is not null then (
           select count(*)
           from :"schema"._private_jobs as jobs
           where not jobs.is_available and jobs.locked_at is null and jobs.last_error is not null
             -- Transaction ids are 32 bits that wrap around.
             and ((jobs.xmin::text::bigint - $2::bigint) & 4294967295) < 2147483648
             and (jobs.updated_at
                      <= timestamptz 'epoch' + $1::bigint * interval '1 microsecond' - interval '300 ms'
                  or jobs.updated_at = jobs.created_at)
       ) end as failed
