#pragma once

#include <QStringList>

#include <optional>

namespace yardmaster {

/// Which jobs a worker takes by their flags. A job must pass all rules; a job without flags passes
/// `forbidden` and `allowed`, but never `accepted`.
struct FlagRules
{
    QStringList forbidden;              ///< a job with any of these is not fetched
    QStringList accepted;               ///< if not empty, a job needs at least one of these
    std::optional<QStringList> allowed; ///< if set, a job may have no other flags than these
    bool operator==(const FlagRules &) const = default;
};

} // namespace yardmaster
