-- One job of the task $2 (its id) for each payload of the JSON array $1, with the arguments and the result
-- of add_jobs, and nothing else.
with added as (
    insert into :"schema"._private_jobs as job (task_id, payload)
    select $2::int, spec.payload
    from unnest(array(
        select cast(row('noop', payload, null, null, null, null, null, null) as :"schema".job_spec)
        from json_array_elements($1::json) as payload)) as spec
    returning job.*
)
select count(*) from added
