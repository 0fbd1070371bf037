#pragma once

#include "worker/tasks/hostfailures.h"
#include "worker/tasks/hostpoollink.h"
#include "worker/tasks/hostqueries.h"
#include "worker/tasks/hostrun.h"
#include "worker/tasks/servinghosts.h"
#include "worker/tasks/taskhost.h"

#include <QElapsedTimer>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace yardmaster {

class TaskRun;

/// Runs jobs of one worker in task hosts: reads what a fetch does not know of them, sends each to
/// the host with the fewest, and hands the results on. Lives on the executor thread, a child of the
/// scope of the runs.
///
///   start() ──> unread ──> ready ──> sent ──> ended, when the host reports a result
///                 columns read   a host is there; as a rule the fetch has read the columns
///
/// There are as many hosts as jobs, up to HostLimits::processes. One that is worn (it has run many
/// jobs, or takes much memory) stays until another one has loaded as many of the files. A host
/// retires if it asks for that (something went wrong outside of a job), if a job does not end on
/// its own, or if another host has taken over: it gets no more jobs, and ends after those it has.
/// A host that dies fails the job that it died of, if that is known, because the host said so or
/// ran no other; the attempts of the others are restored. If it is not known, all of them are
/// suspects: each then runs alone, in a host beside the others.
///
/// Hosts that die one after the other while they load, or without a job, are started again with
/// growing delays, see HostFailures. Jobs that would have to wait for longer than a second are
/// returned to the queue for as long. Where jobs ran, one of them is to blame, and pays with an
/// attempt and its own backoff, at once or when it is run alone. It is not to hold up others: the
/// delay does not grow, and only keeps jobs that all end their host from keeping a core busy with
/// starting them.
///
/// A long file: the same queues of runs decide which host a run waits for and what happens to it
/// when a host ends. What needs only one host or one run is in TaskHost and HostRun.
class HostPool final
    : public QObject
    , public HostOwner
{
public:
    HostPool(std::shared_ptr<const HostedFiles> files, QObject *scope);
    ~HostPool() override;
    Q_DISABLE_COPY_MOVE(HostPool)

    void start(int file, std::shared_ptr<TaskRun> run);
    void onFilesChanged();
    /// Once HostedFiles::isRetired(): its hosts end, and then it, if there are no runs.
    void endIfUnused();

private:
    using Columns = HostedColumnsById;

    void readColumns();
    void onColumns(const std::vector<quint64> &numbers, const Result<Columns> &columns);
    void planSend();
    void sendReady();
    void setSuspectsApart();
    void deal();
    void dealAlone();
    /// @returns the first of them that may start; null: there is none.
    [[nodiscard]] HostRun *firstOf(std::deque<quint64> *ready);
    void give(TaskHost *host, HostRun *run);
    /// Whether another host is to be started: there are fewer than there may be, and than jobs.
    [[nodiscard]] bool needsHost() const;
    TaskHost *begin();
    void replace(TaskHost &worn);
    void refuse(TaskHost &host);
    void release(const TaskHost &host);
    void retire(TaskHost &host, const QString &why);
    void answer(qint64 processId, const QByteArray &message);

    void onStop(quint64 number);
    void onKill(quint64 number);
    void end(quint64 number, TaskOutcome &&outcome);

    void onLoaded(TaskHost &host) override;
    void onWorn(TaskHost &host) override;
    void onResult(HostRun &run, TaskOutcome &&outcome) override;
    void onAddJobs(TaskHost &host, HostRun *run, const std::vector<QByteArrayView> &items) override;
    void onRetiring(TaskHost &host, const QString &why) override;
    void onTrouble(HostTrouble trouble) override;
    void onEnded(TaskHost &host, const QString &how) override;
    [[nodiscard]] std::chrono::milliseconds delay() const;
    [[nodiscard]] TaskOutcome postponed() const;
    [[nodiscard]] HostRun *runOf(quint64 number);

    const std::shared_ptr<const HostedFiles> m_files;
    const QObject *const m_scope;
    const std::shared_ptr<HostPoolLink> m_link;
    std::optional<Logger> m_logger; ///< of the worker; set by the first start()
    quint64 m_lastRun = 0;
    std::unordered_map<quint64, HostRun> m_runs;
    std::vector<quint64> m_unread;
    std::deque<quint64> m_ready;
    std::deque<quint64> m_readyAlone; ///< suspects
    bool m_isReading = false;
    bool m_isSendPlanned = false;
    ServingHosts m_serving;
    TaskHost *m_alone = nullptr; ///< for one suspect at a time
    std::vector<std::unique_ptr<TaskHost>> m_hosts;
    QSet<qint64> m_suspects;  ///< ids of jobs
    QElapsedTimer m_unserved; ///< since a host was ready last, or a first job came
    HostFailures m_unexplained;
    HostFailures m_faultsOfJobs;
    QTimer m_retry;
    QTimer m_pulse;
    std::optional<WorkerFacts> m_facts; ///< set by the first start(), as is the next
    std::weak_ptr<JobServices> m_services;
    bool m_haveFilesChanged = false; ///< since the hosts that serve have loaded them
};

} // namespace yardmaster
