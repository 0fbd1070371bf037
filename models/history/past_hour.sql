-- What ended in the past hour, summed by task, queue or worker: readPastHour()'s marks /*ended*/ and /*failed*/. A row
-- for each of them, what is counted ('s' succeeded, 'f' failed, 'h' held) and its place: of 's' and 'f' the five
-- minutes, 0 the oldest, of 'h' the bucket of the duration. Of
-- $1 (bigint) of them at most: names of workers may be without end.
with ended as materialized (
    select
        one.subject,
        one.runs,
        least(floor(extract(epoch from run.finished - now() + interval '1 hour') / 300), 11)::integer as place,
        case when isfinite(run.started) then
            width_bucket(greatest(date_part('epoch', run.finished - run.started) * 1000000, 0),
                         :"schema"._yardmaster_history_bounds())
        end as held
    from :"schema"._yardmaster_history as run
    cross join lateral (select null::text, 0::bigint /*ended*/) as one (subject, runs)
    where run.finished between now() - interval '1 hour' and now()
      and run.outcome in ('s', 'k')
),
failed as materialized (
    select
        null::text /*failed*/ as subject,
        least(floor(extract(epoch from run.finished - now() + interval '1 hour') / 300), 11)::integer as place,
        case when isfinite(run.started) then
            width_bucket(greatest(date_part('epoch', run.finished - run.started) * 1000000, 0),
                         :"schema"._yardmaster_history_bounds())
        end as held
    from :"schema"._yardmaster_history_failures as run
    where run.finished between now() - interval '1 hour' and now()
      and run.outcome in ('e', 'x')
),
chosen as (
    select run.subject
    from (select ended.subject, ended.runs from ended
          union all
          select failed.subject, 1 from failed) as run
    where run.subject is not null
    group by 1
    limit $1::bigint
)
select counted.subject, counted.what, counted.place, sum(counted.runs)::bigint as runs
from (
    select ended.subject, 's' as what, ended.place, sum(ended.runs) as runs from ended group by 1, 3
    union all
    select ended.subject, 'h', ended.held, sum(ended.runs) from ended where ended.held is not null group by 1, 3
    union all
    select failed.subject, 'f', failed.place, count(*) from failed group by 1, 3
    union all
    select failed.subject, 'h', failed.held, count(*) from failed where failed.held is not null group by 1, 3
) as counted
where counted.subject in (select chosen.subject from chosen)
group by 1, 2, 3
