#include "models/tasks/tasksmodel.h"

#include "models/holds/holdtracker.h"
#include "models/values/format.h"
#include "models/values/jobstate.h"
#include "models/values/language.h"
#include "models/values/moment.h"

#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr double kMuchFailing = 0.5;

qint64 micros(const std::optional<Timestamp> &time)
{
    return time ? qint64(time->time_since_epoch().count()) : std::numeric_limits<qint64>::max();
}

QString instant(const std::optional<Timestamp> &time)
{
    return time && isFinite(*time) ? formatInstant(dateTime(*time)) : QString();
}

Count dueOf(const TaskRow &row)
{
    return row.load.due();
}

/// A column of counts. @param of  what is counted of a task.   @param explain  the tooltip, without
/// where the number comes from.
TableColumn<TaskRow> countColumn(QLatin1StringView id, const QString &title,
                                 Count (*of)(const TaskRow &), const QString &widest,
                                 TableColumn<TaskRow>::Of<QString> explain)
{
    const QString unknown = formatCount({0, Count::AtLeast});
    const auto toolTip = [of, explain = std::move(explain)](const TaskRow &row) {
        const QString source = formatCountSource(of(row), row.load.countedAt);
        return source.isEmpty() ? explain(row) : explain(row) + u'\n' + source;
    };
    return {.id = id,
            .title = title,
            .text = [of](const TaskRow &row) { return formatCount(of(row)); },
            .isFigure = true,
            .widest = unknown.size() > widest.size() ? unknown : widest,
            .raw = [of](const TaskRow &row) { return of(row).value.value_or(-1); },
            .toolTip = toolTip};
}

QString failingText(const TaskRow &row)
{
    const auto share = row.load.failureShare();
    return share ? TasksModel::tr("%1 %").arg(Language::locale().toString(*share * 100, 'f', 0))
                 : QString();
}

std::optional<double> attemptsOf(const TaskRow &row)
{
    return row.load.sampled > 0
        ? std::optional(double(row.load.sampledAttempts) / double(row.load.sampled))
        : std::nullopt;
}

/// Only what asks for attention is coloured.
QVariant stateIf(bool isSo, JobState state)
{
    return isSo ? QVariant::fromValue(state) : QVariant();
}

QVariant stateOfFile(const TaskRow &row)
{
    return stateIf(row.here && !row.here->problem.isEmpty(), JobState::FailedForGood);
}

/// Problem, kind and file, a line each, as far as there are any.
QString fileLines(const TaskRow &row)
{
    if (!row.here)
        return {};
    QStringList lines{row.here->problem, taskKindWord(row.here->kind), row.here->file};
    lines.removeAll(QString());
    return lines.join(u'\n');
}

} // namespace

TasksModel::TasksModel(QObject *parent)
    : PastHourModel(parent)
{
    QList<TableColumn<TaskRow>> columns = loadColumns() + stateColumns();
    columns.prepend({.id = "task"_L1,
                     .title = tr("Task"),
                     .text = [](const TaskRow &row) { return row.name; },
                     .toolTip =
                         [](const TaskRow &row) {
                             QStringList lines{row.name, fileLines(row)};
                             lines.removeAll(QString());
                             return lines.join(u'\n');
                         },
                     .state = stateOfFile,
                     .elide = Qt::ElideMiddle});
    setColumns(std::move(columns), Spoken::TitleAndText);
    insertBehind("trend"_L1, m_pastHour.columns<TaskRow>([](const TaskRow &row) {
        return QString::number(row.id);
    }));
}

