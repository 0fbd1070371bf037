-- Adds jobs number $1 to $2 of the mix to a schema that job_mix_names.sql has prepared. The same numbers
-- give the same jobs, but for their times, which are relative to now. $3: a number that no earlier call
-- used, for unique keys. $4: null, or of so many jobs one fails for good, and the others are ready.
--
-- Of 1,000 jobs: 450 ready, 200 scheduled, 50 retrying, 270 failed for good, 20 blocked by their queue,
-- 10 with the flag "held"; of 100,000 jobs 10 are running and 2 are stuck. None changes its state by
-- the passing of time within the first hour.
with dice as (
    select n, (hashint8(n) & 2147483647) % 100000 as state, (hashint8(n + 1000000007) & 2147483647) as luck
    from generate_series($1::bigint, $2::bigint) as n
),
kind as (
    select dice.n, dice.luck,
           case when dice.n % $4::bigint = 0 then 'failed'
                when dice.state < 45000 then 'ready'
                when dice.state < 65000 then 'scheduled'
                when dice.state < 70000 then 'retrying'
                when dice.state < 70010 then 'running'
                when dice.state < 70012 then 'stuck'
                when dice.state < 97000 then case when $4::bigint is null then 'failed' else 'ready' end
                when dice.state < 99000 then 'blocked'
                else 'forbidden'
           end as state
    from dice
)
insert into :"schema"._private_jobs (
    job_queue_id, task_id, payload, priority, run_at, attempts, max_attempts, last_error,
    created_at, updated_at, key, locked_at, locked_by, flags)
select
    case when kind.state = 'blocked' then (select queues.id from :"schema"._private_job_queues as queues
                                           where queues.queue_name = 'mix-held')
         when kind.luck % 10 = 0 then (select min(queues.id) from :"schema"._private_job_queues as queues
                                       where queues.queue_name like 'mix-free-%') + (kind.luck / 10 % 8)::integer
    end,
    (select min(tasks.id) from :"schema"._private_tasks as tasks
     where tasks.identifier like 'mix\_%') + (kind.luck % 12)::integer,
    format('{"user":{"id":%s,"name":"user %s"},"amount":%s.%s,"tags":["%s"],"note":"%s"}',
           kind.luck % 100000, kind.n, kind.luck % 900, kind.luck % 10,
           case when kind.luck % 50 = 0 then 'vip' else 'plain' end, repeat('x', (kind.luck % 60)::integer))::json,
    case when kind.luck % 20 = 0 then -10 when kind.luck % 7 = 0 then 5 else 0 end,
    case when kind.state = 'scheduled' then now() + (3600 + kind.luck % 2592000) * interval '1 second'
         when kind.state = 'retrying' then now() + (3600 + kind.luck % 7200) * interval '1 second'
         else now() - kind.luck % 259200000 * interval '1 millisecond'
    end,
    case when kind.state = 'failed' then 25
         when kind.state in ('retrying', 'running', 'stuck') then 1 + kind.luck % 24
         else 0
    end,
    25,
    case when kind.state in ('failed', 'retrying') then
        case kind.luck % 4
            when 0 then format('connect ETIMEDOUT 10.0.%s.%s:5432', kind.luck % 250, kind.luck / 7 % 250)
            when 1 then format('Order %s is refused: amount %s too large', kind.luck % 90000, kind.luck % 900)
            when 2 then format(E'TypeError: Cannot read properties of undefined\n    at task.js:%s:%s',
                               kind.luck % 400, kind.luck % 80)
            else 'Task exited with code ' || kind.luck % 5
        end
    end,
    now() - ($2::bigint - kind.n) * interval '50 milliseconds',
    now() - ($2::bigint - kind.n) * interval '50 milliseconds',
    case when kind.luck % 8 = 0 then format('welcome-%s-%s', $3::bigint, kind.n) end,
    case kind.state when 'running' then now() - kind.luck % 7200 * interval '1 second'
                    when 'stuck' then now() - interval '5 hours' end,
    case when kind.state in ('running', 'stuck') then 'web-' || kind.luck % 5 end,
    case when kind.state = 'forbidden' then jsonb '{"held": true}'
         when kind.luck % 40 = 0 then jsonb '{"beta": true}'
    end
from kind
