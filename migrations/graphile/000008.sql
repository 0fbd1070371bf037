-- Which crontab entries were ever seen, and when each last ran; its rows are the lock by which
-- several schedulers agree.
create table :"schema".known_crontabs (
    identifier text not null constraint known_crontabs_pkey primary key,
    known_since timestamptz not null,
    last_execution timestamptz
);
alter table :"schema".known_crontabs enable row level security;
