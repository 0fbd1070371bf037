#include "models/workers/workersmodel.h"

#include "models/values/format.h"

namespace yardmaster {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

namespace {

bool isFigure(WorkersModel::Column column)
{
    using Column = WorkersModel::Column;
    return column != Column::Life && column != Column::Worker && column != Column::Kind;
}

qint64 number(const std::optional<Timestamp> &time)
{
    return time ? time->time_since_epoch().count() : 0;
}

} // namespace

WorkersModel::WorkersModel(QObject *parent)
    : QAbstractTableModel(parent)
{ }

void WorkersModel::setWorkers(const QList<WorkerRow> &workers, Timestamp now)
{
    const bool isSameOrder
        = std::ranges::equal(m_rows, workers, {}, &WorkerRow::id, &WorkerRow::id);
    m_now = now;
    if (isSameOrder) {
        m_rows = workers;
        if (!m_rows.isEmpty())
            Q_EMIT dataChanged(index(0, 0), index(int(m_rows.size()) - 1, kColumns - 1));
        return;
    }
    Q_EMIT layoutAboutToBeChanged();
    // Those who stay keep their index, wherever they go; those who are gone lose it.
    const QList<QString> before = [this] {
        QList<QString> ids;
        for (const WorkerRow &row : std::as_const(m_rows))
            ids << row.id;
        return ids;
    }();
    m_rows = workers;
    const QModelIndexList persistent = persistentIndexList();
    for (const QModelIndex &old : persistent) {
        const int row = rowOf(before.at(old.row()));
        changePersistentIndex(old, row < 0 ? QModelIndex() : index(row, old.column()));
    }
    Q_EMIT layoutChanged();
}

int WorkersModel::rowOf(const QString &id) const
{
    const auto found = std::ranges::find(m_rows, id, &WorkerRow::id);
    return found == m_rows.cend() ? -1 : int(found - m_rows.cbegin());
}

int WorkersModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int WorkersModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant WorkersModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const WorkerRow &row = m_rows.at(index.row());
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return toolTip(row, column);
    case Qt::AccessibleTextRole:
        return headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString() + u' '
            + text(row, column);
    case Qt::TextAlignmentRole:
        return QVariant((isFigure(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case RawValueRole:
        return raw(row, column);
    case LifeRole:
        return int(row.life);
    default:
        return {};
    }
}

QString WorkersModel::age(const std::optional<Timestamp> &time) const
{
    if (!time)
        return u"–"_s;
    return formatAge(std::max(std::chrono::duration_cast<milliseconds>(m_now - *time), {}));
}

QString WorkersModel::text(const WorkerRow &row, Column column) const
{
    switch (column) {
    case Column::Life:
        return workerLifeWord(row.life);
    case Column::Worker:
        return row.isOurs ? tr("%1 · this program").arg(workerTitle(row)) : workerTitle(row);
    case Column::Kind:
        return row.version.isEmpty() ? workerKindName(row.kind)
                                     : workerKindName(row.kind) + u' ' + row.version;
    case Column::LastSign:
        return row.heartbeat ? formatAge(row.silentFor) : u"–"_s;
    case Column::Started:
        return age(row.started);
    case Column::Jobs:
        return row.areJobsKnown ? formatNumber(row.jobs) : u"…"_s;
    case Column::Oldest:
        return row.areJobsKnown && row.jobs > 0 ? age(row.oldestJob) : u"–"_s;
    case Column::Queues:
        return formatNumber(row.queues.size());
    case Column::Sessions:
        return row.sessions.isEmpty() ? u"–"_s : formatNumber(row.sessions.size());
    }
    return {};
}

QString WorkersModel::toolTip(const WorkerRow &row, Column column) const
{
    switch (column) {
    case Column::Life:
        return workerLifeMeaning(row.life);
    case Column::Worker:
        return row.id;
    case Column::LastSign:
        return row.heartbeat ? formatInstant(dateTime(*row.heartbeat)) : tr("It never gave one.");
    case Column::Started:
        return row.started ? formatInstant(dateTime(*row.started)) : QString();
    case Column::Oldest:
        return row.oldestJob ? formatInstant(dateTime(*row.oldestJob)) : QString();
    case Column::Queues: {
        QStringList names;
        for (const LockedQueue &lock : row.queues.first(std::min<qsizetype>(row.queues.size(), 10)))
            names << lock.queue;
        return names.join(u", "_s);
    }
    case Column::Sessions:
        return row.sessions.isEmpty()
            ? tr("No session in the database is named after it, which most programs never do.")
            : tr("Sessions in the database that are named after it.");
    case Column::Kind:
    case Column::Jobs:
        return {};
    }
    return {};
}

QVariant WorkersModel::raw(const WorkerRow &row, Column column) const
{
    switch (column) {
    case Column::Life:
        return int(row.life);
    case Column::Worker:
        return row.id;
    case Column::Kind:
        return text(row, column);
    case Column::LastSign:
        return number(row.heartbeat);
    case Column::Started:
        return number(row.started);
    case Column::Jobs:
        return row.jobs;
    case Column::Oldest:
        return number(row.oldestJob);
    case Column::Queues:
        return row.queues.size();
    case Column::Sessions:
        return row.sessions.size();
    }
    return {};
}

QVariant WorkersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = Column(section);
    if (role == Qt::TextAlignmentRole)
        return QVariant((isFigure(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Column::Life:
        return tr("State");
    case Column::Worker:
        return tr("Worker");
    case Column::Kind:
        return tr("Program");
    case Column::LastSign:
        return tr("Last sign of life");
    case Column::Started:
        return tr("Started");
    case Column::Jobs:
        return tr("Jobs held");
    case Column::Oldest:
        return tr("Oldest since");
    case Column::Queues:
        return tr("Queues held");
    case Column::Sessions:
        return tr("Sessions");
    }
    return {};
}

} // namespace yardmaster
