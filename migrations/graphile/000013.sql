-- breaking
-- job_spec holds what the table holds: smallint.
alter type :"schema".job_spec
    alter attribute max_attempts type smallint,
    alter attribute priority type smallint;
