#pragma once

#include <QStringList>

namespace yardmaster {

/// What a worker leaves alone although it could run it, see Runner::setHolds().
struct Holds
{
    QStringList tasks{};  ///< task identifiers
    QStringList queues{}; ///< names of queues

    [[nodiscard]] bool isEmpty() const { return tasks.isEmpty() && queues.isEmpty(); }
    [[nodiscard]] bool operator==(const Holds &) const = default;
};

} // namespace yardmaster
