#pragma once

#include "models/values/runend.h"
#include <yardmaster/events.h>
#include <yardmaster/logger.h>

#include <QHash>
#include <QObject>

#include <deque>
#include <list>
#include <memory>
#include <mutex>

namespace yardmaster {

class EventBus;

/// One line of what a job did while it ran here.
struct JobLogLine
{
    enum class Kind {
        Started,
        Output,      ///< standard output, or what its handler logs
        ErrorOutput, ///< standard error, or a warning or error that it logs
        Ended,       ///< see `end`
    };

    Kind kind = Kind::Output;
    RunEnd end = RunEnd::None; ///< of Ended
    QDateTime time;            ///< UTC, milliseconds
    int attempt = 0;           ///< of which run; 1 on the first
    QString text;              ///< a line of output, or an error; at most kLongestText characters
    std::chrono::microseconds duration{0}; ///< of Ended: of the handler
};

struct JobProgressPoint
{
    QDateTime time; ///< UTC, milliseconds
    int attempt = 0;
    double fraction = 0; ///< 0..1
    QString text;        ///< may be empty
};

/// All that is kept of one job. A value.
struct JobLogRecord
{
    JobInfo job;                     ///< as of its last run; id 0: nothing is known
    std::deque<JobLogLine> lines;    ///< oldest first
    qint64 dropped = 0;              ///< lines that came before these and are gone
    QList<JobProgressPoint> history; ///< oldest first; every second one goes when it is full
    bool isRunning = false;
    quint64 revision = 0; ///< differs after every change
};

/// What the jobs that ran in this window put out and how far they came, per job: the newest
/// kLinesPerJob lines and a thinned history of progress of each. Kept are the kJobs jobs heard of
/// last that said something (output, progress, an error), and as many that only came and went: a
/// drain of those does not push out the others. One per event bus, whoever asks first: of(). Fed on
/// the engine's threads; reading is for any thread. Lives as long as the bus.
class JobLogs final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobLogs)

public:
    static constexpr std::size_t kLinesPerJob = 1000;
    static constexpr std::size_t kJobs = 1000;
    static constexpr qsizetype kProgressPoints = 200;
    static constexpr qsizetype kLongestText = 4000;

    /// The logs of this bus, which begin with the first call. On the bus's thread.
    [[nodiscard]] static JobLogs *of(EventBus *bus);
    ~JobLogs() override;

    /// A sink for WorkerOptions::logSink: what handlers log is among their output, and goes to
    /// logToCategory() too. May outlive this.
    [[nodiscard]] LogSink sink() const;

    /// Empty (job id 0) if nothing is known of it.
    [[nodiscard]] JobLogRecord record(qint64 jobId) const;
    /// 0 if nothing is known of it; cheap, so that views ask before they copy.
    [[nodiscard]] quint64 revision(qint64 jobId) const;

private:
    struct Entry
    {
        JobLogRecord record;
        bool isTalkative = false;
        std::list<qint64>::iterator place; // in its order
    };

    explicit JobLogs(EventBus *bus);
    [[nodiscard]] std::list<qint64> &orderOf(bool isTalkative)
    {
        return isTalkative ? m_talkative : m_quiet;
    }
    JobLogRecord &touched(const JobInfo &job, bool isTalk); // m_mutex held
    void makeRoom(std::list<qint64> *order);                // m_mutex held
    void add(const JobInfo &job, JobLogLine::Kind kind, const QString &text,
             RunEnd end = RunEnd::None, std::chrono::microseconds duration = {});
    void onProgress(const JobProgress &progress);
    void log(const LogEntry &entry);

    /// For the sink: a handler that has been given up may log later than this lives.
    struct Link
    {
        std::mutex mutex;
        JobLogs *logs; ///< null: gone
    };

    const std::shared_ptr<Link> m_link;
    mutable std::mutex m_mutex; // guards everything below
    QHash<qint64, Entry> m_entries;
    std::list<qint64> m_quiet; // heard of last at the end
    std::list<qint64> m_talkative;
    quint64 m_revision = 0;
};

} // namespace yardmaster
