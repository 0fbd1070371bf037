-- Installations before 0.10 fill an absent queue name with a random one, for which they need an
-- extension. The extension stays: others may use it.
alter table :"schema".jobs alter column queue_name drop default;
