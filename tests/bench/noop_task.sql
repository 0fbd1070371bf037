-- The id of the measured task.
select tasks.id from :"schema"._private_tasks as tasks where tasks.identifier = 'noop'
