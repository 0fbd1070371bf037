-- When cron entries became known to workers since $1 (microseconds since 1970), the newest first, at most $2
-- (integer) times: time in microseconds, how many entries at once, the first three of them, one a line.
select
    (extract(epoch from known.known_since) * 1000000)::bigint as at_us,
    count(*) as entries,
    array_to_string((array_agg(translate(left(known.identifier, 60), e'\n', ' ') order by known.identifier))[1:3],
                    e'\n') as names
from :"schema"._private_known_crontabs as known
where known.known_since >= to_timestamp($1::bigint / 1e6) and known.known_since < now() + interval '1 day'
group by known.known_since
order by known.known_since desc
limit $2::integer
