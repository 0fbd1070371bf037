#pragma once

#include <yardmaster/result.h>

#include <QList>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace yardmaster {

class Session;

/// The least time without a heartbeat after which a registered worker is stale.
inline constexpr std::chrono::milliseconds kStaleAfter{20000};

/// After which one is that published this threshold: the longer of the two. Unset: it published
/// none, and has five minutes. As sweepers judge.
[[nodiscard]] std::chrono::milliseconds
staleAfter(std::optional<std::chrono::milliseconds> published);

/// A registered worker and what it says it can do. A value.
struct RegisteredWorker
{
    QString id;
    std::chrono::milliseconds silentFor{0};
    std::chrono::milliseconds staleAfter{kStaleAfter};
    std::optional<QStringList> tasks; ///< unset: it does not say
    bool isCut = false;               ///< it knows more than it says

    [[nodiscard]] bool isAlive() const { return silentFor < staleAfter; }
    [[nodiscard]] bool operator==(const RegisteredWorker &) const = default;
};

/// The workers in the registry heard of last, at most kRegisteredCap; unset: the schema has none,
/// or it may not be read. graphile-worker's (Node) never register, graphile_worker_rs's do not say
/// their tasks. Blocks; two round trips.
[[nodiscard]] Result<std::optional<QList<RegisteredWorker>>>
readRegisteredWorkers(Session &session, const QString &schema);

inline constexpr int kRegisteredCap = 200;

/// The registered workers that a sweep would take for stale: without a heartbeat for kStaleAfter,
/// or the longer threshold that they published, or five minutes if they published none. Those heard
/// of last, at most a thousand: what they lock is Stuck. None where the schema has no registry, or
/// it may not be read. Blocks; two round trips.
[[nodiscard]] Result<QStringList> readStaleWorkers(Session &session, const QString &schema);

} // namespace yardmaster
