#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <chrono>

namespace yardmaster {

/// A registered worker, see WorkerUtils::listActiveWorkers().
struct ActiveWorker
{
    QString id;
    QDateTime lastHeartbeatAt; ///< UTC, milliseconds, the server's clock
    QDateTime startedAt;
    std::chrono::milliseconds silentFor{0}; ///< by the server's clock
    QByteArray metadata;                    ///< JSON, empty if none
};

} // namespace yardmaster
