-- Roll-ups of the hours from $1 up to $2 (timestamptz), summed by a key: RunStatistics' mark /*key*/, for which
-- $3 is the length of a point in seconds; of the task $4, or all: null. The mark /*buckets*/ is 42 sums, of one
-- of the columns: four times as fast as to unnest the buckets.
select
    0 /*key*/ as key,
    coalesce(sum(rollup.runs) filter (where rollup.outcome in ('s', 'k')), 0)::bigint as succeeded,
    coalesce(sum(rollup.runs) filter (where rollup.outcome in ('e', 'x')), 0)::bigint as failed,
    coalesce(sum(rollup.runs) filter (where rollup.outcome not in ('s', 'k', 'e', 'x')), 0)::bigint as others,
    array_to_string(array[0 /*buckets*/], ' ') as buckets
from :"schema"._yardmaster_history_hours as rollup
where rollup.hour >= $1::timestamptz
  and rollup.hour < $2::timestamptz
  and ($4::text is null or rollup.task_id = any (array(
      select tasks.id from :"schema"._private_tasks as tasks where tasks.identifier = $4::text
      union
      select names.id from :"schema"._yardmaster_history_names as names
      where names.kind = 't' and names.name = $4::text)))
group by 1
