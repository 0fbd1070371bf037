#pragma once

#include "worker/events/databaseactivity.h"
#include "worker/queue/workernames.h"
#include "worker/queue/workerregistry.h"
#include "worker/runner/heartbeatfreshness.h"
#include "worker/runner/lastactivity.h"
#include "worker/time/backoff.h"
#include <yardmaster/connectionsettings.h>
#include <yardmaster/result.h>

#include <QObject>
#include <QTimer>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>

namespace yardmaster {

class EventBus;
class Session;
struct WorkerOptions;

/// What a registry row says of a worker: JSON.
[[nodiscard]] QByteArray workerMetadata(const WorkerOptions &options, const QStringList &tasks);

/// Sends the heartbeats of one worker, on a thread and a connection of its own, so that nothing the
/// others wait for makes a live worker look stale. They go on until the run has ended.
///
///   Off ──start()──> Beating ──> Beating under a new name ──stop()──> Off
///                       └─ its row is gone: it was swept ─┘
///
/// While the database cannot be reached it tries again with a backoff no longer than the interval.
/// A server that does not answer at all, because it or its machine hangs, fails nothing: then
/// noticeSilence() reports the trouble.
class Heartbeats final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Heartbeats)

public:
    /// Before jobs may start again after a sweep: what waits under other names has to be dropped,
    /// and what runs asked to stop. Called on this object's thread.
    using OnSwept = std::function<void(int newName)>;

    struct Config
    {
        ConnectionSettings connection;
        QString schema;
        QByteArray metadata;                   ///< of the worker, see workerMetadata()
        std::chrono::milliseconds interval{0}; ///< 0: none are sent
        std::function<int()> running = {}; ///< how many jobs run; any thread; null: not published
    };

    Heartbeats(Config config, std::shared_ptr<WorkerNames> names,
               std::shared_ptr<HeartbeatFreshness> watch,
               std::shared_ptr<const LastActivity> activity, EventBus *events, OnSwept onSwept);
    ~Heartbeats() override;

    // On this object's thread (queued from others).
    /// The worker is registered.
    void start();
    /// Finds out at once whether it still is.
    void beat();
    /// The registry row is to say something else of the worker from now on.
    void setMetadata(const QByteArray &metadata);

    // On any thread.
    /// Called every kSilenceStep, by one thread that does not wait for the database: reports
    /// trouble once a heartbeat has not been answered for kSilenceSteps of them. Counted, not
    /// measured, so that a process that was frozen itself does not blame the server.
    void noticeSilence();
    static constexpr std::chrono::seconds kSilenceStep{1};
    static constexpr int kSilenceSteps = 10;

    /// No more is sent, and the worker is not registered anew.
    void end();
    /// No more is sent for this former name: nothing is locked under it.
    void forget(int name);

Q_SIGNALS:
    /// A heartbeat was confirmed.
    void confirmed();
    /// The worker goes on under another name.
    void renamed();

private:
    [[nodiscard]] Result<void> tryToBeat();
    [[nodiscard]] Result<void> registerAnew(Session &session);
    void withdrawUnlessWanted(Session &session, int name);

    Config m_config;
    const std::shared_ptr<WorkerNames> m_names;
    const std::shared_ptr<HeartbeatFreshness> m_watch;
    const std::shared_ptr<const LastActivity> m_activity;
    const OnSwept m_onSwept;
    const WorkerRegistry m_registry;
    std::unique_ptr<Session> m_session;
    DatabaseActivity m_beating;
    Backoff m_backoff;
    QTimer m_timer;
    bool m_isMetadataNew = false; ///< it is still to be written
    std::atomic<bool> m_isOn{false};
    std::atomic<int> m_beat{0}; ///< the number of the heartbeat under way; 0: none is
    int m_beats = 0;            ///< this object's thread
    int m_silentBeat = 0;       ///< by noticeSilence(): the last one seen, and how often
    int m_silentSteps = 0;
    std::mutex m_mutex;  // guards m_former
    QList<int> m_former; ///< names that are kept registered for what is locked under them
};

} // namespace yardmaster
