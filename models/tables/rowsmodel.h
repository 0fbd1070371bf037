#pragma once

#include "models/tables/columnsmodel.h"

#include <concepts>
#include <functional>
#include <limits>
#include <map>
#include <numeric>

namespace yardmaster {

/// Rows with an identity, shown in columns. What is read anew is merged into what is there: a row
/// that stays keeps its indexes, wherever it goes, and only what differs is announced; so a
/// selected row stays selected. GUI thread.
/// @tparam Row  a value; without operator== a row that stays counts as changed.
/// @tparam keyOf  what tells a row from others: a pointer to its member or a function; has
/// operator<.
template <typename Row, auto keyOf> class RowsModel : public ColumnsModel<Row>
{
public:
    using Key = std::remove_cvref_t<std::invoke_result_t<decltype(keyOf), const Row &>>;
    using ColumnsModel<Row>::ColumnsModel;

    [[nodiscard]] const QList<Row> &rows() const { return m_rows; }
    [[nodiscard]] const Row &at(int row) const override { return m_rows.at(row); }
    /// -1: there is none.
    [[nodiscard]] int rowOf(const Key &key) const
    {
        const auto found = std::ranges::find(m_rows, key, keyOf);
        return found == m_rows.cend() ? -1 : int(found - m_rows.cbegin());
    }
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_rows.size());
    }

protected:
    enum class Order {
        Given, ///< as in the new list
        Kept,  ///< rows stay where they are; new ones come at the end, in the order of the list
    };

    /// These are the rows from now on.
    void merge(QList<Row> fresh, Order order = Order::Given)
    {
        QList<int> before = placesOf(fresh); // of each fresh row; -1: it is new
        if (order == Order::Kept)
            keepOrder(&fresh, &before);
        removeAllBut(before);
        reorder(before);
        QList<int> changed;
        int kept = 0;
        for (int row = 0; row < fresh.size(); ++row) {
            if (before.at(row) < 0)
                continue;
            if (isOther(m_rows.at(kept), fresh.at(row)))
                changed << row;
            m_rows[kept++] = fresh.at(row);
        }
        for (int row = 0; row < fresh.size();) {
            int end = row;
            while (end < fresh.size() && before.at(end) < 0)
                ++end;
            insert(row, fresh.mid(row, end - row));
            row = std::max(end, row + 1);
        }
        tellRows(changed);
        if (changed.size() < kept)
            this->tellVolatile();
    }
    /// None of these rows is one of those before.
    void reset(QList<Row> rows)
    {
        this->beginResetModel();
        m_rows = std::move(rows);
        this->endResetModel();
    }
    void append(const QList<Row> &rows) { insert(int(m_rows.size()), rows); }
    /// Its key stays. For changes in place, see tellRows().
    [[nodiscard]] Row &editable(int row) { return m_rows[row]; }
    /// @param rows  ascending.
    void tellRows(const QList<int> &rows)
    {
        for (qsizetype i = 0; i < rows.size();) {
            const int first = rows.at(i);
            int last = first;
            while (++i < rows.size() && rows.at(i) == last + 1)
                ++last;
            Q_EMIT this->dataChanged(this->index(first, 0),
                                     this->index(last, this->columnCount() - 1));
        }
    }

private:
    [[nodiscard]] static bool isOther(const Row &old, const Row &fresh)
    {
        if constexpr (std::equality_comparable<Row>)
            return !(old == fresh);
        else
            return true;
    }
    [[nodiscard]] QList<int> placesOf(const QList<Row> &fresh) const
    {
        std::multimap<Key, int> known; // the same key twice is no reason to lose a row
        for (int row = 0; row < m_rows.size(); ++row)
            known.emplace(std::invoke(keyOf, m_rows.at(row)), row);
        QList<int> places;
        places.reserve(fresh.size());
        for (const Row &row : fresh) {
            const Key &key = std::invoke(keyOf, row);
            const auto found = known.lower_bound(key);
            const bool isKnown = found != known.end() && !(key < found->first);
            places << (isKnown ? found->second : -1);
            if (isKnown)
                known.erase(found);
        }
        return places;
    }
    static void keepOrder(QList<Row> *fresh, QList<int> *before)
    {
        QList<int> order(fresh->size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_sort(order, {}, [before](int row) {
            const int place = before->at(row);
            return place < 0 ? std::numeric_limits<int>::max() : place;
        });
        QList<Row> rows;
        QList<int> places;
        for (const int row : std::as_const(order)) {
            rows << fresh->at(row);
            places << before->at(row);
        }
        *fresh = std::move(rows);
        *before = std::move(places);
    }
    /// `before` becomes the places among those that are left.
    void removeAllBut(QList<int> &before)
    {
        QList<bool> stays(m_rows.size(), false);
        for (const int place : std::as_const(before)) {
            if (place >= 0)
                stays[place] = true;
        }
        QList<int> left(m_rows.size());
        std::exclusive_scan(stays.cbegin(), stays.cend(), left.begin(), 0);
        for (int &place : before)
            place = place < 0 ? -1 : left.at(place);
        for (int end = int(stays.size()); end > 0;) {
            int first = end;
            while (first > 0 && !stays.at(first - 1))
                --first;
            if (first < end) {
                this->beginRemoveRows({}, first, end - 1);
                m_rows.remove(first, end - first);
                this->endRemoveRows();
            }
            end = first - 1;
        }
    }
    void reorder(const QList<int> &before)
    {
        QList<int> order;
        for (const int place : before) {
            if (place >= 0)
                order << place;
        }
        if (std::ranges::is_sorted(order))
            return;
        Q_EMIT this->layoutAboutToBeChanged();
        QList<Row> rows;
        QList<int> moved(order.size());
        for (int row = 0; row < order.size(); ++row) {
            rows << m_rows.at(order.at(row));
            moved[order.at(row)] = row;
        }
        m_rows = std::move(rows);
        const QModelIndexList persistent = this->persistentIndexList();
        for (const QModelIndex &old : persistent)
            this->changePersistentIndex(old, this->index(moved.at(old.row()), old.column()));
        Q_EMIT this->layoutChanged();
    }
    void insert(int place, const QList<Row> &rows)
    {
        if (rows.isEmpty())
            return;
        this->beginInsertRows({}, place, place + int(rows.size()) - 1);
        m_rows.insert(place, rows.size(), Row());
        std::ranges::copy(rows, m_rows.begin() + place);
        this->endInsertRows();
    }

    QList<Row> m_rows;
};

} // namespace yardmaster
