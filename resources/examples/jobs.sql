-- The jobs of the guided tour. Keys make it repeatable: what an earlier tour left goes first.
select :"schema".remove_job(job_key => tour.key)
from (values ('tour:webhook'), ('tour:card'), ('tour:report'), ('tour:order')) as tour (key);

select :"schema".add_job('hello', json_build_object('name', 'Ada'));

select :"schema".add_job('send_email', json_build_object('to', 'grace@example.com'));

-- Fails once, then waits for its second attempt.
select :"schema".add_job('call_webhook', '{}', job_key => 'tour:webhook');

-- One attempt only: fails for good.
select :"schema".add_job('charge_card', json_build_object('amount', 4200),
                         max_attempts => 1, job_key => 'tour:card');

-- Two jobs of one named queue: one after the other.
select :"schema".add_job('import_file', json_build_object('file', 'customers.csv'),
                         queue_name => 'imports');
select :"schema".add_job('import_file', json_build_object('file', 'orders.csv'),
                         queue_name => 'imports');

-- Not due before tomorrow.
select :"schema".add_job('reports/daily', '{}', run_at => now() + interval '1 day',
                         job_key => 'tour:report');

-- Posted to a web server: start one as tasks/post_order.http says, then run this job by hand.
select :"schema".add_job('post_order', json_build_object('order', 42),
                         run_at => now() + interval '1 day', job_key => 'tour:order');
