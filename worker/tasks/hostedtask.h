#pragma once

#include "worker/tasks/sparehost.h"
#include <yardmaster/task.h>

#include <atomic>
#include <map>
#include <mutex>
#include <vector>

namespace yardmaster {

class HostPool;

/// How long a host may be silent. Shorter in tests.
struct HostTimes
{
    std::chrono::milliseconds load{60000}; ///< from its start until all files are loaded
    std::chrono::milliseconds blocked{
        10000}; ///< code that blocks its event loop so long is reported
    std::chrono::milliseconds silent{300000}; ///< then it is killed
    std::chrono::milliseconds answer{2000};   ///< the same where a job has to be ended by force
    std::chrono::milliseconds backoff{250};   ///< after the third trouble in a minute, doubled with
                                              ///< each further one that is no job's fault
    std::chrono::milliseconds settle{10000};  ///< before it is not replaced for its memory
};

/// How many hosts a worker has, and when one is replaced.
struct HostLimits
{
    int processes = 1; ///< for several cores; at least 1
    int jobs = 0;      ///< that a host runs; 0: no limit
    qint64 memory = 0; ///< bytes; the same
};

/// The files that one kind of task host runs, and the hosts that run them: a pool for each worker,
/// made when it starts its first job. Shared by the executors of all its tasks.
class HostedFiles final
{
public:
    struct File
    {
        QString identifier;
        QString path; ///< absolute

        [[nodiscard]] bool operator==(const File &) const = default;
    };

    HostedFiles(HostProgram program, QString folder, std::vector<File> files, HostTimes times = {},
                HostLimits limits = {})
        : m_program(std::move(program))
        , m_folder(std::move(folder))
        , m_files(std::move(files))
        , m_times(times)
        , m_limits(limits)
    { }

    [[nodiscard]] const HostProgram &program() const { return m_program; }
    [[nodiscard]] const QString &folder() const { return m_folder; } ///< absolute
    [[nodiscard]] const std::vector<File> &files() const { return m_files; }
    [[nodiscard]] const HostTimes &times() const { return m_times; }
    [[nodiscard]] const HostLimits &limits() const { return m_limits; }

    /// The pool of the worker with this scope, see TaskRun::scope(). Its thread.
    [[nodiscard]] static HostPool *poolIn(QObject *scope,
                                          const std::shared_ptr<const HostedFiles> &files);
    /// @name Any thread.
    /// @{
    /// Keeps a host that has loaded the files for takeSpare(). Instead of one that it has.
    void keepSpare(std::unique_ptr<SpareHost> spare) const;
    /// Some of the files cannot be loaded any more: the one that has loaded them waits on.
    void keepSpareOn() const;
    /// @returns null: there is none, or none any more.
    [[nodiscard]] std::unique_ptr<SpareHost> takeSpare() const;
    /// Fresh hosts take over from those that have loaded the files as they were.
    void noteChanged() const;
    /// Other files have taken the place of these: hosts end when they have no job.
    void retire() const;
    [[nodiscard]] bool isRetired() const { return m_isRetired; }
    /// This pool is going.
    void forget(const QObject *scope, const HostPool *pool) const;
    /// @}

private:
    void postToPools(void (HostPool::*call)()) const;

    const HostProgram m_program;
    const QString m_folder;
    const std::vector<File> m_files;
    const HostTimes m_times;
    const HostLimits m_limits;
    mutable std::atomic<bool> m_isRetired = false;
    mutable std::mutex m_mutex;                            // guards the next two
    mutable std::map<const QObject *, HostPool *> m_pools; // few
    mutable std::unique_ptr<SpareHost> m_spare;
};

/// Runs the jobs of one file in a task host.
class HostedTask final : public TaskExecutor
{
public:
    HostedTask(std::shared_ptr<const HostedFiles> files, int file)
        : m_files(std::move(files))
        , m_file(file)
    { }

    Mode mode() const override { return Mode::Asynchronous; }
    bool usesColumns() const override { return true; }
    bool startsTimeout() const override { return true; }
    void start(std::shared_ptr<TaskRun> run) const override;
    QString describe() const override;
    TaskFacts facts() const override;
    [[nodiscard]] const std::shared_ptr<const HostedFiles> &files() const { return m_files; }

private:
    const std::shared_ptr<const HostedFiles> m_files;
    const int m_file;
};

/// What lists of tasks call its files: "JavaScript".
[[nodiscard]] QString kindOf(const HostProgram &program);

/// The message "load": JSON text.
/// @param facts  null: the files are only checked.
[[nodiscard]] QByteArray loadMessage(const HostedFiles &files, const WorkerFacts *facts);

} // namespace yardmaster
