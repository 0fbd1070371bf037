#pragma once

#include "models/jobs/jobcells.h"

#include <QList>
#include <QObject>
#include <QStringList>

class QTableView;

namespace yardmaster {

/// Which columns a list of jobs shows, in which order and how wide. The header is the only place
/// where this is kept; here it is changed, saved and restored.
class JobColumns final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobColumns)

public:
    /// `table` is borrowed; its model has the columns of JobColumn.
    explicit JobColumns(QTableView *table);

    /// From left to right, hidden ones too.
    [[nodiscard]] QList<JobColumn> order() const;
    [[nodiscard]] bool isShown(JobColumn column) const;
    /// The last one stays. @returns whether it is now as wanted.
    bool setShown(JobColumn column, bool isShown);
    /// @param place  from left to right, 0..
    void move(JobColumn column, int place);
    void reset();

    /// To be kept in settings: "state 132", in order; a hidden one has a minus in front.
    [[nodiscard]] QStringList save() const;
    /// What is unknown is left out, what is missing comes last, hidden; without any: reset().
    void restore(const QStringList &saved);

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] int usualWidth(JobColumn column) const;
    void stretchLast();

    QTableView *const m_table;
    bool m_isRestoring = false;
};

} // namespace yardmaster
