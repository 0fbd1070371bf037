#pragma once

#include "models/errors/errorgroups.h"
#include "models/query/operationspec.h"

#include <QWidget>

class QAction;
class QBoxLayout;
class QPushButton;
class QTreeWidget;

namespace yardmaster {

class ConsoleContext;
class CopyButton;
class ElidedLabel;
class Label;
class WriteGuard;

/// One group of failures: its error in full, its task, examples, the filter that stands for it,
/// and what can be done to all of them.
class ErrorDetail final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ErrorDetail)

public:
    /// `guard` is borrowed and must outlive it.
    explicit ErrorDetail(WriteGuard *guard, QWidget *parent = nullptr);

    void showGroup(const ErrorGroup &group, FailureScope scope, bool isWindowComplete);
    /// @param extra  jobs the filter finds beyond the group; -1: it could not be found out.
    void showCheck(qint64 extra);
    [[nodiscard]] QString filter() const;
    /// The job of the chosen example; 0: there is none.
    [[nodiscard]] qint64 currentSample() const;
    /// The menus of the examples lead elsewhere from now on; borrowed.
    void setContext(ConsoleContext *context);
    /// What can be done to the chosen example, the last one with a button. @param commands
    /// borrowed.
    void setSampleCommands(const QList<QAction *> &commands);

Q_SIGNALS:
    void jobsRequested(const QString &filter);
    void jobRequested(qint64 id);
    void currentSampleChanged();
    void actionRequested(yardmaster::OperationKind kind, const QString &filter);

private:
    QPushButton *addAction(const QString &text, const char *name, OperationKind kind);
    void updateActions();

    WriteGuard *const m_guard;
    QString m_filter;
    QString m_task;
    FailureScope m_scope = FailureScope::ForGood;
    bool m_isWindowComplete = false;
    Label *m_signature;
    Label *m_facts;
    ElidedLabel *m_filterLabel;
    Label *m_check;
    CopyButton *m_copy;
    QTreeWidget *m_samples;
    QPushButton *m_show;
    QBoxLayout *m_buttons;
    QList<QPushButton *> m_verbs;
    QPushButton *m_fail;
};

} // namespace yardmaster
