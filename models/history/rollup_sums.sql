-- Roll-ups of the hours from $1 up to $2 (timestamptz), summed by points of $3 seconds and, in the same pass, by
-- tasks; of the task $4, or all: null. The marks are 42 sums each, of the column they name: four times as fast as
-- to unnest the buckets.
select
    grouping(rollup.point) as is_task,
    coalesce(rollup.point, rollup.task_id) as key,
    coalesce(sum(rollup.runs) filter (where rollup.outcome in ('s', 'k')), 0)::bigint as succeeded,
    coalesce(sum(rollup.runs) filter (where rollup.outcome in ('e', 'x')), 0)::bigint as failed,
    coalesce(sum(rollup.runs) filter (where rollup.outcome not in ('s', 'k', 'e', 'x')), 0)::bigint as others,
    array_to_string(array[0 /*wait_buckets*/], ' ') as waits,
    array_to_string(array[0 /*held_buckets*/], ' ') as helds
from (
    select
        floor(date_part('epoch', hours.hour) / $3::bigint)::bigint as point,
        hours.task_id,
        hours.outcome,
        hours.runs,
        hours.wait_buckets,
        hours.held_buckets
    from :"schema"._yardmaster_history_hours as hours
    where hours.hour >= $1::timestamptz
      and hours.hour < $2::timestamptz
      and ($4::text is null or hours.task_id = any (array(
          select tasks.id from :"schema"._private_tasks as tasks where tasks.identifier = $4::text
          union
          select names.id from :"schema"._yardmaster_history_names as names
          where names.kind = 't' and names.name = $4::text)))
    offset 0 -- or the planner takes each hour for a point, and sorts on the disk instead of hashing
) as rollup
group by grouping sets ((rollup.point), (rollup.task_id))
