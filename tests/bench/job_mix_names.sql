-- The tasks and queues of the mix: mix_0…, mix-free-0…, and mix-held, which is locked. As a script.
insert into :"schema"._private_tasks (identifier)
select 'mix_' || n from generate_series(0, 11) as n
where not exists (select from :"schema"._private_tasks where identifier = 'mix_0')
order by n;
insert into :"schema"._private_job_queues (queue_name)
select 'mix-free-' || n from generate_series(0, 7) as n
where not exists (select from :"schema"._private_job_queues where queue_name = 'mix-held')
order by n;
insert into :"schema"._private_job_queues (queue_name, locked_at, locked_by)
values ('mix-held', now(), 'web-0')
on conflict do nothing;
