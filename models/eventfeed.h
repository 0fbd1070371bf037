#pragma once

#include "models/workerevent.h"
#include "worker/events/events.h"

#include <QHash>

#include <deque>
#include <mutex>

namespace yardmaster {

class EventBus;

/// Collects what an event bus says on the engine's threads, until the GUI thread takes it.
///
/// The engine can report a hundred thousand events a second. Sent across as queued signals they
/// would fill the GUI's event queue without bound; here they become at most kCapacity lines, a
/// run's start and outcome being one line, and the oldest are dropped and counted.
class EventFeed final
{
public:
    static constexpr std::size_t kCapacity = 2000;

    struct Totals
    {
        qint64 completed = 0;
        qint64 retrying = 0;
        qint64 failedForGood = 0;
        qint64 givenBack = 0;
        qint64 lostLease = 0;

        [[nodiscard]] bool operator==(const Totals &) const = default;
    };

    /// What happened since the last take(), oldest first. A run whose start was taken earlier comes
    /// again with its outcome.
    struct Batch
    {
        std::deque<WorkerEvent> events;
        qint64 dropped = 0; ///< events that came before all of these
        Totals totals;      ///< since the feed was made
        int running = 0;    ///< jobs at this moment
    };

    EventFeed() = default;
    Q_DISABLE_COPY_MOVE(EventFeed)

    /// The bus calls in directly, on the engine's threads: the feed must outlive it.
    void listenTo(EventBus *bus);

    /// Any thread.
    [[nodiscard]] Batch take();
    /// A remark about the worker. Any thread.
    void note(WorkerEvent::Kind kind, const QString &message);
    /// No run is under way any more, whatever was heard. Any thread.
    void forgetRunning();

private:
    using RunKey = std::pair<qint64, int>; // job id, attempt

    void onStarted(const JobEvent &event);
    void onOutput(const JobInfo &job, const QString &line);
    void onEnded(const JobEvent &event, WorkerEvent::Kind kind);
    void append(WorkerEvent event);                        // m_mutex held
    [[nodiscard]] WorkerEvent *pending(const RunKey &key); // m_mutex held

    std::mutex m_mutex; // guards everything below
    std::deque<WorkerEvent> m_pending;
    quint64 m_firstSerial = 0;            // of m_pending.front()
    QHash<RunKey, quint64> m_pendingRuns; // serials
    QHash<RunKey, WorkerEvent> m_running;
    qint64 m_dropped = 0;
    Totals m_totals;
};

} // namespace yardmaster
