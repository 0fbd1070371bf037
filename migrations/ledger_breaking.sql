-- Ledgers up to graphile-worker 0.15, and archimedes' ledgers, do not say which steps were breaking.
alter table :"schema".migrations add column breaking boolean not null default false;
