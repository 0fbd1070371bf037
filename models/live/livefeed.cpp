#include "models/live/livefeed.h"

#include "worker/events/eventtable.h"
#include "worker/queue/announcement.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct LiveFeedText
{
    Q_DECLARE_TR_FUNCTIONS(LiveFeed)
};

LiveLine lineFor(LiveSource source, LiveKind kind, QLatin1StringView event, const QString &message)
{
    LiveLine line;
    line.source = source;
    line.kind = kind;
    line.event = event;
    line.time = QDateTime::currentMSecsSinceEpoch();
    line.message = message.left(LiveLine::kLongestMessage);
    return line;
}

LiveLine lineFor(LiveKind kind, QLatin1StringView event, const JobInfo &job,
                 const QString &message = {})
{
    LiveLine line = lineFor(LiveSource::Worker, kind, event, message);
    line.jobId = job.id;
    line.task = job.task;
    line.queue = job.queueName;
    line.attempt = job.attempts;
    line.maxAttempts = job.maxAttempts;
    return line;
}

/// As many as can be on show, about.
constexpr qsizetype kOwnRuns = 50000;

LiveKind fleetKind(PastOutcome outcome)
{
    switch (outcome) {
    case PastOutcome::Succeeded:
        return LiveKind::Completed;
    case PastOutcome::AttemptFailed:
        return LiveKind::Retrying;
    case PastOutcome::FailedForGood:
        return LiveKind::FailedForGood;
    case PastOutcome::Interrupted:
        return LiveKind::GivenBack;
    case PastOutcome::Removed:
    case PastOutcome::CleanedUp:
    case PastOutcome::RetiredByKey:
    case PastOutcome::Unknown:
        return LiveKind::Removed;
    }
    Q_UNREACHABLE();
}

QString fleetMessage(const PastRun &run)
{
    const LiveKind kind = fleetKind(run.outcome);
    const bool saysMore = kind == LiveKind::Removed || kind == LiveKind::GivenBack;
    return saysMore ? run.outcomeWord() : run.error;
}

QString noticeText(qint64 notices, qint64 jobs, qint64 removed)
{
    QString text
        = removed == 0 || jobs > 0 ? LiveFeedText::tr("jobs added: %1").arg(jobs) : QString();
    if (removed > 0)
        text += (text.isEmpty() ? QString() : u" · "_s)
            + LiveFeedText::tr("jobs removed: %1").arg(removed);
    if (notices > 1)
        text += u" · "_s + LiveFeedText::tr("announcements: %1").arg(notices);
    return text;
}

QString migrationText(const QString &payload)
{
    const QJsonObject object = QJsonDocument::fromJson(payload.toUtf8()).object();
    const QJsonValue number = object.value("migrationNumber"_L1);
    QString text = number.isDouble()
        ? LiveFeedText::tr("a schema of this database was migrated to revision %1")
              .arg(number.toInt())
        : LiveFeedText::tr("a schema of this database was migrated");
    if (object.value("breaking"_L1).toBool())
        text += u"; "_s + LiveFeedText::tr("workers that do not know it must stop");
    return text;
}

} // namespace

LiveBatch LiveFeed::take(LiveDetail detail, qsizetype most)
{
    const std::scoped_lock lock(m_mutex);
    return buffer(detail).take(most);
}

LiveFeed::Waiting LiveFeed::waiting(LiveDetail detail) const
{
    const std::scoped_lock lock(m_mutex);
    const LiveBuffer &asked = m_buffers[std::size_t(detail)];
    return {asked.first(), asked.next()};
}

quint64 LiveFeed::clear(LiveDetail detail)
{
    const std::scoped_lock lock(m_mutex);
    buffer(detail).clear();
    return buffer(detail).next();
}

void LiveFeed::tell(LiveSource source, LiveKind kind, QLatin1StringView event,
                    const QString &message, bool isDetail)
{
    const LiveLine line = lineFor(source, kind, event, message);
    const std::scoped_lock lock(m_mutex);
    buffer(LiveDetail::Events).append(line);
    if (!isDetail)
        buffer(LiveDetail::Runs).append(line);
}

void LiveFeed::onStarted(const JobEvent &event)
{
    LiveLine line = lineFor(LiveKind::Started, kEvent<&EventBus::jobStarted>.name, event.job);
    const std::scoped_lock lock(m_mutex);
    buffer(LiveDetail::Events).append(line);
    line.kind = LiveKind::Running;
    const quint64 serial = buffer(LiveDetail::Runs).append(std::move(line));
    remember({event.job.id, event.job.attempts});
    m_running.insert({event.job.id, event.job.attempts}, serial);
}

void LiveFeed::onStep(LiveKind kind, QLatin1StringView name, const JobEvent &event)
{
    LiveLine line = lineFor(kind, name, event.job, event.error);
    line.duration = event.duration;
    const std::scoped_lock lock(m_mutex);
    buffer(LiveDetail::Events).append(std::move(line));
}

