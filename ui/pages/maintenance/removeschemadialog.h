#pragma once

#include "models/maintenance/schemaremoval.h"
#include "models/session/query.h"
#include "ui/kit/confirmdialog.h"

class QCheckBox;
class QTreeWidget;

namespace yardmaster {

/// Removes the whole schema: lists everything that goes, and what hangs on it elsewhere, and asks
/// for the schema's name. Refuses while workers live, unless that is confirmed too.
class RemoveSchemaDialog final : public ConfirmDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RemoveSchemaDialog)

public:
    /// `context` is borrowed and must outlive the dialog.
    explicit RemoveSchemaDialog(ConsoleContext *context, QWidget *parent = nullptr);
    ~RemoveSchemaDialog() override;

Q_SIGNALS:
    void removed();

protected:
    void confirm() override;

private:
    void look();
    void onLooked(const Result<SchemaRemoval> &answer);
    void showPlan();
    void updateObstacle();
    void onRemoved(const Result<void> &answer);

    SchemaRemoval m_plan;
    bool m_hasPlan = false;
    Query m_query;
    Label *m_summary;
    QTreeWidget *m_objects;
    Label *m_dependents;
    Label *m_callers;
    QCheckBox *m_despite;
    QPushButton *m_again;
};

} // namespace yardmaster
