#pragma once

#include "models/jobs/jobcolumns.h"
#include "models/jobs/jobpayloadcolumns.h"
#include "models/query/jobreads.h"
#include "models/tables/columnsmodel.h"

#include <functional>

namespace yardmaster {

/// The loaded rows of a list of jobs, which may go on above and below them, and their columns.
/// Reads nothing: that is up to the subclass. Rows never move or vanish by themselves: those that
/// left the table (isGone) or the filter are marked. GUI thread.
class JobRows : public ColumnsModel<JobRow, JobColumnEntry>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobRows)

public:
    enum Role {
        IdRole = Qt::UserRole + 1, ///< qint64
        GoneRole,                  ///< bool: left the table
        FilteredRole,              ///< bool: left the filter
    };

    /// Takes the rows out that left the table or the filter.
    void dropLeft();

    /// A further column with what is at this place of the payload, the last one. Rows that are here
    /// get their values as soon as they are read; null or twice the same is the caller's mistake.
    JobColumn addPayloadColumn(const QStringList &path);
    void removePayloadColumn(JobColumn column);
    /// Whether its values are read; at first they are.
    void setPayloadRead(JobColumn column, bool isRead);
    /// In the order of the columns.
    [[nodiscard]] QList<QStringList> payloadPaths() const { return m_payload.paths(); }
    /// What is not to be seen of payloads; at first the default rules.
    void setRules(const RedactionRules &rules);
    [[nodiscard]] const RedactionRules &rules() const { return m_payload.rules(); }
    [[nodiscard]] const JobColumnEntry &entry(JobColumn column) const
    {
        return columns().at(int(column));
    }

    /// Who knows which rows are chosen, for what screen readers hear of a row; null: nobody.
    void setChosenTest(std::function<bool(int row)> test) { m_isChosen = std::move(test); }

    /// Nothing is above, below the rows that are here.
    [[nodiscard]] bool isAtTop() const { return m_isAtTop; }
    [[nodiscard]] bool isAtEnd() const { return m_isAtEnd; }
    [[nodiscard]] const QList<JobRow> &jobs() const { return m_rows; }
    /// Of them, those that have left neither the table nor the filter.
    [[nodiscard]] int listedHere() const;
    /// -1 if it is not here.
    [[nodiscard]] int rowOf(qint64 id) const;
    /// The next row after `from`, round the end, whose text in `column` begins so; -1 if none.
    [[nodiscard]] int nextRow(JobColumn column, const QString &beginning, int from) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] const JobRow &at(int row) const override { return m_rows.at(row); }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

protected:
    explicit JobRows(QObject *parent);

    void clear(bool isAtTop, bool isAtEnd);
    /// Rows at the end where `direction` leads, but those that are here already; above `mostRows`,
    /// the other end is dropped.
    /// @param paths  of the payload, for which they were read.   @param isEnd  none follow.
    void insert(QList<JobRow> rows, const QList<QStringList> &paths, PageDirection direction,
                bool isEnd, int mostRows);
    /// @param paths  as for insert().   @returns whether rows have left the table or the filter.
    bool update(const JobRefresh &now, const QList<QStringList> &paths);
    /// Of the first or last row, when it was read: it may have changed since.
    [[nodiscard]] const JobPosition &firstPlace() const { return m_places.first(); }
    [[nodiscard]] const JobPosition &lastPlace() const { return m_places.last(); }

    [[nodiscard]] const JobPayloadColumns &payloadColumns() const { return m_payload; }
    /// Other values of payloads than before are to be read from now on.
    virtual void onPayloadColumns() = 0;
    bool m_wantsPayload = false; // rows are here without values that are wanted

private:
    void take(int begin, int end);

    QList<JobRow> m_rows;
    QList<JobPosition> m_places; // of the rows when they were read: an update may change the row's
    JobPayloadColumns m_payload;
    std::function<bool(int row)> m_isChosen;
    bool m_isAtTop = true;
    bool m_isAtEnd = false;
};

} // namespace yardmaster
