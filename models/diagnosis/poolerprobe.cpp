#include "models/diagnosis/poolerprobe.h"

#include <yardmaster/session.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

Result<qint64> serverProcess(Session &session)
{
    return session.query("select pg_backend_pid()").map([](const Rows &rows) {
        return rows.int64(0, 0);
    });
}

} // namespace

Result<PoolerKind> findPooler(Session &session, const ConnectionSettings &settings)
{
    const auto first = serverProcess(session);
    if (!first)
        return tl::make_unexpected(first.error());
    auto other = Session::open(settings, u"pooler"_s);
    if (!other)
        return tl::make_unexpected(other.error());
    auto transaction = Transaction::begin(**other);
    if (!transaction)
        return tl::make_unexpected(transaction.error());
    const auto second = serverProcess(**other);
    if (!second)
        return tl::make_unexpected(second.error());
    if (*second == *first)
        return PoolerKind::Transaction; // asking further might wait for that very process
    const auto again = serverProcess(session);
    if (!again)
        return tl::make_unexpected(again.error());
    if (*again != *first)
        return PoolerKind::Transaction;
    // Poolers make up the key by which their clients cancel.
    return session.backendPid() == *first ? PoolerKind::None : PoolerKind::Session;
}

} // namespace yardmaster
