#pragma once

#include <yardmaster/session.h>

namespace yardmaster {

/// Calls `work`, user code, which may throw, and rolls back a transaction that it has begun and not
/// ended.
/// @returns an error if there was one to roll back.
template <typename Work> [[nodiscard]] Result<void> endingTransactions(Session &session, Work work)
{
    const bool isOurs = !session.isInTransaction();
    const auto rollBack = [&] {
        if (!isOurs || session.isLost() || !session.isInTransaction())
            return false;
        (void)session.script("rollback");
        return true;
    };
    try {
        work();
    } catch (...) {
        rollBack();
        throw;
    }
    if (rollBack())
        return fail(DbError::Kind::Statement,
                    QStringLiteral("a transaction was left open; it was rolled back"));
    return {};
}

} // namespace yardmaster
