#pragma once

#include "models/cron/cronsaveplan.h"
#include "ui/kit/consoledialog.h"

class QCheckBox;

namespace yardmaster {

/// Asks before a crontab is written: what changes, what that does to the entries known to the
/// database, and that workers will refuse it if it has errors. Also shows how a file on the disk
/// differs from what is being edited. GUI thread.
class CronSaveDialog final : public ConsoleDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CronSaveDialog)

public:
    explicit CronSaveDialog(const CronSavePlan &plan, QWidget *parent = nullptr);

    /// Only to look at: from the file on the disk to the text in the editor.
    static void compare(const CronSavePlan &plan, QWidget *parent);

protected:
    [[nodiscard]] QString obstacle() const override;

private:
    CronSaveDialog(const CronSavePlan &plan, bool isToLookAt, QWidget *parent);

    QCheckBox *m_anyway = nullptr; // null: there is nothing to agree to
};

} // namespace yardmaster
