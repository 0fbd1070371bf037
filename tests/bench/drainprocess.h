#pragma once

#include "tests/bench/bench.h"

#include <yardmaster/taskregistry.h>

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
    int limitSeconds = 600;   ///< stop after this, whatever is left
    qint64 expected = 0;      ///< stop after this many jobs; 0: when none are left
    QString tasks{};          ///< a folder with a file for the task; empty: a handler in C++
    int hosts = 1;            ///< for files of that folder
    int localQueueSize = 500; ///< jobs fetched ahead
    bool hasMetrics = false;  ///< served, and read every second
};

/// --expect, which drain processes are started with.
[[nodiscard]] QCommandLineOption expectOption();
/// From the command line; prints an error if it is wrong.
[[nodiscard]] std::optional<DrainOptions> drainOptions(Bench &bench);

/// The tasks of a folder, run by so many task hosts; prints an error if there are none.
[[nodiscard]] std::shared_ptr<TaskRegistry> tasksOf(Bench &bench, const QString &folder, int hosts);

/// The share of the jobs that DrainReport::middleSeconds is about.
inline constexpr double kMiddle = 0.8;

/// What one process did from the go() signal until its queue was drained.
struct DrainReport
{
    qint64 cpuUs = 0;
    qint64 runs = 0; ///< calls of the handler; with a folder, successes
    double rssMb = 0;
    /// With DrainOptions::expected: from the first tenth of them to the last, so without the
    /// beginning and the search for more at the end.
    double middleSeconds = 0;
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
