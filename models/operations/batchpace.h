#pragma once

#include "models/query/operationspec.h"

#include <QElapsedTimer>

#include <chrono>

namespace yardmaster {

/// How many jobs a batch gets, and how long to wait after it to keep the pace that was asked for.
/// One thread.
class BatchPace final
{
public:
    explicit BatchPace(const OperationOptions &options);

    [[nodiscard]] int batchSize() const;
    /// A batch has failed: its jobs are tried one by one, to find out which of them it is.
    void tryOneByOne(qint64 jobs) { m_oneByOne = jobs; }
    [[nodiscard]] bool isOneByOne() const { return m_oneByOne > 0; }
    /// A batch of so many jobs is done, or has failed for good.
    void onBatchDone(qint64 jobs);

    /// The pace counts from now on. @param seen  jobs that were dealt with before.
    void restart(qint64 seen);
    /// How long to wait until so many jobs are due; zero or less: not at all.
    [[nodiscard]] std::chrono::microseconds delay(qint64 seen) const;

private:
    OperationOptions m_options;
    qint64 m_oneByOne = 0; // jobs still to be tried one by one
    QElapsedTimer m_since; // the restart
    qint64 m_seenBefore = 0;
};

} // namespace yardmaster