QList<TableColumn<TaskRow>> TasksModel::loadColumns() const
{
    const auto due = countColumn("due"_L1, tr("Due"), dueOf, u"100,000+"_s, [](const TaskRow &row) {
        return tr("Due now: %1 free to run, %2 blocked by their queue.")
            .arg(formatCount(row.load.ready), formatCount(row.load.blocked));
    });
    auto later = countColumn(
        "later"_L1, tr("Later"), [](const TaskRow &row) { return row.load.later(); }, u"100,000+"_s,
        [](const TaskRow &row) {
            return tr("%1 scheduled, %2 waiting for a retry.")
                .arg(formatCount(row.load.scheduled), formatCount(row.load.retrying));
        });
    later.isSpare = true;
    const auto running = countColumn(
        "running"_L1, tr("Locked"),
        [](const TaskRow &row) { return row.load.running + row.load.stuck; }, u"1,000"_s,
        [](const TaskRow &row) {
            return tr("%1 locked, and %2 stuck.")
                .arg(formatCount(row.load.running), formatCount(row.load.stuck));
        });
    auto failed = countColumn(
        "failed"_L1, tr("Failed for good"), [](const TaskRow &row) { return row.load.failed; },
        u"100,000+"_s, [](const TaskRow &row) { return formatCount(row.load.failed); });
    failed.state = [](const TaskRow &row) {
        return stateIf(row.load.failed.value.value_or(0) > 0, JobState::FailedForGood);
    };
    return {due, later, running, failed,
            trendColumn<TaskRow>([this](const TaskRow &row) { return m_trends.of(row.id); })};
}

QList<TableColumn<TaskRow>> TasksModel::stateColumns() const
{
    return {
        {.id = "failing"_L1,
         .title = tr("Failing"),
         .text = failingText,
         .isFigure = true,
         .widest = u"100 %"_s,
         .raw = [](const TaskRow &row) { return row.load.failureShare().value_or(-1); },
         .toolTip =
             [](const TaskRow &row) {
                 return tr("%1 of the %2 newest jobs that are still in the table have failed. "
                           "Completed jobs are deleted, so this is not a failure rate.")
                     .arg(formatNumber(row.load.sampledFailing), formatNumber(row.load.sampled));
             },
         .state =
             [](const TaskRow &row) {
                 return stateIf(row.load.failureShare().value_or(0) >= kMuchFailing,
                                JobState::FailedForGood);
             },
         .isHidden = [this] { return m_pastHour.isKnown(); }}, // which knows it exactly
        {.id = "oldest"_L1,
         .title = tr("Oldest due"),
         .text =
             [this](const TaskRow &row) {
                 return row.load.oldestDue
                     ? formatRelative(std::min(*row.load.oldestDue, m_reading.now), m_reading.now)
                     : QString();
             },
         .isFigure = true,
         .widest = u"59 min ago"_s,
         .raw = [](const TaskRow &row) { return micros(row.load.oldestDue); },
         .toolTip = [](const TaskRow &row) { return instant(row.load.oldestDue); },
         .isVolatile = true,
         .isSpare = true},
        {.id = "next"_L1,
         .title = tr("Next due"),
         .text =
             [this](const TaskRow &row) {
                 return row.load.nextDue
                     ? formatRelative(std::max(*row.load.nextDue, m_reading.now), m_reading.now)
                     : QString();
             },
         .isFigure = true,
         .widest = u"in 59 min"_s,
         .raw = [](const TaskRow &row) { return micros(row.load.nextDue); },
         .toolTip = [](const TaskRow &row) { return instant(row.load.nextDue); },
         .isVolatile = true,
         .isSpare = true},
        {.id = "attempts"_L1,
         .title = tr("Attempts"),
         .text =
             [](const TaskRow &row) {
                 const auto attempts = attemptsOf(row);
                 return attempts ? Language::locale().toString(*attempts, 'f', 1) : QString();
             },
         .isFigure = true,
         .widest = u"25.0"_s,
         .raw = [](const TaskRow &row) { return attemptsOf(row).value_or(-1); },
         .toolTip =
             [](const TaskRow &) {
                 return tr(
                     "Average number of attempts made by the jobs that are still in the table.");
             },
         .isSpare = true},
        {.id = "known"_L1,
         .title = tr("Known to"),
         .text = [this](const TaskRow &row) { return taskKnownWord(known(row), row); },
         .widest = tr("No registered worker"),
         .raw = [this](const TaskRow &row) { return int(known(row)); },
         .toolTip
         = [this](const TaskRow &row) { return taskKnownSentence(known(row), row, m_reading); },
         .state =
             [this](const TaskRow &row) {
                 return stateIf(known(row) == TaskKnown::NoneSays
                                    && dueOf(row).value.value_or(0) > 0,
                                JobState::Retrying);
             },
         .isQuiet = [this](const TaskRow &row) { return known(row) >= TaskKnown::NoneSays; },
         .isVolatile = true,
         .isSpare = true},
        {.id = "kind"_L1,
         .title = tr("Kind here"),
         .text =
             [](const TaskRow &row) {
                 return !row.here                  ? QString()
                     : row.here->problem.isEmpty() ? taskKindWord(row.here->kind)
                                                   : tr("Cannot run");
             },
         .widest = tr("Cannot run"),
         .toolTip =
             [](const TaskRow &row) {
                 return row.here ? fileLines(row)
                                 : tr("The worker of this window has nothing that runs it.");
             },
         .state = stateOfFile,
         .isSpare = true},
        {.id = "hold"_L1,
         .title = tr("On hold"),
         .text =
             [this](const TaskRow &row) {
                 return m_holdTracker ? m_holdTracker->word({HoldKind::Task, row.name}) : QString();
             },
         .widest = tr("here, everywhere"),
         .isVolatile = true},
    };
}

