-- Which of our own additions we created in this schema. The shared ledger and its numbers belong to
-- graphile-worker.
create table if not exists :"schema"._yardmaster_migrations (
    id integer not null constraint _yardmaster_migrations_pkey primary key,
    ts timestamptz not null default now()
);
