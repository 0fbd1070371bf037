-- How often a keyed job was rewritten, and flags a worker can refuse.
alter table :"schema".jobs
    add column revision integer not null default 0,
    add column flags jsonb;
