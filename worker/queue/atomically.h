#pragma once

#include <yardmaster/session.h>

#include <optional>

namespace yardmaster {

/// Runs `work()`, which returns a Result, in a transaction: the one that is open, which the caller
/// ends, else one of its own, committed if `work` succeeds.
template <typename Work>
[[nodiscard]] auto atomically(Session &session, Work &&work) -> decltype(work())
{
    std::optional<Transaction> own;
    if (!session.isInTransaction()) {
        auto begun = Transaction::begin(session);
        if (!begun)
            return tl::make_unexpected(begun.error());
        own.emplace(*std::move(begun));
    }
    auto result = work();
    if (own && result) {
        if (auto committed = own->commit(); !committed)
            return tl::make_unexpected(committed.error());
    }
    return result;
}

} // namespace yardmaster
