-- Queue a job whenever a row appears. It is queued in the same transaction: no job for a row that
-- was rolled back, no row whose job was forgotten.
create table app_users (
    id bigint primary key generated always as identity,
    email text not null
);

create function app_users_welcome() returns trigger
language plpgsql
as $$
begin
    -- Pass the key, not the row: by the time the job runs, the row may have changed.
    perform graphile_worker.add_job('send_welcome_email', json_build_object('user_id', new.id));
    return null; -- an AFTER trigger's result is ignored
end
$$;

create trigger welcome
after insert on app_users
for each row execute function app_users_welcome();

insert into app_users (email) values ('ada@example.com');