TasksModel::~TasksModel() = default;

void TasksModel::setReading(const TaskSnapshot &reading)
{
    const auto known = [](const Count &count) { return count.value.value_or(-1); };
    m_trends.addAll(reading.tasks, &TaskRow::id, dateTime(reading.now).toMSecsSinceEpoch(),
                    [&](const TaskRow &row) {
                        return Trend::Sample{.ready = known(row.load.due()),
                                             .running = known(row.load.running),
                                             .failed = known(row.load.failed)};
                    });
    m_reading = reading;
    mergeRows();
}

void TasksModel::setFound(const TaskListing &listing)
{
    QMap<QString, LocalTask> found;
    for (const ListedTask &task : listing.tasks) {
        const TaskFacts &facts = task.facts;
        const LocalTask here{facts.kind, facts.file.isEmpty() ? facts.host : facts.file,
                             task.problem};
        // Of several files for one task, the one that runs counts.
        if (const auto known = found.constFind(task.identifier);
            known == found.cend() || !known->problem.isEmpty())
            found.insert(task.identifier, here);
    }
    if (m_found == found)
        return;
    m_found = std::move(found);
    mergeRows();
}

void TasksModel::mergeRows()
{
    QList<TaskRow> rows = m_reading.tasks;
    QMap<QString, LocalTask> others = m_found;
    for (TaskRow &row : rows) {
        if (const auto found = others.constFind(row.name); found != others.cend()) {
            row.here = *found;
            others.erase(found);
        }
    }
    // A list that is cut, or not read yet, does not tell which tasks the database does not know.
    if (m_reading.isCut || m_reading.now == Timestamp())
        others.clear();
    for (auto other = others.cbegin(); other != others.cend(); ++other) {
        TaskRow row;
        qint64 &id = m_ownIds[other.key()];
        if (id == 0)
            id = -m_ownIds.size();
        row.id = id;
        row.name = other.key();
        row.here = *other;
        for (Count *count : row.load.counts())
            *count = {0};
        rows << row;
    }
    merge(std::move(rows), Order::Kept);
}

void TasksModel::setTasksHere(const QStringList &tasks)
{
    if (m_tasksHere == tasks)
        return;
    m_tasksHere = tasks;
    tellVolatile();
}

void TasksModel::setHoldTracker(const HoldTracker *holdTracker)
{
    m_holdTracker = holdTracker;
    connect(holdTracker, &HoldTracker::changed, this, [this] { tellVolatile(); });
    tellVolatile();
}

TaskKnown TasksModel::known(const TaskRow &row) const
{
    return whoKnows(row, m_reading, m_tasksHere.contains(row.name));
}

} // namespace yardmaster
