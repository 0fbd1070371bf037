#include "ui/pages/inspector/jobfacts.h"

#include "models/values/format.h"
#include "models/values/moment.h"

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct JobFactsText
{
    Q_DECLARE_TR_FUNCTIONS(JobFacts)
};

QString bytesText(qsizetype bytes)
{
    if (bytes < 10000)
        return JobFactsText::tr("%1 bytes", nullptr, pluralOf(bytes)).arg(formatNumber(bytes));
    if (bytes < 10000 * 1024)
        return JobFactsText::tr("%1 KiB").arg(formatNumber((bytes + 512) / 1024));
    return JobFactsText::tr("%1 MiB").arg(formatNumber((bytes + 512 * 1024) / 1024 / 1024));
}

} // namespace

QList<Fact> jobFacts(const JobDetails &details, Timestamp now)
{
    const JobRecord &job = details.job;
    const QString none = JobFactsText::tr("none");
    const auto moment = [now](const QString &name, Timestamp time) {
        return Fact{name, formatMoment(time, now),
                    isFinite(time) ? dateTime(time).toString(Qt::ISODateWithMs) : QString(), true};
    };
    QList<Fact> facts{
        {JobFactsText::tr("Id"), QString::number(job.id), {}, true},
        {JobFactsText::tr("Task"), job.identifier, {}},
        {JobFactsText::tr("Queue"), job.queueName.isEmpty() ? none : job.queueName, {}},
        {JobFactsText::tr("Key"), job.key.isEmpty() ? none : job.key, {}},
        {JobFactsText::tr("Priority"),
         QString::number(job.priority),
         {},
         true,
         JobFactsText::tr("Smaller numbers come first.")},
        {JobFactsText::tr("Attempts"),
         JobFactsText::tr("%1 of %2").arg(job.attempts).arg(job.maxAttempts),
         {},
         true},
        moment(JobFactsText::tr("Run at"), job.runAt),
        moment(JobFactsText::tr("Added"), job.createdAt),
        moment(JobFactsText::tr("Changed"), job.updatedAt),
    };
    if (job.lockedAt) {
        facts << moment(JobFactsText::tr("Locked"), *job.lockedAt)
              << Fact{JobFactsText::tr("Locked by"), job.lockedBy, {}};
    } else {
        facts << Fact{JobFactsText::tr("Locked"), JobFactsText::tr("no"), {}};
    }
    if (details.queue && details.queue->lockedAt)
        facts << Fact{JobFactsText::tr("Queue held by"), details.queue->holder.id, {}};
    facts << Fact{JobFactsText::tr("Flags"),
                  details.flags.isEmpty() ? none : details.flags.join(u", "_s),
                  {}}
          << Fact{JobFactsText::tr("Revision"),
                  QString::number(job.revision),
                  {},
                  true,
                  JobFactsText::tr("Counts how often the job was added or changed by its key.")}
          << Fact{JobFactsText::tr("Payload"), bytesText(job.payload.size()), {}, true};
    return facts;
}

} // namespace yardmaster
