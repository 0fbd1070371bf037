-- One job for each payload of the JSON array $1.
select count(*)
from :"schema".add_jobs(array(
    select cast(row('noop', payload, null, null, null, null, null, null) as :"schema".job_spec)
    from json_array_elements($1::json) as payload))
