-- What lies outside of the schema and would be removed with it, because it depends on something in it:
-- one description a row, at most $1 (integer). Read from the catalog, so that nobody is made to wait.
with recursive home as (
    select namespace.oid from pg_namespace as namespace where namespace.nspname = :'schema'
),
doomed (classid, objid, objsubid) as (
    select 'pg_namespace'::regclass::oid, home.oid, 0 from home
    union
    select next.classid, next.objid, next.objsubid
    from doomed
    cross join lateral (
        select depend.classid, depend.objid, depend.objsubid
        from pg_depend as depend
        where depend.refclassid = doomed.classid
          and depend.refobjid = doomed.objid
          and (doomed.objsubid = 0 or depend.refobjsubid = doomed.objsubid)
          and depend.deptype in ('n', 'a', 'i', 'P', 'S')
        union all
        -- The part of something else takes that with it, as a rule its view.
        select owner.refclassid, owner.refobjid, owner.refobjsubid
        from pg_depend as owner
        where owner.classid = doomed.classid
          and owner.objid = doomed.objid
          and owner.objsubid = doomed.objsubid
          and owner.deptype = 'i'
    ) as next
),
shown as (
    select doomed.classid, doomed.objid,
        pg_describe_object(doomed.classid, doomed.objid, doomed.objsubid) as description
    from doomed
    where doomed.classid in ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_trigger'::regclass,
                             'pg_constraint'::regclass, 'pg_attrdef'::regclass,
                             'pg_policy'::regclass, 'pg_type'::regclass, 'pg_publication_rel'::regclass)
      and not exists (
          select from pg_depend as part
          where part.classid = doomed.classid and part.objid = doomed.objid
            and part.objsubid = doomed.objsubid and part.deptype = 'i')
      and not exists (
          select from pg_class as toast
          where doomed.classid = 'pg_class'::regclass and toast.oid = doomed.objid
            and toast.relnamespace = 'pg_toast'::regnamespace)
)
select distinct shown.description
from shown
where not exists (
    -- Inside: its own schema, or that of the table it belongs to, is the one that goes.
    select from home
    where home.oid = coalesce(
        (select class.relnamespace from pg_class as class
            where shown.classid = 'pg_class'::regclass and class.oid = shown.objid),
        (select routine.pronamespace from pg_proc as routine
            where shown.classid = 'pg_proc'::regclass and routine.oid = shown.objid),
        (select type.typnamespace from pg_type as type
            where shown.classid = 'pg_type'::regclass and type.oid = shown.objid),
        (select class.relnamespace from pg_trigger as trigger
            join pg_class as class on class.oid = trigger.tgrelid
            where shown.classid = 'pg_trigger'::regclass and trigger.oid = shown.objid),
        (select conrel.connamespace from pg_constraint as conrel
            where shown.classid = 'pg_constraint'::regclass and conrel.oid = shown.objid),
        (select class.relnamespace from pg_attrdef as def
            join pg_class as class on class.oid = def.adrelid
            where shown.classid = 'pg_attrdef'::regclass and def.oid = shown.objid),
        (select class.relnamespace from pg_policy as policy
            join pg_class as class on class.oid = policy.polrelid
            where shown.classid = 'pg_policy'::regclass and policy.oid = shown.objid),
        (select class.relnamespace from pg_publication_rel as published
            join pg_class as class on class.oid = published.prrelid
            where shown.classid = 'pg_publication_rel'::regclass and published.oid = shown.objid)))
order by shown.description
limit $1::integer
