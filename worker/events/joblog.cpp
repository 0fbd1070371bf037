#include <yardmaster/joblog.h>

#include "worker/events/errorsummary.h"
#include "worker/events/logtrace.h"
#include "worker/events/outagelog.h"
#include "worker/json/visibletext.h"
#include "worker/time/duration.h"

#include <QLoggingCategory>

Q_LOGGING_CATEGORY(lcWorker, "yardmaster.worker", QtInfoMsg)
Q_LOGGING_CATEGORY(lcJob, "yardmaster.job", QtInfoMsg)
Q_LOGGING_CATEGORY(lcOutput, "yardmaster.output", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// "hello (job 42, attempt 2 of 25)"
QString name(const JobInfo &job)
{
    QString text = u"%1 (job %2"_s.arg(visibleLine(job.task)).arg(job.id);
    if (job.attempts > 1)
        text += u", attempt %1 of %2"_s.arg(job.attempts).arg(job.maxAttempts);
    return text + u')';
}

QString whatNext(const JobEvent &event)
{
    if (event.final)
        return u"no attempt left"_s;
    const std::chrono::milliseconds left{
        std::max<qint64>(0, QDateTime::currentDateTimeUtc().msecsTo(event.retryAt))};
    return u"next attempt in %1"_s.arg(durationText(left));
}

QString why(const JobEvent &event)
{
    return event.error.isEmpty() ? QString() : u": "_s + visibleLine(errorSummary(event.error));
}

} // namespace

JobLog::JobLog(EventBus *events, const Options &options, QObject *parent)
    : QObject(parent)
{
    // All direct: lines are written by the emitting thread.
    const auto log = [this, events](auto signal, auto slot) {
        connect(events, signal, this, slot, Qt::DirectConnection);
    };
    log(&EventBus::workerStarted, [](const QString &id, const QStringList &tasks) {
        qCInfo(lcWorker, "worker %s serves %d %s: %s", qUtf8Printable(id), int(tasks.size()),
               tasks.size() == 1 ? "task" : "tasks",
               qUtf8Printable(visibleLine(tasks.join(", "_L1))));
    });
    log(&EventBus::workerStopped,
        [](const QString &id) { qCInfo(lcWorker, "worker %s stopped", qUtf8Printable(id)); });
    log(&EventBus::jobStarted, [](const JobEvent &event) {
        const LogTrace trace(event.job);
        qCDebug(lcJob, "%s started", qUtf8Printable(name(event.job)));
    });
    if (options.successes) {
        log(&EventBus::jobSucceeded, [](const JobEvent &event) {
            const LogTrace trace(event.job);
            qCInfo(lcJob, "%s succeeded in %s", qUtf8Printable(name(event.job)),
                   qUtf8Printable(durationText(event.duration)));
        });
    }
    log(&EventBus::jobFailed, [](const JobEvent &event) {
        const LogTrace trace(event.job);
        const QString line = u"%1 failed%2 after %3, %4: %5"_s.arg(
            name(event.job), event.final ? u" for good"_s : QString(), durationText(event.duration),
            whatNext(event), visibleLine(errorSummary(event.error)));
        if (event.final)
            qCCritical(lcJob, "%s", qUtf8Printable(line));
        else
            qCWarning(lcJob, "%s", qUtf8Printable(line));
    });
    log(&EventBus::jobInterrupted, [](const JobEvent &event) {
        const LogTrace trace(event.job);
        qCWarning(lcJob, "%s interrupted and returned to the queue, attempt restored%s",
                  qUtf8Printable(name(event.job)), qUtf8Printable(why(event)));
    });
    log(&EventBus::jobSnoozed, [](const JobEvent &event) {
        const LogTrace trace(event.job);
        qCInfo(lcJob, "%s %s, %s%s", qUtf8Printable(name(event.job)),
               event.error.isEmpty() ? "snoozed by its handler" : "returned to the queue",
               qUtf8Printable(whatNext(event)), qUtf8Printable(why(event)));
    });
    log(&EventBus::jobLostLease, [](const JobEvent &event) {
        const LogTrace trace(event.job);
        qCWarning(lcJob, "%s lost its lock while it ran; its result was not written",
                  qUtf8Printable(name(event.job)));
    });
    log(&EventBus::jobOutput, [](const JobInfo &job, const QString &line, bool isError) {
        const LogTrace trace(job);
        const QString text
            = u"[%1 %2] "_s.arg(visibleLine(job.task)).arg(job.id) + visibleLine(line);
        if (isError)
            qCCritical(lcOutput, "%s", qUtf8Printable(text));
        else
            qCInfo(lcOutput, "%s", qUtf8Printable(text));
    });
    log(&EventBus::cronScheduled, [](const CronEvent &event) {
        for (const CronRun &run : event.runs) {
            if (run.outcome == CronRun::Outcome::Added)
                qCDebug(lcWorker, "cron: %s of %s is job %lld%s",
                        qUtf8Printable(visibleLine(run.identifier)),
                        qUtf8Printable(event.minute.toString(Qt::ISODate)), qlonglong(run.jobId),
                        event.isBackfilled ? ", backfilled" : "");
        }
    });
    new OutageLog(
        events, options.database,
        [](OutageLog::Severity severity, const QString &line) {
            if (severity == OutageLog::Severity::Warning)
                qCWarning(lcWorker, "%s", qUtf8Printable(line));
            else
                qCInfo(lcWorker, "%s", qUtf8Printable(line));
        },
        this);
}

} // namespace yardmaster
