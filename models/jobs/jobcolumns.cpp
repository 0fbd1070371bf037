#include "models/jobs/jobcolumns.h"

#include "models/query/filteredit.h"
#include "models/query/filterkeys.h"
#include "models/values/format.h"
#include "models/values/moment.h"

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

Timestamp currentTime()
{
    return std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
}

ErrorLine errorLine(const JobRow &job)
{
    return tellingLine(errorText(job.error, job.errorEnd));
}

QVariant micros(Timestamp time)
{
    return isFinite(time) ? QVariant(qint64(time.time_since_epoch().count())) : QVariant();
}

/// Finds jobs with the same value. @param textOf  of a job, as a filter spells it.
auto termBy(FilterKey key, QString (*textOf)(const JobRow &))
{
    return [key, textOf](const JobRow &job) -> std::optional<FilterTerm> {
        return termForValue(key, textOf(job));
    };
}

std::optional<FilterTerm> errorTerm(const JobRow &job)
{
    // The line that says what went wrong stands for it: ids follow.
    return FilterTerm{false,
                      FilterKey::Error,
                      {},
                      FilterOperator::Is,
                      {FilterValue::exactly(errorLine(job).text)},
                      {}};
}

QString stateToolTip(const JobRow &job)
{
    return job.isGone
        ? JobsModelText::tr("It has left the queue since it was read: completed or deleted.")
        : jobStateMeaning(job.state);
}

QString lockToolTip(const JobRow &job)
{
    return job.lockedAt ? JobsModelText::tr("since %1").arg(formatInstant(dateTime(*job.lockedAt)))
                        : QString();
}

QString idOf(const JobRow &job)
{
    return QString::number(job.id);
}

QString priorityOf(const JobRow &job)
{
    return QString::number(job.priority);
}

QString attemptsOf(const JobRow &job)
{
    return QString::number(job.attempts);
}

/// A column of a text of the job as it is. @param text  which.
TableColumn<JobRow> textColumn(QLatin1StringView id, const QString &title, QString JobRow::*text,
                               const QString &widest)
{
    return {.id = id,
            .title = title,
            .text = [text](const JobRow &job) { return job.*text; },
            .widest = widest,
            .toolTip = kNoText};
}

JobColumnEntry payloadEntry(const QStringList &path, int place)
{
    const auto cellOf = [place](const JobRow &job) { return job.payload.value(place); };
    const auto isQuiet = [cellOf](const JobRow &job) {
        using Kind = PayloadCell::Kind;
        const PayloadCell cell = cellOf(job);
        return cell.isHidden
            || (cell.kind != Kind::String && cell.kind != Kind::Number
                && cell.kind != Kind::Boolean);
    };
    return {{.id = "payload"_L1,
             .title = payloadPathText(path),
             .text = [cellOf](const JobRow &job) { return payloadCellText(cellOf(job)); },
             .hasFigures = true,
             .raw = [cellOf](const JobRow &job) { return payloadCellValue(cellOf(job)); },
             .toolTip = [cellOf](const JobRow &job) { return payloadCellToolTip(cellOf(job)); },
             .isQuiet = isQuiet},
            payloadPathText(path),
            [cellOf, path](const JobRow &job) { return payloadCellTerm(cellOf(job), path); }};
}

} // namespace

QString relativeTime(Timestamp time)
{
    return formatRelative(time, currentTime());
}

