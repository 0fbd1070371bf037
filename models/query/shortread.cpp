#include "models/query/shortread.h"

namespace yardmaster {

Result<Transaction> beginReading(Session &session, std::chrono::milliseconds patience,
                                 const QByteArray &settings)
{
    auto transaction = Transaction::begin(session);
    if (!transaction)
        return transaction;
    if (auto limited = session.script(
            "set transaction read only; set local statement_timeout = "
            + QByteArray::number(qint64(patience.count()))
            + "; set local jit = off; set local max_parallel_workers_per_gather = 0; " + settings);
        !limited)
        return tl::make_unexpected(limited.error());
    return transaction;
}

Result<Rows> readOnce(Session &session, std::chrono::milliseconds patience, const QByteArray &sql,
                      const Params &params, const QByteArray &settings)
{
    auto transaction = beginReading(session, patience, settings);
    if (!transaction)
        return tl::make_unexpected(transaction.error());
    auto rows = session.query(sql, params);
    if (!rows)
        return rows;
    if (auto committed = transaction->commit(); !committed)
        return tl::make_unexpected(committed.error());
    return rows;
}

Result<std::optional<Rows>> readIfThere(Session &session, const QString &schema,
                                        const QStringList &relations,
                                        std::chrono::milliseconds patience, const QByteArray &sql,
                                        const Params &params)
{
    const auto none = [](const DbError &error) -> Result<std::optional<Rows>> {
        if (error.kind == DbError::Kind::ConnectionLost)
            return tl::make_unexpected(error);
        return std::nullopt;
    };
    for (const QString &relation : relations) {
        const auto isReadable = session.query(
            "select exists (select from pg_catalog.pg_class as class "
            "join pg_catalog.pg_namespace as home on home.oid = class.relnamespace "
            "where home.nspname = $1::text and class.relname = $2::text "
            "and class.relkind in ('r', 'p', 'v') and has_schema_privilege(home.oid, 'usage') "
            "and has_table_privilege(class.oid, 'select'))",
            {param(schema), param(relation)});
        if (!isReadable)
            return none(isReadable.error());
        if (!isReadable->boolean(0, 0))
            return std::nullopt;
    }
    auto rows = readOnce(session, patience, sql, params);
    if (!rows)
        return none(rows.error());
    return std::optional(*std::move(rows));
}

} // namespace yardmaster
