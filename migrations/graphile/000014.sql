-- breaking
-- Revision 13 took smallint as arguments too, which a plain number does not match without a cast;
-- the lasting functions take integer again (000016, 000020).
drop function if exists :"schema".add_job(text, json, text, timestamptz, smallint, text, smallint, text[], text);
drop function if exists :"schema".reschedule_jobs(bigint[], timestamptz, smallint, smallint, smallint);
