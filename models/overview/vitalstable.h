#pragma once

#include "models/overview/vitals.h"

#include <QAbstractTableModel>

namespace yardmaster {

/// The readings that charts show, as rows; the newest on top. GUI thread.
class VitalsTable final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(VitalsTable)

public:
    enum class Column { Time, Added, Finished, FailedRuns, Ready, Failed, OldestReady };
    static constexpr int kColumns = 7;

    explicit VitalsTable(QObject *parent = nullptr);

    /// Readings, the oldest first. Those it has already, and any that follow, stay where they are;
    /// others make it begin anew.
    void setReadings(const QList<Vitals> &readings);
    void clear();

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] const Vitals &at(int row) const { return m_readings.at(rowCount() - 1 - row); }

    QList<Vitals> m_readings; // the oldest first
};

} // namespace yardmaster
