-- Trigger functions of the first layout that 000011 left behind. (force_unlock_workers also came
-- with this revision: see 000016.)
drop function if exists :"schema".jobs__decrease_job_queue_count();
drop function if exists :"schema".jobs__increase_job_queue_count();
drop function if exists :"schema".tg__update_timestamp();
