#pragma once

#include "tests/bench/bench.h"

#include <QProcess>

#include <chrono>

#include <tl/expected.hpp>

namespace yardmaster::bench {

/// How workers are run.
struct DrainOptions
{
    int concurrency = 10;
    int jobMs = 0; ///< how long a job takes
    bool isBatched = true;
    int limitSeconds = 600; ///< stop after this, whatever is left
};

/// From the command line; says so if it is wrong.
[[nodiscard]] std::optional<DrainOptions> drainOptions(Bench &bench);

/// What one process did from the word go until its queue was drained.
struct DrainReport
{
    qint64 cpuUs = 0;
    qint64 runs = 0; ///< calls of the handler
    double rssMb = 0;
};

/// A worker in a process of its own, so that its CPU time and memory are its own too, and several
/// begin together. Every call blocks.
class DrainProcess final
{
public:
    DrainProcess(const Target &target, const DrainOptions &options);
    ~DrainProcess();
    Q_DISABLE_COPY_MOVE(DrainProcess)

    /// Until the program is loaded. @returns a sentence if it fails.
    [[nodiscard]] QString waitUntilReady();
    void go();
    /// Until it has drained the queue.
    [[nodiscard]] tl::expected<DrainReport, QString> waitForReport(std::chrono::seconds patience);
    /// Until the process is gone.
    void waitUntilGone() { m_process.waitForFinished(kPatienceMs); }

private:
    static constexpr int kPatienceMs = 60000;
    [[nodiscard]] std::optional<QByteArray> readLine(int patienceMs);

    QProcess m_process;
};

} // namespace yardmaster::bench
