-- The first $1 identifiers of the cron entries that workers have had here: identifier, since when it
-- is known, when it ran last (null: never), both in microseconds since 1970, infinity as the largest
-- bigint.
select
    known.identifier,
    case known.known_since
        when 'infinity' then 9223372036854775807
        when '-infinity' then (-9223372036854775808)
        else (extract(epoch from known.known_since) * 1000000)::bigint
    end as known_since_us,
    case known.last_execution
        when 'infinity' then 9223372036854775807
        when '-infinity' then (-9223372036854775808)
        else (extract(epoch from known.last_execution) * 1000000)::bigint
    end as last_execution_us
from :"schema"._private_known_crontabs as known
order by known.identifier
limit $1::int
