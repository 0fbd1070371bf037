-- Registers the task identifiers $1 (text[]). Inserts only missing ones: a conflicting insert would
-- use up a value of the integer identity sequence every time.
insert into :"schema"._private_tasks (identifier)
select wanted.identifier
from unnest($1::text[]) as wanted (identifier)
where not exists (
    select from :"schema"._private_tasks as tasks where tasks.identifier = wanted.identifier)
on conflict (identifier) do nothing
