-- graphile-worker's ledger: which steps of the shared history this schema has. Its workers read it
-- at every start, so no other row may ever go in.
create table :"schema".migrations (
    id integer not null constraint migrations_pkey primary key,
    ts timestamptz not null default now(),
    breaking boolean not null default false
);
