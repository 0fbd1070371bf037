#pragma once

#include <QStringList>

namespace yardmaster {

/// Tasks and queues that a worker does not fetch for now, see Runner::setHeldNames().
struct HeldNames
{
    QStringList tasks{};  ///< task identifiers
    QStringList queues{}; ///< names of queues

    [[nodiscard]] bool isEmpty() const { return tasks.isEmpty() && queues.isEmpty(); }
    [[nodiscard]] bool operator==(const HeldNames &) const = default;
};

} // namespace yardmaster
