#include "models/live/joblogs.h"

#include <yardmaster/eventbus.h>

#include <QJsonDocument>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// A sink is given the output of programs as well, which the event has told already.
bool isOutput(const LogEntry &entry)
{
    return entry.scope.label == "stdout"_L1 || entry.scope.label == "stderr"_L1;
}

QString textOf(const LogEntry &entry)
{
    QString text = entry.message;
    if (entry.level == LogLevel::Debug)
        text.prepend("debug: "_L1);
    else if (entry.level == LogLevel::Warning)
        text.prepend("warning: "_L1);
    else if (entry.level == LogLevel::Error)
        text.prepend("error: "_L1);
    if (!entry.meta.isEmpty())
        text += u' ' + QString::fromUtf8(QJsonDocument(entry.meta).toJson(QJsonDocument::Compact));
    return text;
}

} // namespace

JobLogs *JobLogs::of(EventBus *bus)
{
    if (auto *known = bus->findChild<JobLogs *>({}, Qt::FindDirectChildrenOnly))
        return known;
    return new JobLogs(bus);
}

JobLogs::JobLogs(EventBus *bus)
    : QObject(bus)
    , m_link(std::make_shared<Link>())
{
    m_link->logs = this;
    // Direct: a queued delivery would fill the GUI thread's queue without bound.
    const auto hear = [this, bus](auto signal, auto slot) {
        connect(bus, signal, this, slot, Qt::DirectConnection);
    };
    hear(&EventBus::jobStarted,
         [this](const JobEvent &event) { add(event.job, JobLogLine::Kind::Started, {}); });
    hear(&EventBus::jobOutput, [this](const JobInfo &job, const QString &line, bool isError) {
        add(job, isError ? JobLogLine::Kind::ErrorOutput : JobLogLine::Kind::Output, line);
    });
    hear(&EventBus::jobProgressed, [this](const JobProgress &progress) { onProgress(progress); });
    onRunEnds(bus, this, RunSuccess::Written, [this](const JobEvent &event, RunEnd end) {
        add(event.job, JobLogLine::Kind::Ended, event.error, end, event.duration);
    });
}

JobLogs::~JobLogs()
{
    const std::scoped_lock lock(m_link->mutex);
    m_link->logs = nullptr;
}

LogSink JobLogs::sink() const
{
    return [link = m_link](const LogEntry &entry) {
        if (isOutput(entry))
            return;
        logToCategory(entry);
        const std::scoped_lock lock(link->mutex);
        if (link->logs)
            link->logs->log(entry);
    };
}

void JobLogs::log(const LogEntry &entry)
{
    JobInfo job;
    {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_entries.constFind(entry.scope.jobId);
        if (found == m_entries.cend())
            return; // of no job that started here
        job = found->record.job;
    }
    const bool isTrouble = entry.level == LogLevel::Warning || entry.level == LogLevel::Error;
    add(job, isTrouble ? JobLogLine::Kind::ErrorOutput : JobLogLine::Kind::Output, textOf(entry));
}

JobLogRecord JobLogs::record(qint64 jobId) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_entries.constFind(jobId);
    return found == m_entries.cend() ? JobLogRecord() : found->record;
}

quint64 JobLogs::revision(qint64 jobId) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_entries.constFind(jobId);
    return found == m_entries.cend() ? 0 : found->record.revision;
}

JobLogRecord &JobLogs::touched(const JobInfo &job, bool isTalk)
{
    auto found = m_entries.find(job.id);
    if (found == m_entries.end()) {
        std::list<qint64> &order = orderOf(isTalk);
        makeRoom(&order);
        order.push_back(job.id);
        found = m_entries.insert(job.id, {{}, isTalk, std::prev(order.end())});
    } else {
        if (isTalk && !found->isTalkative) {
            makeRoom(&m_talkative);         // never removes a quiet one,
            found = m_entries.find(job.id); // but moves entries in the table
        }
        std::list<qint64> &from = orderOf(found->isTalkative);
        found->isTalkative = found->isTalkative || isTalk;
        std::list<qint64> &to = orderOf(found->isTalkative);
        to.splice(to.end(), from, found->place);
    }
    found->record.job = job;
    found->record.revision = ++m_revision;
    return found->record;
}

void JobLogs::makeRoom(std::list<qint64> *order)
{
    // Those that still run are passed over, a few: they are rarely the ones heard of longest ago.
    for (int tries = 0; order->size() >= kJobs; ++tries) {
        const auto oldest = m_entries.constFind(order->front());
        if (oldest->record.isRunning && tries < 64) {
            order->splice(order->end(), *order, order->begin());
            continue;
        }
        m_entries.erase(oldest);
        order->pop_front();
    }
}

void JobLogs::add(const JobInfo &job, JobLogLine::Kind kind, const QString &text, RunEnd end,
                  std::chrono::microseconds duration)
{
    JobLogLine line{
        kind,    end, QDateTime::currentDateTimeUtc(), job.attempts, text.left(kLongestText),
        duration};
    const std::scoped_lock lock(m_mutex);
    const bool isOutput = kind == JobLogLine::Kind::Output || kind == JobLogLine::Kind::ErrorOutput;
    JobLogRecord &record = touched(job, isOutput || !line.text.isEmpty());
    if (!isOutput)
        record.isRunning = kind == JobLogLine::Kind::Started;
    record.lines.push_back(std::move(line));
    if (record.lines.size() > kLinesPerJob) {
        record.lines.pop_front();
        ++record.dropped;
    }
}

void JobLogs::onProgress(const JobProgress &progress)
{
    JobProgressPoint point{QDateTime::currentDateTimeUtc(), progress.job.attempts,
                           progress.fraction, progress.text.left(kLongestText)};
    const std::scoped_lock lock(m_mutex);
    QList<JobProgressPoint> &history = touched(progress.job, true).history;
    if (history.size() >= kProgressPoints) {
        for (qsizetype i = 0; i < history.size() / 2; ++i)
            history[i] = std::move(history[2 * i]);
        history.resize(history.size() / 2);
    }
    history.push_back(std::move(point));
}

} // namespace yardmaster
