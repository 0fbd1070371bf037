-- Registers the cron identifiers $1 (text[]), known since $2 (microseconds since 1970). Returns those
-- that were known before: identifier, known_since and last_execution (null: never) in microseconds,
-- where the largest bigint means infinity.
with added as (
    insert into :"schema"._private_known_crontabs (identifier, known_since)
    select wanted.identifier,
           timestamptz 'epoch' + ($2::bigint / 1000000) * interval '1 second'
               + ($2::bigint % 1000000) * interval '1 microsecond'
    from unnest($1::text[]) as wanted (identifier)
    where not exists (
        select from :"schema"._private_known_crontabs as known
        where known.identifier = wanted.identifier)
    on conflict (identifier) do nothing
)
select
    known.identifier,
    case
        when known.known_since >= '294247-01-01' then 9223372036854775807
        when known.known_since = '-infinity' then (-9223372036854775808)
        else (extract(epoch from known.known_since) * 1000000)::bigint
    end as known_since_us,
    case
        when known.last_execution >= '294247-01-01' then 9223372036854775807
        when known.last_execution = '-infinity' then (-9223372036854775808)
        else (extract(epoch from known.last_execution) * 1000000)::bigint
    end as last_execution_us
from :"schema"._private_known_crontabs as known
where known.identifier = any ($1::text[])
