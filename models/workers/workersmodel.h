#pragma once

#include "models/workers/workerrow.h"

#include <QAbstractTableModel>

namespace yardmaster {

/// The workers of a queue as rows. Those who stay keep their index; GUI thread.
class WorkersModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WorkersModel)

public:
    enum class Column { Life, Worker, Kind, LastSign, Started, Jobs, Oldest, Queues, Sessions };
    static constexpr int kColumns = 9;
    enum Role {
        RawValueRole = Qt::UserRole + 1, ///< for sorting and export
        LifeRole,                        ///< int(WorkerLife)
    };

    explicit WorkersModel(QObject *parent = nullptr);

    /// @param now  the server's clock.
    void setWorkers(const QList<WorkerRow> &workers, Timestamp now);
    [[nodiscard]] const QList<WorkerRow> &workers() const { return m_rows; }
    [[nodiscard]] int rowOf(const QString &id) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] QString text(const WorkerRow &row, Column column) const;
    [[nodiscard]] QString toolTip(const WorkerRow &row, Column column) const;
    [[nodiscard]] QVariant raw(const WorkerRow &row, Column column) const;
    [[nodiscard]] QString age(const std::optional<Timestamp> &time) const;

    QList<WorkerRow> m_rows;
    Timestamp m_now;
};

} // namespace yardmaster
