-- The first $1 names of tasks and of queues, which their unique indexes give in this order, and
-- whether this role sees them: kind ('task', 'queue' or 'hidden'), name.
(select 'task' as kind, tasks.identifier as name
 from :"schema"._private_tasks as tasks
 order by tasks.identifier
 limit $1::int)
union all
(select 'queue' as kind, queues.queue_name as name
 from :"schema"._private_job_queues as queues
 order by queues.queue_name
 limit $1::int)
union all
select 'hidden' as kind, null as name
where row_security_active(quote_ident(:'schema') || '._private_known_crontabs')
  and not exists (
      select
      from pg_policy as policy
      where policy.polrelid = (quote_ident(:'schema') || '._private_known_crontabs')::regclass
        and policy.polpermissive
        and policy.polcmd in ('r', '*')
        and exists (
            select
            from unnest(policy.polroles) as granted
            where granted = 0 or pg_has_role(granted, 'usage')))
