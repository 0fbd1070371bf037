-- What both run, one job after the other, in the order of their ids.
create table seen (n serial, job bigint, task text, what jsonb);

select graphile_worker.add_job(identifier, payload::json)
from (values
    ('plain', '{"a":[1,"ü",null],"b":{"c":false}}'),
    ('strict', '[]'),
    ('modern', '"text"'),
    ('untyped', 'null'),
    ('compiled', '0'),
    ('both', '{}'),
    ('shape', '{}'),
    ('nested/index', '{}'),
    ('nested/deep/report', '{}'),
    ('nested/index', '{}'),
    ('packaged/module', '{}'),
    ('looks/job', '{"big":9007199254740993,"a":[1,"ü",1.50,1e3,null],"\u00fc":"\u0041\ud83c\udf89"}'),
    ('looks/job', 'null'),
    ('looks/helpers', '{}'),
    ('looks/queue', '{}'),
    ('looks/environment', '{"a":{"b":[1]}}'),
    ('looks/database', '{}'),
    ('looks/transactions', '{}'),
    ('looks/many', '{}'),
    ('logs', '{}'),
    ('prints', '{}'),
    ('adds/one', '{}'),
    ('adds/many', '{}'),
    ('adds/unserializable', '{}'),
    ('fails/generator', '{}'),
    ('fails/mutates', '{"kept":1}')) as jobs (identifier, payload);

select graphile_worker.add_job('looks/job', '{"all":"options"}', queue_name := 'serial ü', max_attempts := 7,
    job_key := 'the key', priority := 0, flags := array['one', 'two']);
select graphile_worker.add_job('looks/job', '{"minus":"infinity"}', run_at := '-infinity');
select graphile_worker.add_job('looks/queue', queue_name := 'another');
select graphile_worker.add_job('plain', '{"run":"later"}', run_at := '2040-01-01');
select graphile_worker.add_job('nobody has it', '{}');
select graphile_worker.add_job('looks/queue', queue_name := 'serial ü');

select graphile_worker.add_job('fails/throws', json_build_object('how', how), max_attempts := 3)
from unnest(array['error', 'cause', 'empty', 'object', 'plain object', 'number message', 'object message', 'string',
    'empty string', 'number', 'undefined', 'null', 'symbol', 'function', 'array', 'date', 'aggregate',
    'aggregate without message', 'lines', 'foreign', 'long', 'longer', 'quotes', 'subclass', 'abort', 'type', 'reference',
    'syntax', 'own getter', 'no stack', 'spaces', 'not at all']) as how;
select graphile_worker.add_job('fails/throws', '{"how":"error"}', max_attempts := 1, job_key := 'kept',
    queue_name := 'failing');
select graphile_worker.add_job('fails/throws', '{"how":"error"}', queue_name := 'failing', flags := array['f']);
select graphile_worker.add_job('fails/rejects', json_build_object('how', how))
from unnest(array['async', 'later', 'database', 'settled', 'any', 'timeout', 'handled', 'undefined', 'no']) as how;
select graphile_worker.add_job('fails/thenable', json_build_object('how', how))
from unnest(array['rejects', 'throws', 'resolves']) as how;
select graphile_worker.add_job('returns', json_build_object('what', what))
from unnest(array['text', 'list', 'rejected', 'nothing', 'no', 'error', 'function', 'undefined']) as what;
select graphile_worker.add_job('batch/partial', payload::json)
from unnest(array['[{"n":1},{"n":2,"fail":true},{"text":"why"},{"n":4,"fail":true,"text":"ü"}]',
    '[{"n":1}]', '[]', '[null,{"n":1}]', '{"n":1}', '[{"n":1,"fail":true}]']) as payload;
select graphile_worker.add_job('batch/partial', '[{"n":1,"fail":true},{"n":2}]', max_attempts := 1);
select graphile_worker.add_job('batch/counts', payload::json) from unnest(array['[1,2,3]', '[1]', '[]']) as payload;
select graphile_worker.add_job('looks/plain', json_build_object('first', first)) from unnest(array[
    'inspect', 'isPlain', 'text', 'in', 'freeze', 'delete', 'assign', 'define', 'derive', 'descriptor', 'same'
]) as first;
select graphile_worker.add_job('batch/whole', payload::json) from unnest(array['[1,2,3]', '[1,2]', '[1]']) as payload;
select graphile_worker.add_job('batch/reasons', '["undefined","null","number","empty","object","lines","unheard of"]');
select graphile_worker.add_job('adds/refused', '{}');

-- A second and a third attempt.
update graphile_worker._private_jobs set attempts = 2, last_error = 'of the attempt before'
where id in (select jobs.id from graphile_worker._private_jobs as jobs
             join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
             where identifier = 'fails/mutates' or payload::text like '%"rejects"%');

update graphile_worker._private_jobs set run_at = timestamptz '2020-01-01 00:00Z' + id * interval '1 s'
where isfinite(run_at) and run_at < now() + interval '1 d';

-- A slow run would try jobs again that failed at its beginning.
create function public.delay_retry() returns trigger language plpgsql as $$
begin
    new.run_at := new.run_at + interval '1 hour';
    return new;
end $$;
create trigger delay_retry before update on graphile_worker._private_jobs
for each row when (new.last_error is distinct from old.last_error)
execute function public.delay_retry();
