-- Jobs of the guided tour for examples that need Python.
select :"schema".add_job('add_up', json_build_object('numbers', json_build_array(1, 2, 3.5)));
