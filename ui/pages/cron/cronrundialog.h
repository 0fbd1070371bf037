#pragma once

#include "models/session/query.h"
#include "ui/kit/confirmdialog.h"
#include <yardmaster/crontab.h>
#include <yardmaster/jobrecord.h>

class QPlainTextEdit;

namespace yardmaster {

/// Asks before a run of an entry by hand, and adds its job in the background. GUI thread.
class CronRunDialog final : public ConfirmDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CronRunDialog)

public:
    /// @param context  borrowed.
    CronRunDialog(ConsoleContext *context, CrontabEntry entry, QWidget *parent = nullptr);
    ~CronRunDialog() override;

Q_SIGNALS:
    void added(qint64 id);

protected:
    void updateButtons() override;
    void confirm() override;

private:
    void onAnswer(const Result<JobRecord> &answer);

    const CrontabEntry m_entry;
    Query m_query;
    QPlainTextEdit *m_sql = nullptr;
    QString m_failure;
};

} // namespace yardmaster
