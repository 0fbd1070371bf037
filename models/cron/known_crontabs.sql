-- The first $1 identifiers of the cron entries that workers have had here: identifier, since when it
-- is known, when it ran last (null: never), both in microseconds since 1970, infinity as the largest
-- bigint.
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
order by known.identifier
limit $1::int
