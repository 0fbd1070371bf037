#pragma once

#include "models/operations/outcomemodel.h"

#include <QWidget>

class QComboBox;
class QPushButton;
class QTableView;

namespace yardmaster {

class ConsoleContext;
class Label;
struct OperationEntry;

/// What became of each job of one operation, and the way to get it as a file. GUI thread.
class ReportView final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReportView)

public:
    explicit ReportView(QWidget *parent = nullptr);

    /// The menus of its rows lead elsewhere from now on; borrowed.
    void setContext(ConsoleContext *context);
    /// @param entry  null: nothing is chosen.   @param title  what it was.
    void show(const OperationEntry *entry, const QString &title);
    /// It has come further; for the one that is shown.
    void follow(const OperationEntry &entry, const QString &title);
    /// Writes the report in the background; its end is told below the table.
    void exportTo(const QString &path);
    [[nodiscard]] OutcomeModel *model() { return &m_model; }

Q_SIGNALS:
    void jobRequested(qint64 id);
    void exported(const QString &path);

private:
    void chooseFile();
    void updateMore(const QString &problem);
    void load();
    void showTotals(const OperationEntry &entry, const QString &title);

    OutcomeModel m_model;
    bool m_isOfRunning = false;
    QString m_journal;
    Label *m_sentence;
    QComboBox *m_kind;
    QPushButton *m_export;
    QTableView *m_table;
    Label *m_status;
    QPushButton *m_more;
};

} // namespace yardmaster
