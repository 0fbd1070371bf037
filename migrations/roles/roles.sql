-- Roles for a queue, for the owner of its tables to run; `yardmaster schema roles` fills in the names. Run
-- it again after an upgrade of the schema, and as often as you like. The roles cannot log in: grant them to
-- those that do (grant :"worker_role" to my_worker).
--
-- The tables of graphile-worker have row security without any policy, which hides every row from all but
-- their owner; hence the policies.
do $yardmaster$
declare
    role text;
begin
    foreach role in array array[:'viewer_role', :'producer_role', :'operator_role', :'worker_role',
        :'history_role'] loop
        if not exists (select from pg_roles as roles where roles.rolname = role) then
            execute format('create role %I nologin', role);
        end if;
        execute format('grant usage on schema %I to %I', :'schema', role);
    end loop;
end
$yardmaster$;

-- Viewers read everything, payloads included; who reads the history reads of the queue only the names of
-- tasks and queues. Operators also change and add jobs, and free what stale
-- workers hold. Workers run jobs. None of them can alter tables or the history of the schema.
do $yardmaster$
declare
    item record;
    relation text;
begin
    for item in
        select *
        from (values
            ('migrations', 'select', 'select'),
            ('_private_jobs', 'select, insert, update, delete', 'select, insert, update, delete'),
            ('_private_tasks', 'select, insert, update, delete', 'select, insert, update'),
            ('_private_job_queues', 'select, insert, update, delete', 'select, insert, update, delete'),
            ('_private_known_crontabs', 'select', 'select, insert, update'),
            ('_private_workers', 'select, update, delete', 'select, insert, update, delete'),
            ('_yardmaster_migrations', 'select', 'select'),
            ('jobs', 'select', 'select')
        ) as rights (name, operator, worker)
        where to_regclass(format('%I.%I', :'schema', rights.name)) is not null
    loop
        relation := format('%I.%I', :'schema', item.name);
        execute format('grant select on %s to %I', relation, :'viewer_role');
        execute format('grant %s on %s to %I', item.operator, relation, :'operator_role');
        execute format('grant %s on %s to %I', item.worker, relation, :'worker_role');
        if (select class.relrowsecurity from pg_class as class where class.oid = relation::regclass) then
            execute format('drop policy if exists _yardmaster_viewer on %s', relation);
            execute format('create policy _yardmaster_viewer on %s for select to %I using (true)',
                           relation, :'viewer_role');
            execute format('drop policy if exists _yardmaster_changer on %s', relation);
            execute format('create policy _yardmaster_changer on %s to %I, %I using (true) with check (true)',
                           relation, :'operator_role', :'worker_role');
        end if;
    end loop;
    -- Tells operators from workers: the history shows them the payloads that it keeps.
    execute format('drop policy if exists _yardmaster_operator on %I._private_tasks', :'schema');
    execute format('create policy _yardmaster_operator on %I._private_tasks for select to %I using (true)',
                   :'schema', :'operator_role');
    foreach relation in array array['_private_tasks', '_private_job_queues'] loop
        execute format('grant select on %I.%I to %I', :'schema', relation, :'history_role');
        execute format('drop policy if exists _yardmaster_reader on %I.%I', :'schema', relation);
        execute format('create policy _yardmaster_reader on %I.%I for select to %I using (true)',
                       :'schema', relation, :'history_role');
    end loop;
    -- An undo adds deleted jobs again under new ids.
    execute format('grant usage on sequence %s to %I',
                   pg_get_serial_sequence(format('%I._private_jobs', :'schema'), 'id'), :'operator_role');
    -- The operator log of the schema, where there is one.
    if to_regclass(format('%I._yardmaster_operator_log', :'schema')) is not null then
        execute format('grant select, insert (entry) on %I._yardmaster_operator_log to %I',
                       :'schema', :'operator_role');
    end if;
end
$yardmaster$;

-- What producers call: it runs with the rights of its owner, and returns nothing but the job's id. Nothing
-- in it is looked up by a path that a caller could choose.
create or replace function :"schema"._yardmaster_add_job(
    identifier text,
    payload json default null,
    queue_name text default null,
    run_at timestamptz default null,
    max_attempts integer default null,
    job_key text default null,
    priority integer default null,
    flags text[] default null,
    job_key_mode text default 'replace'
)
returns bigint
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $yardmaster$
    select added.id
    from :"schema".add_job($1, $2, $3, $4, $5, $6, $7, $8, $9) as added
$yardmaster$;
revoke all on function :"schema"._yardmaster_add_job(
    text, json, text, timestamptz, integer, text, integer, text[], text) from public;
grant execute on function :"schema"._yardmaster_add_job(
    text, json, text, timestamptz, integer, text, integer, text[], text) to :"producer_role";
