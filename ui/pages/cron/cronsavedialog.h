#pragma once

#include "models/cron/cronsaveplan.h"

#include <QDialog>

class QCheckBox;
class QPushButton;

namespace yardmaster {

/// Asks before a crontab is written: what changes, what that does to the books of the database, and
/// that workers will refuse it if it has errors. Also shows how a file on the disk differs from
/// what is being edited. GUI thread.
class CronSaveDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CronSaveDialog)

public:
    explicit CronSaveDialog(const CronSavePlan &plan, QWidget *parent = nullptr);

    /// Only to look at: from the file on the disk to the text in the editor.
    static void compare(const CronSavePlan &plan, QWidget *parent);

private:
    CronSaveDialog(const CronSavePlan &plan, bool isToLookAt, QWidget *parent);
    void updateButton();

    const CronSavePlan m_plan;
    QCheckBox *m_anyway = nullptr; // null: there is nothing to agree to
    QPushButton *m_save;
};

} // namespace yardmaster
