-- breaking
-- A job without a queue may run next to any other.
alter table :"schema".jobs alter column queue_name drop not null;
