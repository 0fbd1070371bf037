-- Which versions of workers were new since $1 (microseconds since 1970), the newest first, at most $2 (integer):
-- time in microseconds, version. Those that ran before versions were remembered are not new.
select
    (extract(epoch from mark.at) * 1000000)::bigint as at_us,
    mark.text
from :"schema"._yardmaster_history_marks as mark
where mark.kind = 'v'
  and mark.at > (select first.at from :"schema"._yardmaster_history_marks as first where first.kind = 'b')
  and mark.at >= to_timestamp($1::bigint / 1e6)
  and mark.at < now() + interval '1 day'
order by mark.at desc, mark.text
limit $2::integer
