-- How often the jobs of bench_before were moved by a second, and how many each. Returns moves (-1: gone,
-- or changed otherwise) and jobs.
select moved.moves, count(*)
from (
    select case
               when jobs.id is null then -1
               when not isfinite(before.run_at) or not isfinite(jobs.run_at) then -1
               when extract(microseconds from jobs.run_at - before.run_at) % 1000000 <> 0 then -1
               else extract(epoch from jobs.run_at - before.run_at)
           end::bigint as moves
    from bench_before as before
    left join :"schema"._private_jobs as jobs on jobs.id = before.id
) as moved
group by moved.moves
