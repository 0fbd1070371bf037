#pragma once

#include "worker/tasks/hostedtask.h"
#include "worker/tasks/hostrow.h"
#include <yardmaster/logger.h>

#include <QElapsedTimer>
#include <QHash>
#include <QSet>

#include <memory>
#include <optional>
#include <vector>

namespace yardmaster {

class HostRun;
class TaskHost;

/// Which run a host dies of.
struct HostCulprit
{
    quint64 run = 0; ///< 0: none of those that run
    QString error{};
};

enum class HostTrouble {
    OfJobs, ///< one of those that run is at fault: it fails, or each of them is run alone
    Unexplained,
};

/// Decides what becomes of a host and its jobs. Called on the thread of the host.
class HostOwner
{
public:
    virtual ~HostOwner() = default;

    virtual void onLoaded(TaskHost &host) = 0;
    /// It should be replaced, see isWorn().
    virtual void onWorn(TaskHost &host) = 0;
    virtual void onResult(HostRun &run, TaskOutcome &&outcome) = 0;
    /// @param run  null: it has ended.   @param items  the message.
    virtual void onAddJobs(TaskHost &host, HostRun *run, const std::vector<QByteArrayView> &items)
        = 0;
    /// It wants no further jobs.
    virtual void onRetiring(TaskHost &host, const QString &why) = 0;
    /// One misbehaves.
    virtual void onTrouble(HostTrouble trouble) = 0;
    /// Last of all. The host must not be destroyed before this returns.
    virtual void onEnded(TaskHost &host, const QString &how) = 0;
};

/// One task host: its process, the runs that were sent to it, and a watch over whether it answers.
///
///   start() ──> loading ──> ready ──> retiring ──> ended, with "bye"
///                                     drain()
///
/// It is killed where it does not load in time, does not answer for too long, blocks its event loop
/// for too long, or sends what is no message; and where only abandoned runs are left: those that
/// have ended for the worker, but whose code goes on.
class TaskHost final
{
public:
    /// It is a spare one if `files` has one. On the thread that it is used on.
    TaskHost(std::shared_ptr<const HostedFiles> files, HostOwner *owner, Logger logger);
    ~TaskHost();
    Q_DISABLE_COPY_MOVE(TaskHost)

    /// It may end before this returns.
    void start(const WorkerFacts &facts);
    [[nodiscard]] bool isReady() const { return m_isReady; }
    /// The file that it is loading. Empty: none that is known.
    [[nodiscard]] QString loading() const;
    /// Identifiers of the files that it could not load.
    [[nodiscard]] const QSet<QString> &problems() const { return m_problems; }
    [[nodiscard]] qint64 processId() const { return m_child->processId(); }
    void send(const QByteArray &message);

    /// @name Runs
    /// @{
    [[nodiscard]] const QHash<quint64, HostRun *> &runs() const { return m_runs; }
    /// Whether one more payload of that size fits, if all together may have `most` bytes. One run
    /// always fits.
    [[nodiscard]] bool hasRoom(qsizetype payloadSize, qsizetype most) const
    {
        return m_runs.isEmpty() || m_bytes + payloadSize <= most;
    }
    /// Sends it, with the next flush() at the latest. @returns false: it is too large.
    [[nodiscard]] bool add(HostRun *run);
    void flush();
    void cancel(const HostRun &run);
    /// It has ended.
    void remove(const HostRun &run);
    /// Behind remove(): its code goes on. Retire the host first.
    void abandon(quint64 run);
    /// @}

    /// Asks it to end when its runs have. Call it once.
    void drain();
    [[nodiscard]] bool isRetiring() const { return m_isRetiring; }
    /// It has run as many jobs as it may, or takes too much memory: it goes on until there is
    /// another one.
    [[nodiscard]] bool isWorn() const { return m_isWorn; }
    /// @param why  of being worn, for people.
    void wear(const QString &why);
    void kill(const HostCulprit &culprit = {});
    /// Sees whether it answers, and how large it is. Call it every few seconds while there are
    /// jobs.
    void check();

    /// @name Of its end
    /// @{
    /// Unset: not known.
    [[nodiscard]] const std::optional<HostCulprit> &culprit() const { return m_culprit; }
    /// It was asked for, or killed through no job's fault.
    [[nodiscard]] bool hasEndedOrderly() const
    {
        return m_saidBye || (m_isKilled && !(m_culprit && m_culprit->run != 0));
    }
    /// @}

private:
    [[nodiscard]] HostChild::Handlers handlers();
    void onMessage(QByteArrayView text);
    void onMessage(const std::vector<QByteArrayView> &items);
    void onResult(QByteArrayView result);
    void onReport(QByteArrayView text);
    void onBlocked(const std::vector<QByteArrayView> &items);
    void onOutput(const QString &line, bool isError);
    void closeRows();
    void ping();
    void misbehave(const QString &how);
    void onLoaded(const std::vector<QByteArrayView> &items);
    void checkMemory();

    const std::shared_ptr<const HostedFiles> m_files;
    HostOwner *const m_owner;
    const Logger m_logger;
    const std::unique_ptr<SpareHost> m_spare; // null: it is none; outlives the next
    std::unique_ptr<HostChild> m_child;
    const bool m_isSpare;            ///< it has started, and loaded its files
    std::optional<size_t> m_loading; ///< index of a file

    QHash<quint64, HostRun *> m_runs;
    QSet<quint64> m_abandoned;
    qsizetype m_bytes = 0; ///< payloads of m_runs
    HostRows m_rows;       ///< of the next message "run"
    QByteArray m_frames;   ///< of the next flush()

    std::optional<HostCulprit> m_culprit;
    HostCulprit m_blocked; ///< reported since the last answer
    int m_pings = 0;
    int m_pongs = 0;
    QElapsedTimer m_pinged;
    bool m_isReady = false;
    bool m_isRetiring = false;
    bool m_isWorn = false;
    bool m_isLarge = false; ///< even without having run anything
    int m_given = 0;        ///< runs, in all
    QElapsedTimer m_loaded; ///< since then
    QSet<QString> m_problems;
    bool m_isKilled = false;
    bool m_saidBye = false;
    qint64 m_logged = 0; ///< bytes of output that belongs to no job
    QElapsedTimer m_loggedSince;
};

} // namespace yardmaster