void LiveFeed::onOutput(const JobInfo &job, const QString &line, bool isError)
{
    const LiveKind kind = isError ? LiveKind::ErrorOutput : LiveKind::Output;
    LiveLine output = lineFor(kind, kEvent<&EventBus::jobOutput>.name, job, line);
    const std::scoped_lock lock(m_mutex);
    buffer(LiveDetail::Events).append(std::move(output));
    if (!line.isEmpty())
        say(job, line);
}

void LiveFeed::onProgress(const JobProgress &progress)
{
    const QString percent = LiveFeedText::tr("%1 %").arg(qRound(progress.fraction * 100));
    const QString text
        = progress.text.isEmpty() ? percent : u"%1 · %2"_s.arg(percent, progress.text);
    LiveLine line
        = lineFor(LiveKind::Progress, kEvent<&EventBus::jobProgressed>.name, progress.job, text);
    const std::scoped_lock lock(m_mutex);
    buffer(LiveDetail::Events).append(std::move(line));
    say(progress.job, text);
}

void LiveFeed::say(const JobInfo &job, const QString &message)
{
    const auto running = m_running.find({job.id, job.attempts});
    if (running == m_running.end())
        return; // what a child of an ended run still says
    LiveLine news = lineFor(LiveKind::Running, kEvent<&EventBus::jobStarted>.name, job, message);
    if (!buffer(LiveDetail::Runs).amend(*running, news))
        *running = buffer(LiveDetail::Runs).append(std::move(news));
}

void LiveFeed::onEnded(LiveKind kind, QLatin1StringView name, const JobEvent &event)
{
    LiveLine line = lineFor(kind, name, event.job, event.error);
    line.duration = event.duration;
    const std::scoped_lock lock(m_mutex);
    buffer(LiveDetail::Events).append(line);
    const auto running = m_running.constFind({event.job.id, event.job.attempts});
    LiveBuffer &runs = buffer(LiveDetail::Runs);
    const bool isKnown = running != m_running.cend() && runs.amend(*running, line);
    if (running != m_running.cend())
        m_running.erase(running);
    if (!isKnown)
        runs.append(std::move(line));
}

void LiveFeed::remember(const RunKey &own)
{
    if (m_own.contains(own))
        return;
    m_own.insert(own);
    m_ownOrder.enqueue(own);
    if (m_ownOrder.size() > kOwnRuns)
        m_own.remove(m_ownOrder.dequeue());
}

void LiveFeed::onFleet(const PastRun &run)
{
    LiveLine line
        = lineFor(LiveSource::Fleet, fleetKind(run.outcome), "history:run"_L1, fleetMessage(run));
    line.time = dateTime(run.finished).toMSecsSinceEpoch();
    line.jobId = run.id;
    line.task = run.task;
    line.queue = run.queue;
    line.attempt = run.attempt;
    line.maxAttempts = run.maxAttempts;
    line.worker = run.worker;
    line.duration = run.took().value_or(std::chrono::microseconds(0));
    const std::scoped_lock lock(m_mutex);
    if (m_own.contains({run.id, run.attempt}))
        return;
    buffer(LiveDetail::Events).append(line);
    buffer(LiveDetail::Runs).append(std::move(line));
}

void LiveFeed::forgetRunning()
{
    const std::scoped_lock lock(m_mutex);
    m_running.clear();
}

void LiveFeed::onNotice(const QString &channel, const QString &payload)
{
    if (channel == "worker:migrate"_L1) {
        tell(LiveSource::Database, LiveKind::Migrated, kEvent<&EventBus::listenNotified>.name,
             migrationText(payload));
        return;
    }
    const QByteArray utf8 = payload.toUtf8();
    const Announcement announcement = announcementOf(utf8);
    if (!announcement.turn.isEmpty())
        return; // a worker has freed named queues; nothing was added
    const qint64 added = std::max(announcement.jobs, qint64{0});
    const qint64 removed = std::max(-announcement.jobs, qint64{0});
    LiveLine line = lineFor(LiveSource::Database, LiveKind::Added,
                            kEvent<&EventBus::listenNotified>.name, noticeText(1, added, removed));
    const std::scoped_lock lock(m_mutex);
    buffer(LiveDetail::Events).append(line);
    LiveBuffer &runs = buffer(LiveDetail::Runs);
    LiveLine *last = runs.last();
    if (last && m_notices.notices > 0 && last->serial == m_notices.serial) {
        ++m_notices.notices;
        m_notices.jobs += added;
        m_notices.removed += removed;
        last->message = noticeText(m_notices.notices, m_notices.jobs, m_notices.removed);
        return;
    }
    m_notices = {runs.append(std::move(line)), 1, added, removed};
}

} // namespace yardmaster
