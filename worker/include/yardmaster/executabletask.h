#pragma once

#include <yardmaster/task.h>

namespace yardmaster {

/// Runs a file as a child process by graphile-worker's protocol: GRAPHILE_WORKER_* variables, the
/// payload as one line of JSON on standard input, exit code 0 for success. A script without a `#!`
/// line is run by /bin/sh. Standard output and error go to the job's log line by line; the last
/// lines of standard error are kept in last_error.
///
/// The child leads a process group of its own: a stop or a timeout sends SIGTERM, later SIGKILL, to
/// the whole group. It also gets SIGTERM when the worker process dies, because its job will then
/// run on another worker.
class ExecutableTask final : public TaskExecutor
{
public:
    /// TaskOptions::timeout of files found in a tasks folder, as with graphile-worker.
    static constexpr std::chrono::hours kTimeout{4};
    /// Output beyond this many bytes of one job is read and left out, of events too; a line says
    /// so.
    static constexpr qint64 kLoggedOutput = 1024 * 1024;

    /// @param isReplaceable  the file may be missing, or not be executable yet, for a moment while
    ///                       it or its folder is replaced: jobs wait for it.
    explicit ExecutableTask(QString file, bool isReplaceable = false)
        : m_file(std::move(file))
        , m_isReplaceable(isReplaceable)
    { }

    TaskOutcome run(const TaskContext &context) const override;
    QString describe() const override { return QStringLiteral("executable ") + m_file; }
    TaskFacts facts() const override { return {QStringLiteral("executable"), m_file, {}}; }

private:
    QString m_file;
    bool m_isReplaceable;
};

} // namespace yardmaster
