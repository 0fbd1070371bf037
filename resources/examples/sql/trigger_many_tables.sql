-- One trigger function for many tables: the trigger says which task to queue. The job learns the
-- table, what happened, and the row's id.
create function queue_row_job() returns trigger
language plpgsql
as $$
declare
    changed record;
begin
    if tg_op = 'DELETE' then
        changed := old;
    else
        changed := new;
    end if;
    perform graphile_worker.add_job(
        tg_argv[0],
        json_build_object('schema', tg_table_schema, 'table', tg_table_name, 'op', tg_op,
            'id', changed.id),
        -- Changes to one row are handled one after the other, those to different rows at once.
        queue_name => format('%s.%s:%s', tg_table_schema, tg_table_name, changed.id));
    return null;
end
$$;

create table app_articles (id integer primary key, title text);
create table app_comments (id integer primary key, body text);

create trigger index_changes
after insert or update or delete on app_articles
for each row execute function queue_row_job('update_search_index');

-- Only when it matters: WHEN is checked before the function is called.
create trigger check_for_spam
after update on app_comments
for each row when (old.body is distinct from new.body)
execute function queue_row_job('check_for_spam');

insert into app_articles values (1, 'Yardmasters');
update app_articles set title = 'Yardmasters and shunters' where id = 1;
delete from app_articles where id = 1;
insert into app_comments values (5, 'First!');
update app_comments set id = id where id = 5;
update app_comments set body = 'Cheap watches' where id = 5;
