#include "models/overview/vitalstable.h"

#include "models/overview/vitalswords.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"

#include <algorithm>

namespace yardmaster {

VitalsTable::VitalsTable(QObject *parent)
    : QAbstractTableModel(parent)
{
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, [this] {
        if (rowCount() > 0)
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0));
    });
}

void VitalsTable::setReadings(const QList<Vitals> &readings)
{
    const auto knownEnd = m_readings.isEmpty() || readings.isEmpty()
        ? readings.cbegin()
        : std::ranges::upper_bound(readings, m_readings.last().time, {}, &Vitals::time);
    if (readings.isEmpty() || knownEnd == readings.cbegin()) {
        beginResetModel();
        m_readings = readings;
        endResetModel();
        return;
    }
    const auto gone = std::ranges::lower_bound(std::as_const(m_readings), readings.first().time, {},
                                               &Vitals::time)
        - m_readings.cbegin();
    // More of the past than before was asked for.
    if (gone == 0 && readings.first().time < m_readings.first().time) {
        beginResetModel();
        m_readings = readings;
        endResetModel();
        return;
    }
    if (gone > 0) {
        beginRemoveRows({}, rowCount() - int(gone), rowCount() - 1);
        m_readings.remove(0, gone);
        endRemoveRows();
    }
    if (const auto fresh = readings.cend() - knownEnd; fresh > 0) {
        beginInsertRows({}, 0, int(fresh) - 1);
        m_readings << readings.last(fresh);
        endInsertRows();
    }
}

void VitalsTable::clear()
{
    setReadings({});
}

int VitalsTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_readings.size());
}

int VitalsTable::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant VitalsTable::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const Vitals &reading = at(index.row());
    switch (Column(index.column())) {
    case Column::Time:
        return formatInstant(reading.time);
    case Column::Added:
        return formatRate(reading.arrivals);
    case Column::Finished:
        return formatRate(reading.completions);
    case Column::FailedRuns:
        return formatRate(reading.failures, reading.isFailuresLowerBound);
    case Column::Ready:
        return formatCount(reading.ready);
    case Column::Failed:
        return formatCount(reading.failed);
    case Column::OldestReady:
        return formatWait(reading.oldestReady, reading.isOldestLowerBound);
    }
    Q_UNREACHABLE();
}

QVariant VitalsTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumns)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Column::Time:
        return tr("Time");
    case Column::Added:
        return tr("Added a minute");
    case Column::Finished:
        return tr("Finished a minute");
    case Column::FailedRuns:
        return tr("Failed runs a minute");
    case Column::Ready:
        return tr("Ready");
    case Column::Failed:
        return tr("Failed for good");
    case Column::OldestReady:
        return tr("Oldest ready");
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
