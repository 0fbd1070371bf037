-- Everything the catalog says about one schema, as sorted lines "kind|object|detail", except what
-- function bodies and the view's query say: two schemas with equal lines look the same to any client.
-- The schema's own name is cut out, so schemas of different names can be compared.
-- Binds nothing. Returns one text column. PostgreSQL 12 and newer.
with home as (
    select oid as id, nspacl from pg_catalog.pg_namespace where nspname = :'schema'
),
relation as (
    select c.oid as id, c.*,
        case c.relkind
            when 'r' then 'table' when 'v' then 'view' when 'S' then 'sequence'
            when 'm' then 'materialized view' when 'p' then 'partitioned table'
            when 'f' then 'foreign table'
        end as kind
    from pg_catalog.pg_class c join home on home.id = c.relnamespace
    where c.relkind in ('r', 'v', 'S', 'm', 'p', 'f')
),
line (kind, object, detail) as (
    select 'schema', '', format('acl %s', coalesce(nspacl::text, 'default')) from home

    union all
    select r.kind, r.relname,
        format('persistence %s, replica identity %s, options %s, acl %s%s%s', r.relpersistence,
            r.relreplident, coalesce(r.reloptions::text, 'none'), coalesce(r.relacl::text, 'default'),
            case when r.relrowsecurity then ', row security' end,
            case when r.relforcerowsecurity then ', forced row security' end)
    from relation r

    union all
    select r.kind, r.relname,
        format('column %s %s %s%s%s%s%s',
            -- counted, not attnum: dropped columns leave gaps
            lpad((row_number() over (partition by r.id order by a.attnum))::text, 2, '0'),
            quote_ident(a.attname),
            pg_catalog.format_type(a.atttypid, a.atttypmod),
            case when a.attnotnull then ' not null' end,
            case a.attidentity when 'a' then ' identity always' when 'd' then ' identity by default' end,
            case when d.oid is not null then
                case a.attgenerated when 's' then ' generated ' else ' default ' end
                || pg_catalog.pg_get_expr(d.adbin, d.adrelid) end,
            case when a.attcollation <> t.typcollation then ' collate ' || quote_ident(l.collname) end)
    from relation r
    join pg_catalog.pg_attribute a on a.attrelid = r.id and a.attnum > 0 and not a.attisdropped
    join pg_catalog.pg_type t on t.oid = a.atttypid
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    left join pg_catalog.pg_collation l on l.oid = a.attcollation -- no regcollation before 13
    where r.kind <> 'sequence'

    union all
    select r.kind, r.relname,
        format('constraint %s %s%s', quote_ident(c.conname), pg_catalog.pg_get_constraintdef(c.oid, true),
            case when not c.convalidated then ' (not validated)' end)
    from relation r
    -- since PostgreSQL 18 "not null" is a constraint too; the column's line has it
    join pg_catalog.pg_constraint c on c.conrelid = r.id and c.contype <> 'n'

    union all
    select r.kind, r.relname,
        format('index %s%s', pg_catalog.pg_get_indexdef(i.indexrelid, 0, true),
            case when not i.indisvalid then ' (invalid)' end)
    from relation r join pg_catalog.pg_index i on i.indrelid = r.id

    union all
    select r.kind, r.relname,
        format('trigger %s enabled %s', pg_catalog.pg_get_triggerdef(t.oid, true), t.tgenabled)
    from relation r join pg_catalog.pg_trigger t on t.tgrelid = r.id
    where not t.tgisinternal

    union all
    select r.kind, r.relname, format('policy %s', p.polname)
    from relation r join pg_catalog.pg_policy p on p.polrelid = r.id

    union all
    select r.kind, r.relname, format('rule %s', w.rulename)
    from relation r join pg_catalog.pg_rewrite w on w.ev_class = r.id
    where w.rulename <> '_RETURN'

    union all
    select r.kind, r.relname,
        format('%s start %s increment %s min %s max %s cache %s%s, owned by %s',
            pg_catalog.format_type(s.seqtypid, null), s.seqstart, s.seqincrement, s.seqmin, s.seqmax,
            s.seqcache, case when s.seqcycle then ' cycle' end,
            coalesce(owner.oid::regclass || '.' || quote_ident(a.attname), 'nobody'))
    from relation r
    join pg_catalog.pg_sequence s on s.seqrelid = r.id
    left join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_class'::regclass and d.objid = r.id
        and d.refclassid = 'pg_catalog.pg_class'::regclass and d.deptype in ('a', 'i')
    left join pg_catalog.pg_class owner on owner.oid = d.refobjid
    left join pg_catalog.pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid

    union all
    -- Row types of tables, and arrays of types, come with their owners.
    select 'type', t.typname,
        format('%s%s', case t.typtype when 'c' then 'composite' when 'e' then 'enum'
                when 'd' then 'domain' else t.typtype::text end,
            ', acl ' || coalesce(t.typacl::text, 'default'))
    from pg_catalog.pg_type t join home on home.id = t.typnamespace
    left join pg_catalog.pg_class c on c.oid = t.typrelid
    where t.typelem = 0 and (c.oid is null or c.relkind = 'c')

    union all
    select 'type', c.relname,
        format('attribute %s %s %s', lpad(a.attnum::text, 2, '0'), quote_ident(a.attname),
            pg_catalog.format_type(a.atttypid, a.atttypmod))
    from pg_catalog.pg_class c join home on home.id = c.relnamespace
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'c'

    union all
    select 'function', p.proname,
        format('(%s) returns %s, %s, %s, parallel %s%s%s%s, cost %s, rows %s, settings %s, acl %s',
            pg_catalog.pg_get_function_arguments(p.oid), pg_catalog.pg_get_function_result(p.oid),
            l.lanname,
            case p.provolatile when 'v' then 'volatile' when 's' then 'stable' else 'immutable' end,
            p.proparallel,
            case when p.proisstrict then ', strict' end,
            case when p.prosecdef then ', security definer' end,
            case when p.proleakproof then ', leakproof' end,
            p.procost, p.prorows, coalesce(p.proconfig::text, 'none'),
            coalesce(p.proacl::text, 'default'))
    from pg_catalog.pg_proc p join home on home.id = p.pronamespace
    join pg_catalog.pg_language l on l.oid = p.prolang

    union all
    select 'comment', d.objoid::text, d.description
    from pg_catalog.pg_description d
    where d.objoid in (select id from relation
        union select p.oid from pg_catalog.pg_proc p join home on home.id = p.pronamespace
        union select t.oid from pg_catalog.pg_type t join home on home.id = t.typnamespace)

    union all
    -- Ledgers up to 0.15 have no breaking column; naming it would fail there.
    select 'ledger', 'migrations',
        format('row %s breaking %s', lpad(m.id::text, 6, '0'),
            coalesce(pg_catalog.to_jsonb(m) ->> 'breaking', 'unknown'))
    from :"schema".migrations m
)
select kind || '|' || object || '|'
    || replace(detail, quote_ident(:'schema') || '.', '')
from line
order by kind collate "C", object collate "C", detail collate "C";
