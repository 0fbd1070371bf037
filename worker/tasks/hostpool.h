#pragma once

#include "worker/tasks/hostedtask.h"
#include "worker/tasks/hostqueries.h"
#include <yardmaster/logger.h>

#include <QElapsedTimer>
#include <QSet>
#include <QTimer>

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <unordered_map>
#include <vector>

namespace yardmaster {

class HostPool;
class TaskRun;

/// What other threads hold of a pool that may be gone.
class HostMail final
{
public:
    explicit HostMail(HostPool *pool)
        : m_pool(pool)
    { }
    /// Calls `call` on the pool's thread; not at all once the pool is gone. Any thread.
    void post(std::function<void(HostPool &)> call);
    void close();

private:
    std::mutex m_mutex; // guards the next
    HostPool *m_pool;
};

/// Runs jobs of one worker in a task host: reads what a fetch does not know of them, sends them,
/// and hands the results on. Lives on the executor thread, a child of the scope of the runs.
///
///   start() ──> unread ──> ready ──> sent ──> ended, when the host reports a result
///                 columns read   a host is there
///
/// One host is current. It retires where it asks for that (something went wrong outside of a job),
/// or where a job does not end by its own: it gets no further jobs, and ends when the others have.
/// A host that dies fails the job that it died of, if that is known, because it said so or ran no
/// other one; the attempts of the others are restored. Where it is not known, they all are
/// suspects: each of them then runs alone, in a second host beside the current one.
///
/// Hosts that die one after the other are started again with growing delays. Jobs that would have
/// to wait for longer than a second are returned to the queue for as long.
///
/// A long file: the life of a run and of its host depend on each other.
class HostPool final : public QObject
{
public:
    HostPool(std::shared_ptr<const HostedFiles> files, QObject *scope);
    ~HostPool() override;
    Q_DISABLE_COPY_MOVE(HostPool)

    void start(int file, std::shared_ptr<TaskRun> run);

private:
    using Clock = std::chrono::steady_clock;
    using StopCallback = std::stop_callback<std::function<void()>>;
    using Columns = std::map<qint64, HostedColumns>; ///< by job id
    struct Host;

    struct Run
    {
        int file = 0;
        std::shared_ptr<TaskRun> run;
        HostedColumns columns{};
        Host *host = nullptr; ///< null: not sent
        std::unique_ptr<OutputLines> out{};
        std::unique_ptr<OutputLines> err{};
        qint64 logged = 0;  ///< bytes
        qint64 leftOut = 0; ///< bytes
        std::optional<StopCallback> onStop{};
        std::optional<StopCallback> onKill{};
    };

    struct Guilt
    {
        quint64 run = 0; ///< 0: none of those that run
        QString error;
    };

    struct Host
    {
        std::unique_ptr<HostChild> child{};
        QSet<quint64> runs{};
        QSet<quint64> abandoned{}; ///< they have ended for us, but their code goes on
        qsizetype bytes = 0;       ///< payloads of `runs`
        std::optional<Guilt> guilt{};
        Guilt blocked{}; ///< reported since the last answer
        int pings = 0;
        int pongs = 0;
        QElapsedTimer pinged{};
        bool isReady = false;
        bool isRetiring = false;
        bool isKilled = false; ///< by us
        bool saidBye = false;
        qint64 logged = 0; ///< bytes of output that belongs to no job
        QElapsedTimer loggedSince{};
    };

    void readColumns();
    void onColumns(const std::vector<quint64> &numbers, const Result<Columns> &columns);
    void planSend();
    void sendReady();
    /// @param mostBytes  of payloads in the host, unless it has one job only.
    void send(Host *host, std::deque<quint64> *ready, qsizetype mostBytes);
    void begin(Host **place);
    void release(const Host *host);

    void onStop(quint64 number);
    void onKill(quint64 number);
    void end(quint64 number, TaskOutcome outcome);

    void onMessage(Host *host, QByteArrayView text);
    void onReport(Host *host, QByteArrayView text);
    void onHostOutput(Host *host, const QString &line, bool isError);
    void onEnded(Host *host, const QString &how);
    void onResult(Host *host, QByteArrayView result);
    void onOutput(quint64 number, bool isError, const QString &text);
    void onLog(quint64 number, const std::vector<QByteArrayView> &items);
    void onAddJobs(Host *host, const std::vector<QByteArrayView> &items);
    void onBlocked(Host *host, const std::vector<QByteArrayView> &items);
    void answer(qint64 processId, qint64 call, const Result<std::vector<JobRecord>> &added,
                const Result<NamedIds> &ids);

    void send(Host *host, const QByteArray &message);
    void retire(Host *host, const QString &why);
    void kill(Host *host, const Guilt &guilt);
    void ping(Host *host);
    void pulse();
    void noteTrouble();
    [[nodiscard]] std::chrono::milliseconds backoff() const;
    void log(LogLevel level, const QString &message) const;
    [[nodiscard]] TaskRun *runOf(quint64 number) const;

    const std::shared_ptr<const HostedFiles> m_files;
    const QObject *const m_scope;
    const std::shared_ptr<HostMail> m_mail;
    std::optional<Logger> m_logger; ///< of the worker
    quint64 m_lastRun = 0;
    std::unordered_map<quint64, std::unique_ptr<Run>> m_runs;
    std::vector<quint64> m_unread;
    std::deque<quint64> m_ready;
    std::deque<quint64> m_readyAlone; ///< suspects
    bool m_isReading = false;
    bool m_isSendPlanned = false;
    Host *m_current = nullptr;
    Host *m_alone = nullptr; ///< for one suspect at a time
    std::vector<std::unique_ptr<Host>> m_hosts;
    QSet<qint64> m_suspects;                  ///< ids of jobs
    std::deque<Clock::time_point> m_troubles; ///< of the last minute
    QTimer m_retry;
    QTimer m_pulse;
};

} // namespace yardmaster
