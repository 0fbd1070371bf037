#pragma once

#include "models/query/jobrow.h"
#include "models/values/redaction.h"

#include <QStringList>

namespace yardmaster {

/// The columns of a list of jobs that show one place of the payload each, in their order, and what
/// must not be seen there. The cells of a row (JobRow::payload) are in the same order. A value.
class JobPayloadColumns final
{
public:
    [[nodiscard]] bool isEmpty() const { return m_columns.isEmpty(); }
    /// Whether there is a column number `place`.
    [[nodiscard]] bool has(int place) const { return place >= 0 && place < m_columns.size(); }
    /// The last one; its values are to be read. No path may be there twice.
    void add(const QStringList &path, QList<JobRow> *rows);
    void remove(int place, QList<JobRow> *rows);
    void setRead(int place, bool isRead) { m_columns[place].isRead = isRead; }
    /// At first the default rules.
    void setRules(const RedactionRules &rules, QList<JobRow> *rows);

    [[nodiscard]] QList<QStringList> paths() const;
    /// Of those whose values are to be read.
    [[nodiscard]] QList<QStringList> pathsRead() const;
    [[nodiscard]] const RedactionRules &rules() const { return m_rules; }

    /// Sorts the cells of a row that was read for `paths` into these columns: some may have come or
    /// gone since.   @returns whether a value is missing that is to be read.
    bool fit(JobRow *row, const QList<QStringList> &paths) const;
    /// jobDescription() with the values that are read.
    [[nodiscard]] QString description(const JobRow &job) const;

private:
    struct Column
    {
        QStringList path;
        bool isRead = true;
    };

    void dress(QList<JobRow> *rows) const;

    QList<Column> m_columns;
    RedactionRules m_rules = RedactionRules::defaults();
};

} // namespace yardmaster
