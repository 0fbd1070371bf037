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

} // namespace yardmaster
