-- Job keys, and the lock on the job itself; in revision 1 only its queue was locked.
alter table :"schema".jobs
    add column key text constraint jobs_key_key unique constraint jobs_key_check check (length(key) > 0),
    add column locked_at timestamptz,
    add column locked_by text;

-- A job that a worker of revision 1 is running must still look locked when 000011 asks. Which job
-- of its queue that is, revision 1 does not say.
update :"schema".jobs job
set locked_at = queue.locked_at,
    locked_by = queue.locked_by
from :"schema".job_queues queue
where queue.queue_name = job.queue_name
    and queue.locked_at is not null;