QList<JobColumnEntry> jobColumns(const QList<QStringList> &payloadPaths)
{
    auto key
        = textColumn("key"_L1, JobsModelText::tr("Key"), &JobRow::key, u"welcome-0000-00000"_s);
    auto lockedBy = textColumn("locked-by"_L1, JobsModelText::tr("Locked by"), &JobRow::lockedBy,
                               u"welcome-0000-00000"_s);
    auto flags
        = textColumn("flags"_L1, JobsModelText::tr("Flags"), &JobRow::flags, u"{\"held\": true}"_s);
    for (auto *column : {&key, &lockedBy, &flags}) {
        column->hasFigures = true;
        column->isQuiet = kAlways;
        column->elide = column == &flags ? Qt::ElideRight : Qt::ElideMiddle;
    }
    lockedBy.toolTip = lockToolTip;
    auto task
        = textColumn("task"_L1, JobsModelText::tr("Task"), &JobRow::task, u"send_newsletter"_s);
    task.elide = Qt::ElideMiddle;
    auto queue
        = textColumn("queue"_L1, JobsModelText::tr("Queue"), &JobRow::queue, u"newsletters"_s);
    queue.isQuiet = kAlways;
    queue.isSpare = true;
    QList<JobColumnEntry> entries{
        {{.id = "state"_L1,
          .title = JobsModelText::tr("State"),
          .text =
              [](const JobRow &job) {
                  return job.isGone ? JobsModelText::tr("Gone") : jobStateWord(job.state);
              },
          .widest = jobStateWord(JobState::FailedForGood),
          .raw = [](const JobRow &job) { return QString(filterStateName(job.state)); },
          .toolTip = stateToolTip,
          .state = [](const JobRow &job) { return QVariant::fromValue(job.state); },
          .hasShape = true},
         u"state"_s,
         termBy(FilterKey::State,
                [](const JobRow &job) { return QString(filterStateName(job.state)); })},
        {{.id = "id"_L1,
          .title = JobsModelText::tr("Id"),
          .text = idOf,
          .isFigure = true,
          .widest = u"000000000"_s,
          .raw = [](const JobRow &job) { return job.id; },
          .isQuiet = kAlways,
          .isSpare = true},
         u"id"_s,
         termBy(FilterKey::Id, idOf),
         JobOrdering::ById},
        {task, u"task"_s, termBy(FilterKey::Task, [](const JobRow &job) { return job.task; })},
        {queue, u"queue"_s, termBy(FilterKey::Queue, [](const JobRow &job) { return job.queue; })},
        {{.id = "run-at"_L1,
          .title = JobsModelText::tr("Run at"),
          .text = [](const JobRow &job) { return relativeTime(job.runAt); },
          .isFigure = true,
          .widest = u"59 min ago"_s,
          .raw = [](const JobRow &job) { return micros(job.runAt); },
          .toolTip =
              [](const JobRow &job) {
                  return isFinite(job.runAt) ? formatInstant(dateTime(job.runAt)) : QString();
              }},
         u"run_at"_s,
         {},
         JobOrdering::Pickup,
         true,
         true},
        {{.id = "attempts"_L1,
          .title = JobsModelText::tr("Attempts"),
          .text
          = [](const JobRow &job) { return u"%1/%2"_s.arg(job.attempts).arg(job.maxAttempts); },
          .isFigure = true,
          .widest = u"25/25"_s,
          .raw = [](const JobRow &job) { return job.attempts; },
          .isSpare = true},
         u"attempts"_s,
         termBy(FilterKey::Attempts, attemptsOf)},
        {{.id = "age"_L1,
          .title = JobsModelText::tr("Age"),
          .text =
              [](const JobRow &job) {
                  const Timestamp now = currentTime();
                  return formatAge(between(std::min(job.createdAt, now), now));
              },
          .isFigure = true,
          .widest = u"59 min ago"_s,
          .raw = [](const JobRow &job) { return micros(job.createdAt); },
          .toolTip = [](const JobRow &job) { return formatInstant(dateTime(job.createdAt)); },
          .isQuiet = kAlways,
          .isSpare = true},
         u"created_at"_s,
         {},
         JobOrdering::ById,
         true,
         true},
        {{.id = "priority"_L1,
          .title = JobsModelText::tr("Priority"),
          .text = priorityOf,
          .isFigure = true,
          .widest = u"-100"_s,
          .raw = [](const JobRow &job) { return job.priority; }},
         u"priority"_s,
         termBy(FilterKey::Priority, priorityOf),
         JobOrdering::Pickup,
         false},
        {key, u"key"_s, termBy(FilterKey::Key, [](const JobRow &job) { return job.key; }),
         JobOrdering::None, false},
        {lockedBy, u"locked_by"_s,
         termBy(FilterKey::LockedBy, [](const JobRow &job) { return job.lockedBy; }),
         JobOrdering::None, false},
        {flags, u"flags"_s, {}, JobOrdering::None, false},
        {{.id = "error"_L1,
          .title = JobsModelText::tr("Error"),
          .text
          = [](const JobRow &job) { return errorLine(job).text.left(kErrorPreview).simplified(); },
          .widest = u"connect ETIMEDOUT 10.0"_s,
          .raw = [](const JobRow &job) { return job.error; },
          .toolTip = [](const JobRow &job) { return job.error; }},
         u"last_error"_s,
         errorTerm},
    };
    Q_ASSERT(entries.size() == kJobColumns);
    for (int place = 0; place < payloadPaths.size(); ++place)
        entries << payloadEntry(payloadPaths.at(place), place);
    return entries;
}

QString jobOrderingSentence(JobOrdering ordering)
{
    switch (ordering) {
    case JobOrdering::ById:
        return JobsModelText::tr(
            "Click for newest or oldest first. An index provides this order at any table size.");
    case JobOrdering::Pickup:
        return JobsModelText::tr(
            "Click for the order in which workers fetch waiting jobs: priority, run at, id. Only "
            "available when filtering for waiting states.");
    case JobOrdering::None:
        return JobsModelText::tr(
            "Not sortable by this column: no index provides this order, so every page would read "
            "the whole table. Filter for a value instead.");
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
