-- Adds $1 jobs that do nothing, with the priority $2.
select count(*)
from :"schema".add_jobs(array(
    select cast(row('noop', '{}', null, null, null, null, $2::smallint, null) as :"schema".job_spec)
    from generate_series(1, $1::bigint)))
