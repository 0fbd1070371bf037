#include "models/jobs/jobcells.h"

#include "models/query/filteredit.h"
#include "models/query/filterkeys.h"
#include "models/values/format.h"

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct JobsModelText
{
    Q_DECLARE_TR_FUNCTIONS(JobsModel)
};

std::chrono::milliseconds between(Timestamp from, Timestamp to)
{
    return std::chrono::floor<std::chrono::milliseconds>(to - from);
}

QString relative(Timestamp time, Timestamp now)
{
    if (!isFinite(time))
        return time == Timestamp::max() ? JobsModelText::tr("never") : JobsModelText::tr("always");
    return time > now ? formatUntil(between(now, time)) : formatAge(between(time, now));
}

QString firstLine(const QString &text)
{
    return text.section(u'\n', 0, 0).simplified();
}

} // namespace

PayloadCell payloadCellOf(const JobRow &job, JobColumn column)
{
    return job.payload.value(int(column) - kJobColumns);
}

QString jobColumnTitle(JobColumn column)
{
    switch (column) {
    case JobColumn::State:
        return JobsModelText::tr("State");
    case JobColumn::Id:
        return JobsModelText::tr("Id");
    case JobColumn::Task:
        return JobsModelText::tr("Task");
    case JobColumn::Queue:
        return JobsModelText::tr("Queue");
    case JobColumn::RunAt:
        return JobsModelText::tr("Run at");
    case JobColumn::Attempts:
        return JobsModelText::tr("Attempts");
    case JobColumn::Age:
        return JobsModelText::tr("Age");
    case JobColumn::Priority:
        return JobsModelText::tr("Priority");
    case JobColumn::Key:
        return JobsModelText::tr("Key");
    case JobColumn::LockedBy:
        return JobsModelText::tr("Locked by");
    case JobColumn::Flags:
        return JobsModelText::tr("Flags");
    case JobColumn::Error:
        return JobsModelText::tr("Error");
    }
    Q_UNREACHABLE();
}

QString jobColumnOrdering(JobColumn column)
{
    switch (column) {
    case JobColumn::Id:
    case JobColumn::Age:
        return JobsModelText::tr(
            "Click for newest or oldest first. An index keeps this order at any size.");
    case JobColumn::RunAt:
    case JobColumn::Priority:
        return JobsModelText::tr(
            "Click for the order in which workers take waiting jobs: priority, run at, id. "
            "Filter for waiting states to have it.");
    default:
        return JobsModelText::tr(
            "Not in this order: no index keeps it, so every page would read the whole "
            "table. Filter for a value instead.");
    }
}

bool isNumeric(JobColumn column)
{
    return column == JobColumn::Id || column == JobColumn::RunAt || column == JobColumn::Attempts
        || column == JobColumn::Age || column == JobColumn::Priority;
}

QString jobCellText(const JobRow &job, JobColumn column, Timestamp now)
{
    if (isPayloadColumn(column))
        return payloadCellText(payloadCellOf(job, column));
    switch (column) {
    case JobColumn::State:
        return job.isGone ? JobsModelText::tr("Gone") : jobStateWord(job.state);
    case JobColumn::Id:
        return QString::number(job.id);
    case JobColumn::Task:
        return job.task;
    case JobColumn::Queue:
        return job.queue;
    case JobColumn::RunAt:
        return relative(job.runAt, now);
    case JobColumn::Attempts:
        return u"%1/%2"_s.arg(job.attempts).arg(job.maxAttempts);
    case JobColumn::Age:
        return formatAge(between(std::min(job.createdAt, now), now));
    case JobColumn::Priority:
        return QString::number(job.priority);
    case JobColumn::Key:
        return job.key;
    case JobColumn::LockedBy:
        return job.lockedBy;
    case JobColumn::Flags:
        return job.flags;
    case JobColumn::Error:
        return firstLine(job.error);
    }
    Q_UNREACHABLE();
}

QString jobCellToolTip(const JobRow &job, JobColumn column)
{
    if (isPayloadColumn(column))
        return payloadCellToolTip(payloadCellOf(job, column));
    switch (column) {
    case JobColumn::State:
        return job.isGone
            ? JobsModelText::tr("It has left the queue since it was read: completed or deleted.")
            : jobStateMeaning(job.state);
    case JobColumn::RunAt:
        return isFinite(job.runAt) ? formatInstant(dateTime(job.runAt)) : QString();
    case JobColumn::Age:
        return formatInstant(dateTime(job.createdAt));
    case JobColumn::LockedBy:
        return job.lockedAt
            ? JobsModelText::tr("since %1").arg(formatInstant(dateTime(*job.lockedAt)))
            : QString();
    case JobColumn::Error:
        return job.error;
    default:
        return {};
    }
}

QVariant jobCellValue(const JobRow &job, JobColumn column)
{
    if (isPayloadColumn(column))
        return payloadCellValue(payloadCellOf(job, column));
    const auto micros = [](Timestamp time) {
        return isFinite(time) ? QVariant(qint64(time.time_since_epoch().count())) : QVariant();
    };
    switch (column) {
    case JobColumn::State:
        return QString(filterStateName(job.state));
    case JobColumn::Id:
        return job.id;
    case JobColumn::Task:
        return job.task;
    case JobColumn::Queue:
        return job.queue;
    case JobColumn::RunAt:
        return micros(job.runAt);
    case JobColumn::Attempts:
        return job.attempts;
    case JobColumn::Age:
        return micros(job.createdAt);
    case JobColumn::Priority:
        return job.priority;
    case JobColumn::Key:
        return job.key;
    case JobColumn::LockedBy:
        return job.lockedBy;
    case JobColumn::Flags:
        return job.flags;
    case JobColumn::Error:
        return job.error;
    }
    Q_UNREACHABLE();
}

std::optional<FilterTerm> jobCellTerm(const JobRow &job, JobColumn column)
{
    switch (column) {
    case JobColumn::State:
        return termForValue(FilterKey::State, filterStateName(job.state));
    case JobColumn::Id:
        return termForValue(FilterKey::Id, QString::number(job.id));
    case JobColumn::Task:
        return termForValue(FilterKey::Task, job.task);
    case JobColumn::Queue:
        return termForValue(FilterKey::Queue, job.queue);
    case JobColumn::Attempts:
        return termForValue(FilterKey::Attempts, QString::number(job.attempts));
    case JobColumn::Priority:
        return termForValue(FilterKey::Priority, QString::number(job.priority));
    case JobColumn::Key:
        return termForValue(FilterKey::Key, job.key);
    case JobColumn::LockedBy:
        return termForValue(FilterKey::LockedBy, job.lockedBy);
    case JobColumn::Error: {
        // Its first line stands for it: only the beginning is known here, and ids follow.
        FilterTerm term{false,
                        FilterKey::Error,
                        {},
                        FilterOperator::Is,
                        {FilterValue::exactly(job.error.section(u'\n', 0, 0))},
                        {}};
        return term;
    }
    case JobColumn::RunAt:
    case JobColumn::Age:
    case JobColumn::Flags:
        return std::nullopt;
    }
    Q_UNREACHABLE();
}

QString jobDescription(const JobRow &job)
{
    return JobsModelText::tr("Job %1, %2, %3")
        .arg(QString::number(job.id), job.task,
             job.isGone ? JobsModelText::tr("Gone") : jobStateWord(job.state));
}

} // namespace yardmaster
