#pragma once

#include "models/query/filter.h"
#include "ui/pages/jobs/gotodialog.h"
#include "ui/pages/jobs/jobcopy.h"

#include <QObject>

class QAction;
class QMenu;

namespace yardmaster {

class CommandAction;
class JobColumns;
class JobsTable;

/// What can be done in a list of jobs without changing any: move, select, copy, filter by a cell,
/// go somewhere. Makes one QAction for each, on the table; their names are "jobs.…", "go.…" and
/// "filter.…".
class JobCommands final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobCommands)

public:
    /// Both are borrowed.
    JobCommands(JobsTable *table, JobColumns *columns);

    void fillMenu(QMenu *menu) const;
    /// The chosen jobs that are loaded, if this row is one of them; else this one.
    [[nodiscard]] CopiedRows rowsToDrag(int row) const;
    [[nodiscard]] QMenu *copyMenu() const { return m_copyMenu; }

Q_SIGNALS:
    void filterWanted(const yardmaster::Filter &filter);
    void goToWanted(yardmaster::GoToDialog::Kind kind);
    /// Statements are to be copied: that reads these jobs, or that add jobs like them.
    void selectWanted(const QList<qint64> &ids);
    void addCallsWanted(const QList<qint64> &ids);
    /// Something was copied, one sentence.
    void copied(const QString &what);

private:
    CommandAction *add(const QString &id, const QString &text, const QString &sentence,
                       std::initializer_list<QKeySequence> keys, const std::function<void()> &run);
    void addMoves();
    void addSelecting();
    void addFiltering();
    void addCopying();
    void addGoing();
    void filterByCell(bool isExcluded);
    void copyCell();
    void copyJobs(RowFormat format);
    void copyIds();
    void putOnClipboard(const QString &text, qsizetype jobs);
    /// The chosen ones that are loaded, or the current one.
    [[nodiscard]] QList<JobRow> jobsToCopy() const;
    [[nodiscard]] CopiedRows withShownColumns(const QList<JobRow> &jobs) const;
    [[nodiscard]] QList<qint64> idsToCopy() const;

    JobsTable *const m_table;
    JobColumns *const m_columns;
    QMenu *m_copyMenu = nullptr;
    QAction *m_byCell = nullptr;
    QAction *m_excludeCell = nullptr;
    QAction *m_copyCell = nullptr;
    QList<QAction *> m_selecting;
    QList<QAction *> m_going;
};

} // namespace yardmaster
