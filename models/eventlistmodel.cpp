#include "models/eventlistmodel.h"

#include "models/format.h"
#include "worker/events/errorsummary.h"

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// A run that was given back has none: its handler may still be at it.
bool hasDuration(const WorkerEvent &event)
{
    return event.isRun() && event.kind != WorkerEvent::Kind::Running
        && event.kind != WorkerEvent::Kind::GivenBack;
}

} // namespace

EventListModel::EventListModel(QObject *parent)
    : QAbstractTableModel(parent)
{ }

void EventListModel::apply(EventFeed::Batch batch)
{
    if (batch.dropped > 0 && !m_rows.empty()) {
        // Whatever is shown is older than what was lost, and outcomes may be among the lost.
        beginResetModel();
        m_dropped += std::ssize(m_rows);
        m_rows.clear();
        m_openRuns.clear();
        endResetModel();
    }
    m_dropped += batch.dropped;
    updateKnownRuns(&batch.events);
    insertNewest(std::move(batch.events));
}

void EventListModel::updateKnownRuns(std::deque<WorkerEvent> *events)
{
    std::deque<WorkerEvent> fresh;
    int first = rowCount();
    int last = -1;
    for (WorkerEvent &event : *events) {
        const auto open = event.isRun() ? m_openRuns.constFind({event.jobId, event.attempt})
                                        : m_openRuns.cend();
        if (open == m_openRuns.cend()) {
            fresh.push_back(std::move(event));
            continue;
        }
        const int row = int(m_newestSerial - *open);
        if (event.kind != WorkerEvent::Kind::Running)
            m_openRuns.erase(open);
        m_rows.at(std::size_t(row)) = std::move(event);
        first = std::min(first, row);
        last = std::max(last, row);
    }
    *events = std::move(fresh);
    if (last >= 0)
        Q_EMIT dataChanged(index(first, 0), index(last, kColumns - 1));
}

void EventListModel::insertNewest(std::deque<WorkerEvent> events)
{
    if (events.empty())
        return;
    makeRoom(events.size());
    beginInsertRows({}, 0, int(events.size()) - 1);
    for (WorkerEvent &event : events) {
        ++m_newestSerial;
        m_hasRuns = m_hasRuns || event.isRun();
        if (event.kind == WorkerEvent::Kind::Running)
            m_openRuns.insert({event.jobId, event.attempt}, m_newestSerial);
        m_rows.push_front(std::move(event));
    }
    endInsertRows();
}

void EventListModel::makeRoom(std::size_t coming)
{
    const std::size_t kept = std::min(m_rows.size(), EventFeed::kCapacity - coming);
    if (kept == m_rows.size())
        return;
    beginRemoveRows({}, int(kept), int(m_rows.size()) - 1);
    for (; m_rows.size() > kept; m_rows.pop_back()) {
        ++m_dropped;
        m_openRuns.remove({m_rows.back().jobId, m_rows.back().attempt});
    }
    endRemoveRows();
}

int EventListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int EventListModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant EventListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const WorkerEvent &event = m_rows.at(std::size_t(index.row()));
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(event, column);
    case Qt::ToolTipRole:
        return toolTip(event, column);
    case Qt::TextAlignmentRole:
        switch (column) {
        case Column::JobId:
        case Column::Attempt:
        case Column::Duration:
        case Column::Time:
            return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
        default:
            return QVariant::fromValue(Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter));
        }
    case kRawValueRole:
        return rawValue(event, column);
    case kKindRole:
        return int(event.kind);
    case kStateRole:
        if (const auto state = stateAfter(event.kind))
            return QVariant::fromValue(*state);
        return {};
    default:
        return {};
    }
}

QVariant EventListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumns)
        return {};
    if (role == Qt::TextAlignmentRole) {
        const bool isText = section == int(Column::State) || section == int(Column::Task)
            || section == int(Column::Message);
        return QVariant::fromValue(
            Qt::Alignment((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Column::Time:
        return tr("Time");
    case Column::State:
        return tr("State");
    case Column::JobId:
        return tr("Job");
    case Column::Task:
        return tr("Task");
    case Column::Attempt:
        return tr("Attempt");
    case Column::Duration:
        return tr("Duration");
    case Column::Message:
        return tr("Message");
    }
    Q_UNREACHABLE();
}

QString EventListModel::text(const WorkerEvent &event, Column column)
{
    switch (column) {
    case Column::Time:
        return event.time.toLocalTime().toString(u"HH:mm:ss.zzz"_s);
    case Column::State:
        return workerEventWord(event.kind);
    case Column::JobId:
        return event.isRun() ? QString::number(event.jobId) : QString();
    case Column::Task:
        return event.task;
    case Column::Attempt:
        return event.isRun() ? tr("%1 of %2").arg(event.attempt).arg(event.maxAttempts) : QString();
    case Column::Duration:
        return hasDuration(event) ? formatDuration(event.duration) : QString();
    case Column::Message:
        return errorSummary(event.message);
    }
    Q_UNREACHABLE();
}

QString EventListModel::toolTip(const WorkerEvent &event, Column column)
{
    switch (column) {
    case Column::Time:
        return formatInstant(event.time);
    case Column::State:
        if (event.kind == WorkerEvent::Kind::GivenBack)
            return tr(
                "The worker stopped before the job ended. It is back in the queue, the attempt "
                "restored.");
        if (event.kind == WorkerEvent::Kind::LostLease)
            return tr(
                "Somebody unlocked the job while it ran, so its result was not written. It may "
                "run twice.");
        if (const auto state = stateAfter(event.kind))
            return jobStateMeaning(*state);
        return {};
    case Column::Task:
        return event.queueName.isEmpty() ? event.task
                                         : tr("%1\nin queue %2").arg(event.task, event.queueName);
    case Column::Message:
        return event.message;
    default:
        return {};
    }
}

QVariant EventListModel::rawValue(const WorkerEvent &event, Column column)
{
    switch (column) {
    case Column::Time:
        return event.time;
    case Column::State:
        return int(event.kind);
    case Column::JobId:
        return event.jobId;
    case Column::Task:
        return event.task;
    case Column::Attempt:
        return event.attempt;
    case Column::Duration:
        return qint64(event.duration.count());
    case Column::Message:
        return event.message;
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
