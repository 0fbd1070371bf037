-- What the current role lacks for each use of a queue: its name, whether it owns the jobs, then one list,
-- a line each, for viewer, producer, operator and worker. The uses are those of schema_roles.sql. Asks the
-- catalog only. Row security denies a command on a table that is not the role's own, unless a permissive
-- policy for it applies to the role.
with home as (
    select namespace.oid from pg_namespace as namespace where namespace.nspname = :'schema'
),
everybody (use) as (values ('viewer'), ('operator'), ('worker')),
needed (use, name, command) as (
    select everybody.use, tables.name, 'select'
    from everybody
    cross join (values ('migrations'), ('_private_jobs'), ('_private_tasks'), ('_private_job_queues'),
                       ('_private_known_crontabs'), ('_private_workers')) as tables (name)
    union all
    select changes.use, changes.name, command
    from (values
        ('operator', '_private_jobs', 'insert update delete'),
        ('operator', '_private_tasks', 'insert update delete'),
        ('operator', '_private_job_queues', 'insert update delete'),
        ('operator', '_private_workers', 'update delete'),
        ('worker', '_private_jobs', 'insert update delete'),
        ('worker', '_private_tasks', 'insert update'),
        ('worker', '_private_job_queues', 'insert update delete'),
        ('worker', '_private_known_crontabs', 'insert update'),
        ('worker', '_private_workers', 'insert update delete')) as changes (use, name, commands)
    cross join unnest(string_to_array(changes.commands, ' ')) as command
),
called (use, name) as (
    values
        ('producer', '_yardmaster_add_job'),
        ('operator', 'add_job'), ('operator', 'add_jobs'), ('operator', 'complete_jobs'),
        ('operator', 'permanently_fail_jobs'), ('operator', 'reschedule_jobs'), ('operator', 'remove_job'),
        ('operator', 'force_unlock_workers'),
        ('worker', 'add_job'), ('worker', 'add_jobs'), ('worker', 'worker_heartbeat'),
        ('worker', 'worker_deregister')
),
lacking (use, text) as (
    select needed.use, needed.command || ' on ' || needed.name
    from needed
    join home on true
    join pg_class as class on class.relnamespace = home.oid and class.relname = needed.name
    where not (has_table_privilege(class.oid, needed.command)
               -- A column is enough to insert and update some rows, but not all.
               and (not row_security_active(class.oid) or exists (
                   select
                   from pg_policy as policy
                   where policy.polrelid = class.oid
                     and policy.polpermissive
                     and policy.polcmd in ('*', case needed.command when 'select' then 'r'
                         when 'insert' then 'a' when 'update' then 'w' else 'd' end)
                     and exists (
                         select
                         from unnest(policy.polroles) as granted
                         where granted = 0 or pg_has_role(granted, 'usage')))))
    union all
    select called.use, 'execute on ' || called.name
    from called
    join home on true
    left join lateral (
        select bool_and(has_function_privilege(routine.oid, 'execute')) as may_call
        from pg_proc as routine
        where routine.pronamespace = home.oid and routine.proname = called.name
    ) as routines on true
    -- The registry may be absent; the function for producers is what makes one.
    where case when called.name = '_yardmaster_add_job' then not coalesce(routines.may_call, false)
               else routines.may_call is false end
    union all
    select 'operator', 'usage on the sequence of _private_jobs.id'
    from home
    join pg_class as class on class.relnamespace = home.oid and class.relname = '_private_jobs'
    where not case when has_schema_privilege(home.oid, 'usage') then coalesce(has_sequence_privilege(
        pg_get_serial_sequence(format('%I._private_jobs', :'schema'), 'id'), 'usage'), false) else true end
    union all
    select uses.use, 'usage on the schema'
    from (select everybody.use from everybody union all select 'producer') as uses
    join home on true
    where not has_schema_privilege(home.oid, 'usage')
),
lists as (
    select uses.use, string_agg(distinct lacking.text, e'\n') as text
    from (select everybody.use from everybody union all select 'producer') as uses
    left join lacking on lacking.use = uses.use
    group by uses.use
)
select current_user::text as role,
    coalesce((
        select pg_has_role(class.relowner, 'usage')
        from pg_class as class
        join home on home.oid = class.relnamespace
        where class.relname = '_private_jobs'), false) as owns_jobs,
    (select lists.text from lists where lists.use = 'viewer') as viewer,
    (select lists.text from lists where lists.use = 'producer') as producer,
    (select lists.text from lists where lists.use = 'operator') as operator,
    (select lists.text from lists where lists.use = 'worker') as worker
