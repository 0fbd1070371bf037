#include "models/tasks/tasksmodel.h"

#include "models/holds/holdkeeper.h"
#include "models/values/format.h"
#include "models/values/jobstate.h"
#include "models/values/language.h"

#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using Column = TasksModel::Column;

constexpr double kMuchFailing = 0.5;

std::chrono::milliseconds between(Timestamp from, Timestamp to)
{
    return std::chrono::floor<std::chrono::milliseconds>(std::max(from, to) - from);
}

bool isFigure(Column column)
{
    return column != Column::Task && column != Column::Known && column != Column::Hold;
}

qint64 micros(const std::optional<Timestamp> &time)
{
    return time ? qint64(time->time_since_epoch().count()) : std::numeric_limits<qint64>::max();
}

Count sumOf(const Count &left, const Count &right)
{
    if (!left.value || !right.value)
        return {};
    return {*left.value + *right.value, left.isLowerBound || right.isLowerBound};
}

Count dueOf(const JobLoad &load)
{
    return sumOf(load.ready, load.blocked);
}

Count runningOf(const JobLoad &load)
{
    return sumOf(load.running, load.stuck);
}

} // namespace

TasksModel::TasksModel(QObject *parent)
    : NamedRowsModel(parent)
{ }

TasksModel::~TasksModel() = default;

void TasksModel::setReading(const TaskReading &reading)
{
    m_reading = reading;
    merge(reading.tasks);
}

void TasksModel::setTasksHere(const QStringList &tasks)
{
    if (m_tasksHere == tasks)
        return;
    m_tasksHere = tasks;
    tellAll();
}

void TasksModel::setKeeper(const HoldKeeper *keeper)
{
    m_keeper = keeper;
    connect(keeper, &HoldKeeper::changed, this, [this] { tellAll(); });
    tellAll();
}

TaskKnown TasksModel::known(const TaskRow &row) const
{
    return whoKnows(row, m_reading, m_tasksHere.contains(row.name));
}

int TasksModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString TasksModel::text(const TaskRow &row, Column column) const
{
    const JobLoad &load = row.load;
    switch (column) {
    case Column::Task:
        return row.name;
    case Column::Due:
        return formatCount(dueOf(load));
    case Column::Later:
        return formatCount(load.later());
    case Column::Running:
        return formatCount(runningOf(load));
    case Column::Failed:
        return formatCount(load.failed);
    case Column::Failing:
        return load.failureShare()
            ? tr("%1 %").arg(Language::locale().toString(*load.failureShare() * 100, 'f', 0))
            : QString();
    case Column::Oldest:
        return load.oldestDue ? formatAge(between(*load.oldestDue, m_reading.now)) : QString();
    case Column::Next:
        return load.nextDue ? formatUntil(between(m_reading.now, *load.nextDue)) : QString();
    case Column::Attempts:
        return load.sampled > 0 ? Language::locale().toString(
                   double(load.sampledAttempts) / double(load.sampled), 'f', 1)
                                : QString();
    case Column::Known:
        return taskKnownWord(known(row), row);
    case Column::Hold:
        return m_keeper ? m_keeper->word({HoldKind::Task, row.name}) : QString();
    }
    Q_UNREACHABLE();
}

QVariant TasksModel::raw(const TaskRow &row, Column column) const
{
    const JobLoad &load = row.load;
    switch (column) {
    case Column::Due:
        return dueOf(load).value.value_or(-1);
    case Column::Later:
        return load.later().value.value_or(-1);
    case Column::Running:
        return runningOf(load).value.value_or(-1);
    case Column::Failed:
        return load.failed.value.value_or(-1);
    case Column::Failing:
        return load.failureShare().value_or(-1);
    case Column::Oldest:
        return micros(load.oldestDue);
    case Column::Next:
        return micros(load.nextDue);
    case Column::Attempts:
        return load.sampled > 0 ? double(load.sampledAttempts) / double(load.sampled) : -1.0;
    case Column::Known:
        return int(known(row));
    default:
        return text(row, column);
    }
}

QString TasksModel::toolTip(const TaskRow &row, Column column) const
{
    const JobLoad &load = row.load;
    switch (column) {
    case Column::Due:
        return tr("Due now: %1 free to run, %2 blocked by their queue.")
            .arg(formatCount(load.ready), formatCount(load.blocked));
    case Column::Later:
        return tr("%1 scheduled, %2 to be tried again.")
            .arg(formatCount(load.scheduled), formatCount(load.retrying));
    case Column::Running:
        return tr("%1 running, %2 locked for more than 4 hours.")
            .arg(formatCount(load.running), formatCount(load.stuck));
    case Column::Failing:
        return tr("%1 of the %2 newest jobs that are still in the table have failed. Completed "
                  "jobs "
                  "are deleted, so this is no failure rate.")
            .arg(formatNumber(load.sampledFailing), formatNumber(load.sampled));
    case Column::Oldest:
        return load.oldestDue ? formatInstant(dateTime(*load.oldestDue)) : QString();
    case Column::Next:
        return load.nextDue ? formatInstant(dateTime(*load.nextDue)) : QString();
    case Column::Attempts:
        return tr("Attempts made, on average, of the jobs that are still in the table.");
    case Column::Known:
        return taskKnownSentence(known(row), row, m_reading);
    default:
        return text(row, column);
    }
}

QVariant TasksModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const TaskRow &row = at(index.row());
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return toolTip(row, column);
    case Qt::TextAlignmentRole:
        return int((isFigure(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::AccessibleTextRole:
        return tr("%1: %2").arg(headerData(index.column(), Qt::Horizontal, role).toString(),
                                text(row, column));
    case RawValueRole:
        return raw(row, column);
    case StateRole:
        // Only what asks for attention is coloured.
        if (column == Column::Failed && row.load.failed.value.value_or(0) > 0)
            return QVariant::fromValue(JobState::FailedForGood);
        if (column == Column::Failing && row.load.failureShare().value_or(0) >= kMuchFailing)
            return QVariant::fromValue(JobState::FailedForGood);
        if (column == Column::Known && known(row) == TaskKnown::NoneSays
            && dueOf(row.load).value.value_or(0) > 0)
            return QVariant::fromValue(JobState::Retrying);
        return {};
    case QuietRole:
        return (isFigure(column) && raw(row, column) == 0)
            || (column == Column::Known && known(row) >= TaskKnown::NoneSays);
    default:
        return {};
    }
}

QVariant TasksModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = Column(section);
    if (role == Qt::TextAlignmentRole)
        return int((isFigure(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (column) {
    case Column::Task:
        return tr("Task");
    case Column::Due:
        return tr("Due");
    case Column::Later:
        return tr("Later");
    case Column::Running:
        return tr("Running");
    case Column::Failed:
        return tr("Failed for good");
    case Column::Failing:
        return tr("Failing");
    case Column::Oldest:
        return tr("Oldest due");
    case Column::Next:
        return tr("Next due");
    case Column::Attempts:
        return tr("Attempts");
    case Column::Known:
        return tr("Known to");
    case Column::Hold:
        return tr("On hold");
    }
    return {};
}

} // namespace yardmaster
