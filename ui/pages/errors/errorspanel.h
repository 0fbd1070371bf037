#pragma once

#include "models/errors/errorgroupsmodel.h"
#include "models/query/operationspec.h"
#include "models/session/retry.h"
#include "models/values/count.h"
#include "ui/kit/consolepanel.h"

#include <QTimer>

class QComboBox;
class QPushButton;

namespace yardmaster {

class ConsoleContext;
class ErrorDetail;
class ListPage;

/// What goes wrong in a queue: the failures, grouped by their error, with what can be done about
/// each group. Reads when it comes into sight, while it is there when the counts of jobs say
/// something else or what it shows is old, when jobs were changed from this window, on demand, and
/// when it could not before.
class ErrorsPanel final : public ConsolePanel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ErrorsPanel)

public:
    /// `context` is borrowed and must outlive the panel.
    explicit ErrorsPanel(ConsoleContext *context, QWidget *parent = nullptr);
    ~ErrorsPanel() override;

    [[nodiscard]] ErrorGroupsModel *model() { return &m_model; }
    void refresh();

Q_SIGNALS:
    /// Do this to all jobs of `filter`; `count` is what the group holds.
    void actionRequested(yardmaster::OperationKind kind, const QString &filter,
                         const yardmaster::Count &count);
    /// The payload of this job is to be edited.
    void editRequested(qint64 id);

protected:
    void setActive(bool isActive) override;

private:
    void makeCommands();
    void act(OperationKind kind);
    [[nodiscard]] QString groupObstacle() const;
    [[nodiscard]] FailureScope chosenScope() const;
    void restoreSelection();
    void refreshIfOutdated();
    void onCurrentChanged();
    void onChecked(const QString &key, qint64 extra);
    void showState();
    void showRemark();

    ConsoleContext *const m_context;
    ErrorGroupsModel m_model;
    Retry m_retry;
    QString m_selected; // key
    bool m_hasSelected = false;
    bool m_isRestoring = false;
    QTimer m_soon; // after changes: once for many
    QTimer m_look; // while it is seen: whether it is outdated
    QComboBox *m_scope;
    QPushButton *m_further;
    QPushButton *m_cancel;
    ListPage *m_list;
    ErrorDetail *m_detail;
};

} // namespace yardmaster
