#include "models/queues/queuesmodel.h"

#include "models/holds/holdkeeper.h"
#include "models/values/format.h"

namespace yardmaster {

using namespace Qt::StringLiterals;
using Lock = QueueRow::Lock;

namespace {

std::chrono::milliseconds between(Timestamp from, Timestamp to)
{
    return std::chrono::floor<std::chrono::milliseconds>(std::max(from, to) - from);
}

/// The state of a job whose shape and colour say the same.
QVariant stateOf(Lock lock)
{
    switch (lock) {
    case Lock::Free:
        return {};
    case Lock::Running:
        return QVariant::fromValue(JobState::Running);
    case Lock::Locked:
        return QVariant::fromValue(JobState::Blocked);
    case Lock::Orphaned:
        return QVariant::fromValue(JobState::Stuck);
    case Lock::Missing:
        return QVariant::fromValue(JobState::FailedForGood);
    }
    Q_UNREACHABLE();
}

bool isFigure(QueuesModel::Column column)
{
    using Column = QueuesModel::Column;
    return column == Column::Ready || column == Column::All || column == Column::Oldest
        || column == Column::Since;
}

qint64 micros(const std::optional<Timestamp> &time)
{
    return time ? qint64(time->time_since_epoch().count()) : std::numeric_limits<qint64>::max();
}

} // namespace

QString queueTitle(const QueueRow &row)
{
    return row.lock == Lock::Missing ? QueuesModel::tr("Deleted queue %1").arg(row.id) : row.name;
}

QueuesModel::QueuesModel(QObject *parent)
    : NamedRowsModel(parent)
{ }

QueuesModel::~QueuesModel() = default;

void QueuesModel::setReading(const QueueReading &reading)
{
    m_now = reading.now;
    merge(reading.queues);
}

void QueuesModel::setKeeper(const HoldKeeper *keeper)
{
    m_keeper = keeper;
    connect(keeper, &HoldKeeper::changed, this, [this] { tellAll(); });
    tellAll();
}

int QueuesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant QueuesModel::text(const QueueRow &row, Column column) const
{
    switch (column) {
    case Column::Lock:
        return queueLockWord(row.lock);
    case Column::Queue:
        return queueTitle(row);
    case Column::Ready:
        return formatCount({row.load.ready.value.value_or(0) + row.load.blocked.value.value_or(0),
                            row.load.ready.isLowerBound});
    case Column::All:
        return formatCount(row.load.all());
    case Column::Oldest:
        return row.load.oldestDue ? formatAge(between(*row.load.oldestDue, m_now)) : QString();
    case Column::Owner:
        return row.owner;
    case Column::Since:
        return row.lockedAt ? formatAge(between(*row.lockedAt, m_now)) : QString();
    case Column::Job:
        if (!row.job)
            return QString();
        return row.jobs > 1
            ? tr("%1 %2, and %3 more").arg(row.job->id).arg(row.job->task).arg(row.jobs - 1)
            : u"%1 %2"_s.arg(row.job->id).arg(row.job->task);
    case Column::Hold:
        return m_keeper && !row.name.isEmpty() ? m_keeper->word({HoldKind::Queue, row.name})
                                               : QString();
    }
    Q_UNREACHABLE();
}

QVariant QueuesModel::raw(const QueueRow &row, Column column) const
{
    switch (column) {
    case Column::Lock:
        return int(row.lock);
    case Column::Ready:
        return row.load.ready.value.value_or(0) + row.load.blocked.value.value_or(0);
    case Column::All:
        return row.load.all().value.value_or(-1);
    case Column::Oldest:
        return micros(row.load.oldestDue);
    case Column::Since:
        return micros(row.lockedAt);
    case Column::Job:
        return row.job ? row.job->id : 0;
    default:
        return text(row, column);
    }
}

QString QueuesModel::toolTip(const QueueRow &row, Column column) const
{
    if (column == Column::Oldest && row.load.oldestDue)
        return formatInstant(dateTime(*row.load.oldestDue));
    if (column == Column::Since && row.lockedAt)
        return formatInstant(dateTime(*row.lockedAt));
    if (column == Column::Ready)
        return tr("Due now: %1 free to run, %2 blocked by the queue's lock.")
            .arg(formatCount(row.load.ready), formatCount(row.load.blocked));
    if (column == Column::All) {
        return tr("%1 due, %2 later, %3 running, %4 failed for good.")
            .arg(text(row, Column::Ready).toString(), formatCount(row.load.later()),
                 formatCount(row.load.running), formatCount(row.load.failed));
    }
    return text(row, column).toString();
}

QVariant QueuesModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const QueueRow &row = at(index.row());
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
                                text(row, column).toString());
    case RawValueRole:
        return raw(row, column);
    case StateRole:
        return column == Column::Lock ? stateOf(row.lock) : QVariant();
    case ShapesRole:
        return true;
    case QuietRole:
        return isFigure(column) && raw(row, column) == 0;
    default:
        return {};
    }
}

QVariant QueuesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = Column(section);
    if (role == Qt::TextAlignmentRole)
        return int((isFigure(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (column) {
    case Column::Lock:
        return tr("Lock");
    case Column::Queue:
        return tr("Queue");
    case Column::Ready:
        return tr("Due");
    case Column::All:
        return tr("All jobs");
    case Column::Oldest:
        return tr("Oldest due");
    case Column::Owner:
        return tr("Locked by");
    case Column::Since:
        return tr("Since");
    case Column::Job:
        return tr("Job that holds it");
    case Column::Hold:
        return tr("On hold");
    }
    return {};
}

} // namespace yardmaster
