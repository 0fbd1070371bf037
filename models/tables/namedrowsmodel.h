#pragma once

#include <QAbstractTableModel>
#include <QHash>
#include <QList>

namespace yardmaster {

/// What models of queues and tasks have in common besides their rows.
enum NamedRowsRole {
    RawValueRole = Qt::UserRole + 1, ///< for sorting and export
    StateRole,  ///< JobState whose shape and colour stand for the cell, or none
    QuietRole,  ///< bool: of less weight
    ShapesRole, ///< bool: the first column begins with the shape of a state, or room for one
};

/// Rows that have a name, kept in place from reading to reading: what changed is told, new ones
/// come at the end, so that whoever looks at one keeps it. GUI thread.
/// @tparam Row  has `id` and operator==.
template <typename Row> class NamedRowsModel : public QAbstractTableModel
{
public:
    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] const QList<Row> &rows() const { return m_rows; }
    [[nodiscard]] const Row &at(int row) const { return m_rows.at(row); }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_rows.size());
    }

protected:
    void merge(const QList<Row> &fresh)
    {
        QHash<qint64, qsizetype> places;
        for (qsizetype i = 0; i < fresh.size(); ++i)
            places.insert(fresh.at(i).id, i);
        for (int row = int(m_rows.size()) - 1; row >= 0; --row) {
            if (places.contains(m_rows.at(row).id))
                continue;
            beginRemoveRows({}, row, row);
            m_rows.removeAt(row);
            endRemoveRows();
        }
        for (Row &row : m_rows)
            row = fresh.at(places.take(row.id));
        QList<Row> added;
        for (const Row &row : fresh) {
            if (places.contains(row.id))
                added << row;
        }
        tellAll(); // ages too
        if (added.isEmpty())
            return;
        beginInsertRows({}, int(m_rows.size()), int(m_rows.size() + added.size()) - 1);
        m_rows += added;
        endInsertRows();
    }
    void tellAll()
    {
        if (!m_rows.isEmpty())
            Q_EMIT dataChanged(index(0, 0), index(int(m_rows.size()) - 1, columnCount() - 1));
    }

private:
    QList<Row> m_rows;
};

} // namespace yardmaster
