-- What ServerIdentity knows and every role may see.
select
    (select oid::bigint from pg_database where datname = current_database()) as database_oid,
    coalesce(to_regnamespace(quote_ident(:'schema'))::oid::bigint, 0) as schema_oid,
    coalesce(host(inet_server_addr()), 'socket') || ':' || current_setting('port') as address
