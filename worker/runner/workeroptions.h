#pragma once

#include "worker/db/connectionsettings.h"

#include <QStringList>

#include <chrono>

namespace yardmaster {

/// Everything a worker can be told. Defaults are the documented ones.
struct WorkerOptions
{
    ConnectionSettings connection;
    QString schema = QStringLiteral("graphile_worker");
    int concurrency = 1;  ///< jobs at the same time, 1..1000
    int maxPoolSize = 10; ///< database connections at most; a worker needs kOwnConnections
    std::chrono::milliseconds pollInterval{2000}; ///< 1 ms..1 day
    std::chrono::milliseconds gracePeriod{10000}; ///< whole budget of a graceful stop
    int localQueueSize = 500; ///< jobs fetched ahead; 0: only what can run at once
    std::chrono::milliseconds localQueueTtl{300000}; ///< unstarted jobs go back after this
    bool once = false;                               ///< end when nothing is runnable any more
    bool migrates = true;                            ///< install or upgrade the schema at start

    /// Fetch, release, listen.
    static constexpr int kOwnConnections = 3;

    /// @returns one sentence per problem; empty when the options can be used.
    [[nodiscard]] QStringList problems() const;
};

} // namespace yardmaster
