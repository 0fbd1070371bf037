#include "models/localworker/runsmodel.h"

#include "models/values/format.h"
#include "models/values/timedisplay.h"

#include <QSet>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using Column = RunsModel::Column;
using Key = std::tuple<qint64, int, qint64>;

Key keyOf(const LocalRun &run)
{
    return {run.job.id, run.job.attempts, run.started.toMSecsSinceEpoch()};
}

std::vector<Column> columnsOf(RunsModel::Kind kind)
{
    if (kind == RunsModel::Kind::Running)
        return {Column::Job,   Column::Task, Column::Queue,   Column::Attempt,
                Column::Place, Column::Time, Column::Progress};
    return {Column::Outcome, Column::Job,  Column::Task, Column::Attempt,
            Column::Started, Column::Time, Column::Error};
}

} // namespace

QString runEndWord(RunEnd end)
{
    if (end == RunEnd::GivenBack)
        return RunsModel::tr("Given back");
    const auto state = stateAfter(end);
    return state ? jobStateWord(*state) : RunsModel::tr("Lost its lock");
}

RunsModel::RunsModel(Kind kind, QObject *parent)
    : QAbstractTableModel(parent)
    , m_kind(kind)
    , m_columns(columnsOf(kind))
    , m_now(QDateTime::currentDateTimeUtc())
{ }

void RunsModel::setRuns(std::vector<LocalRun> runs, const QDateTime &now)
{
    m_now = now;
    std::vector<Key> wanted;
    wanted.reserve(runs.size());
    std::ranges::transform(runs, std::back_inserter(wanted), keyOf);
    std::vector<Key> sorted = wanted;
    std::ranges::sort(sorted);
    for (int row = int(m_runs.size()) - 1; row >= 0; --row) {
        if (std::ranges::binary_search(sorted, keyOf(m_runs[size_t(row)])))
            continue;
        int first = row; // what goes together goes at once
        while (first > 0 && !std::ranges::binary_search(sorted, keyOf(m_runs[size_t(first - 1)])))
            --first;
        beginRemoveRows({}, first, row);
        m_runs.erase(m_runs.begin() + first, m_runs.begin() + row + 1);
        endRemoveRows();
        row = first;
    }
    for (size_t row = 0; row < runs.size();) {
        if (row < m_runs.size() && keyOf(m_runs[row]) == wanted[row]) {
            m_runs[row] = std::move(runs[row]);
            ++row;
            continue;
        }
        size_t end = row + 1;
        while (end < runs.size() && (row >= m_runs.size() || wanted[end] != keyOf(m_runs[row])))
            ++end;
        beginInsertRows({}, int(row), int(end) - 1);
        m_runs.insert(m_runs.begin() + qsizetype(row),
                      std::make_move_iterator(runs.begin() + qsizetype(row)),
                      std::make_move_iterator(runs.begin() + qsizetype(end)));
        endInsertRows();
        row = end;
    }
    if (!m_runs.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void RunsModel::tick(const QDateTime &now)
{
    m_now = now;
    const int section = sectionOf(Column::Time);
    if (!m_runs.empty())
        Q_EMIT dataChanged(index(0, section), index(rowCount() - 1, section));
}

int RunsModel::rowOf(qint64 jobId) const
{
    const auto it = std::ranges::find(m_runs, jobId, [](const LocalRun &r) { return r.job.id; });
    return it == m_runs.end() ? -1 : int(it - m_runs.begin());
}

int RunsModel::sectionOf(Column column) const
{
    const auto it = std::ranges::find(m_columns, column);
    return it == m_columns.end() ? -1 : int(it - m_columns.begin());
}

int RunsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_runs.size());
}

int RunsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_columns.size());
}

std::chrono::microseconds RunsModel::timeOf(const LocalRun &run) const
{
    if (m_kind == Kind::Ended)
        return run.duration;
    return std::chrono::milliseconds(std::max<qint64>(0, run.started.msecsTo(m_now)));
}

QString RunsModel::text(const LocalRun &run, Column column) const
{
    switch (column) {
    case Column::Outcome:
        return runEndWord(run.end);
    case Column::Job:
        return QString::number(run.job.id);
    case Column::Task:
        return run.job.task;
    case Column::Queue:
        return run.job.queueName;
    case Column::Attempt:
        return tr("%1 of %2").arg(run.job.attempts).arg(run.job.maxAttempts);
    case Column::Started: // the day is in the tooltip: it is this session's
        return TimeDisplay::instance().shown(run.started).toString(u"HH:mm:ss"_s);
    case Column::Place:
        return run.place;
    case Column::Time:
        return formatDuration(timeOf(run));
    case Column::Progress: {
        if (run.progress < 0)
            return {};
        const QString percent = tr("%1 %").arg(int(run.progress * 100));
        return run.progressText.isEmpty() ? percent : percent + u" · "_s + run.progressText;
    }
    case Column::Error:
        return run.error.section(u'\n', 0, 0);
    }
    Q_UNREACHABLE();
}

QVariant RunsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const LocalRun &run = at(index.row());
    const Column column = columnAt(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(run, column);
    case Qt::ToolTipRole:
        if (column == Column::Error)
            return run.error;
        if (column == Column::Outcome && run.retryAt.isValid())
            return tr("Tried again at %1").arg(formatInstant(run.retryAt));
        return column == Column::Time || column == Column::Started
            ? tr("Began at %1").arg(formatInstant(run.started))
            : text(run, column);
    case Qt::TextAlignmentRole: {
        const bool isNumber = column == Column::Job || column == Column::Attempt
            || column == Column::Started || column == Column::Time;
        return int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    case StateRole:
        if (const auto state = stateAfter(run.end); state && column == Column::Outcome)
            return int(*state);
        return {};
    case ProgressRole:
        return run.progress;
    default:
        return {};
    }
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const Column column = columnAt(section);
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = column == Column::Job || column == Column::Attempt
            || column == Column::Started || column == Column::Time;
        return int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Column::Outcome:
        return tr("Outcome");
    case Column::Job:
        return tr("Job");
    case Column::Task:
        return tr("Task");
    case Column::Queue:
        return tr("Queue");
    case Column::Attempt:
        return tr("Attempt");
    case Column::Started:
        return tr("Started");
    case Column::Place:
        return tr("Where");
    case Column::Time:
        return m_kind == Kind::Running ? tr("For") : tr("Took");
    case Column::Progress:
        return tr("Progress");
    case Column::Error:
        return tr("Error");
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
