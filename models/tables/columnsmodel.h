#pragma once

#include "models/tables/column.h"
#include "models/values/showntext.h"

#include <QAbstractTableModel>
#include <QCoreApplication>
#include <QList>

#include <algorithm>

namespace yardmaster {

/// A table made of a list of columns. Where its rows come from is up to the subclass; most are a
/// RowsModel. What cells and headers say is made plain here, cells in one line (shownLine()); the
/// text as it is, is their RawValueRole. GUI thread.
/// @tparam Entry  a TableColumn, or what is derived from it with more to say.
template <typename Row, typename Entry = TableColumn<Row>>
class ColumnsModel : public QAbstractTableModel
{
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// `row` must exist. Borrowed until the model changes.
    [[nodiscard]] virtual const Row &at(int row) const = 0;
    [[nodiscard]] const QList<Entry> &columns() const { return m_columns; }
    /// -1: there is no such column.
    [[nodiscard]] int section(QLatin1StringView id) const
    {
        const auto found = std::ranges::find(m_columns, id, &Entry::id);
        return found == m_columns.cend() ? -1 : int(found - m_columns.cbegin());
    }
    [[nodiscard]] QModelIndex cell(int row, QLatin1StringView id) const
    {
        return index(row, section(id));
    }

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_columns.size());
    }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
            return {};
        return dataOf(at(index.row()), m_columns.at(index.column()), role);
    }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= m_columns.size())
            return {};
        const Entry &column = m_columns.at(section);
        switch (role) {
        case Qt::DisplayRole:
            return shownText(column.title);
        case Qt::TextAlignmentRole:
            return alignmentOf(column);
        case ShapeRole:
            return column.hasShape;
        case FigureRole:
            return column.isFigure || column.hasFigures;
        case FieldRole:
            return QString(column.id);
        case WidestRole:
            return column.widest;
        case ElideRole:
            return int(column.elide);
        case HiddenRole:
            return column.isHidden && column.isHidden();
        case SpareRole:
            return column.isSpare;
        default:
            return {};
        }
    }

protected:
    enum class Spoken { Text, TitleAndText };

    /// To be called in the constructor, and while columns are inserted or removed.
    /// @param spoken  of cells whose column does not say.
    void setColumns(QList<Entry> columns, Spoken spoken = Spoken::Text)
    {
        m_columns = std::move(columns);
        m_spoken = spoken;
    }
    /// Further ones, to be called in the constructor.
    void insertBehind(QLatin1StringView id, const QList<Entry> &columns)
    {
        const int end = section(id) + 1;
        m_columns = m_columns.first(end) + columns + m_columns.sliced(end);
    }
    /// The header of a column says something else from now on.
    void setTitle(QLatin1StringView id, const QString &title)
    {
        const int place = section(id);
        m_columns[place].title = title;
        Q_EMIT headerDataChanged(Qt::Horizontal, place, place);
    }
    /// Columns are hidden, or shown, from now on.
    void tellHidden() { Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1); }
    /// All cells may have changed.
    void tellAll()
    {
        if (rowCount() > 0)
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
    /// Cells of the columns that change without their rows may have changed.
    void tellVolatile()
    {
        const auto first = std::ranges::find(m_columns, true, &Entry::isVolatile);
        if (first == m_columns.end() || rowCount() == 0)
            return;
        auto last = m_columns.end() - 1;
        while (!last->isVolatile)
            --last;
        Q_EMIT dataChanged(index(0, int(first - m_columns.begin())),
                           index(rowCount() - 1, int(last - m_columns.begin())));
    }

private:
    [[nodiscard]] static int alignmentOf(const Entry &column)
    {
        return int((column.isFigure ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    [[nodiscard]] QVariant dataOf(const Row &row, const Entry &column, int role) const
    {
        switch (role) {
        case Qt::DisplayRole:
            return shownLine(column.text(row));
        case Qt::ToolTipRole:
            if (column.toolTip)
                return shownText(column.toolTip(row));
            return column.isFigure ? QVariant() : QVariant(shownText(column.text(row)));
        case Qt::AccessibleTextRole:
            if (column.spoken)
                return shownText(column.spoken(row));
            return m_spoken == Spoken::Text
                ? QVariant()
                : shownText(QCoreApplication::translate("Table", "%1: %2")
                                .arg(column.title, column.text(row)));
        case Qt::TextAlignmentRole:
            return alignmentOf(column);
        case RawValueRole:
            return column.raw ? column.raw(row) : QVariant(column.text(row));
        case StateRole:
            return column.state ? column.state(row) : QVariant();
        case ShapeRole:
            return column.hasShape;
        case QuietRole:
            return column.isQuiet ? column.isQuiet(row)
                                  : column.isFigure && column.raw && column.raw(row) == 0;
        case LinkRole:
            return column.isLink && column.isLink(row);
        case ElideRole:
            return int(column.elide);
        case BarRole:
            return column.bar ? QVariant(column.bar(row)) : QVariant();
        case BarKindRole:
            return int(column.barKind);
        case TrendRole:
            return column.trend ? column.trend(row) : QVariant();
        case FigureRole:
            return column.isFigure || column.hasFigures;
        default:
            return {};
        }
    }

    QList<Entry> m_columns;
    Spoken m_spoken = Spoken::Text;
};

} // namespace yardmaster
