-- Tasks: the $1 first by identifier, and those with the ids $2 (int[]). Returns id, identifier, and
-- in every row the server's time in microseconds since 1970; one row at least.
with wanted as (
    (select tasks.id from :"schema"._private_tasks as tasks
     order by tasks.identifier limit $1::int)
    union
    select given.id from unnest($2::int[]) as given (id)
)
select tasks.id, tasks.identifier, (extract(epoch from clock.now) * 1000000)::bigint as now_us
from (select now() as now) as clock
left join (wanted join :"schema"._private_tasks as tasks on tasks.id = wanted.id) on true
order by tasks.identifier
