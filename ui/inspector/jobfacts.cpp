#include "ui/inspector/jobfacts.h"

#include "models/format.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("JobFacts", text);
}

QString bytesText(qsizetype bytes)
{
    if (bytes < 10000)
        return tr("%1 bytes").arg(formatNumber(bytes));
    if (bytes < 10000 * 1024)
        return tr("%1 KiB").arg(formatNumber((bytes + 512) / 1024));
    return tr("%1 MiB").arg(formatNumber((bytes + 512 * 1024) / 1024 / 1024));
}

} // namespace

QString momentText(Timestamp time, Timestamp now)
{
    if (time == Timestamp::max())
        return tr("never (infinity)");
    if (time == Timestamp::min())
        return tr("always (-infinity)");
    const auto ms = std::chrono::floor<std::chrono::milliseconds>(time - now);
    return u"%1, %2"_s.arg(ms.count() > 0 ? formatUntil(ms) : formatAge(-ms),
                           formatInstant(dateTime(time)));
}

QList<Fact> jobFacts(const JobDetails &details, Timestamp now)
{
    const JobRecord &job = details.job;
    const QString none = tr("none");
    const auto moment = [now](const QString &name, Timestamp time) {
        return Fact{name, momentText(time, now),
                    time == Timestamp::max() || time == Timestamp::min()
                        ? QString()
                        : dateTime(time).toString(Qt::ISODateWithMs),
                    true};
    };
    QList<Fact> facts{
        {tr("Id"), QString::number(job.id), {}, true},
        {tr("Task"), job.identifier, {}},
        {tr("Queue"), job.queueName.isEmpty() ? none : job.queueName, {}},
        {tr("Key"), job.key.isEmpty() ? none : job.key, {}},
        {tr("Priority"),
         QString::number(job.priority),
         {},
         true,
         tr("Smaller numbers come first.")},
        {tr("Attempts"), tr("%1 of %2").arg(job.attempts).arg(job.maxAttempts), {}, true},
        moment(tr("Run at"), job.runAt),
        moment(tr("Added"), job.createdAt),
        moment(tr("Changed"), job.updatedAt),
    };
    if (job.lockedAt) {
        facts << moment(tr("Locked"), *job.lockedAt) << Fact{tr("Locked by"), job.lockedBy, {}};
    } else {
        facts << Fact{tr("Locked"), tr("no"), {}};
    }
    if (details.queue && details.queue->lockedAt)
        facts << Fact{tr("Queue held by"), details.queue->holder.id, {}};
    const QStringList flags = QJsonDocument::fromJson(job.flags).object().keys();
    facts << Fact{tr("Flags"), flags.isEmpty() ? none : flags.join(u", "_s), {}}
          << Fact{tr("Revision"),
                  QString::number(job.revision),
                  {},
                  true,
                  tr("Counts how often the job was added or changed by its key.")}
          << Fact{tr("Payload"), bytesText(job.payload.size()), {}, true};
    return facts;
}

} // namespace yardmaster
