#pragma once

#include "models/history/pastrun.h"
#include "models/live/livebuffer.h"
#include <yardmaster/events.h>

#include <QHash>
#include <QQueue>
#include <QSet>

#include <array>
#include <mutex>

namespace yardmaster {

/// How the live view tells what happens.
enum class LiveDetail {
    Runs,   ///< a run of a job is one line that changes; what only engineers ask for is left out
    Events, ///< every event is a line of its own
};

/// Collects what the local worker and the database say on their threads, once for each LiveDetail,
/// until the GUI thread takes it. However much it is, no more than LiveBuffer::kCapacity lines
/// wait, the oldest give way, and serials tell how many did. All functions: any thread.
class LiveFeed final
{
public:
    LiveFeed() = default;
    Q_DISABLE_COPY_MOVE(LiveFeed)

    struct Waiting
    {
        quint64 first = 0; ///< serial of the oldest line that waits
        quint64 next = 0;  ///< serial of the line that comes next
        [[nodiscard]] quint64 count() const { return next - first; }
    };

    [[nodiscard]] LiveBatch take(LiveDetail detail, qsizetype most);
    [[nodiscard]] Waiting waiting(LiveDetail detail) const;
    /// Forgets what is waiting. @returns the serial of the line that comes next.
    quint64 clear(LiveDetail detail);

    // ---- What there is to tell

    /// A line about anything but a run. @param isDetail  only where every event is shown.
    void tell(LiveSource source, LiveKind kind, QLatin1StringView event, const QString &message,
              bool isDetail = false);
    void onStarted(const JobEvent &event);
    /// An event on the way of a run, for those who want them all.
    void onStep(LiveKind kind, QLatin1StringView name, const JobEvent &event);
    void onOutput(const JobInfo &job, const QString &line, bool isError);
    void onProgress(const JobProgress &progress);
    /// A run is over, as its `kind` says. @param name  of the event.
    void onEnded(LiveKind kind, QLatin1StringView name, const JobEvent &event);
    /// A run has ended, whose worker is not told by events; runs of the local worker are left out.
    void onFleet(const PastRun &run);
    /// No run is under way any more, whatever was heard.
    void forgetRunning();
    /// Several in a row become one line, unless every event is wanted.
    void onNotice(const QString &channel, const QString &payload);

private:
    using RunKey = std::pair<qint64, int>; // job id, attempt

    [[nodiscard]] LiveBuffer &buffer(LiveDetail detail) { return m_buffers[std::size_t(detail)]; }
    void remember(const RunKey &own);                     // likewise
    void say(const JobInfo &job, const QString &message); // m_mutex held

    mutable std::mutex m_mutex; // guards everything below
    std::array<LiveBuffer, 2> m_buffers;
    QHash<RunKey, quint64> m_running; // serials of their lines
    /// Runs of the local worker, for a while: what the history tells of them is known.
    QSet<RunKey> m_own;
    QQueue<RunKey> m_ownOrder;
    struct Notices
    {
        quint64 serial = 0;
        qint64 notices = 0; ///< 0: there is no line to add to
        qint64 jobs = 0;
        qint64 removed = 0;
    } m_notices;
};

} // namespace yardmaster
