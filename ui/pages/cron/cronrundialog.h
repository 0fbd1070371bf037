#pragma once

#include "models/session/query.h"
#include <yardmaster/crontab.h>
#include <yardmaster/jobrecord.h>

#include <QDialog>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace yardmaster {

class ConsoleContext;

/// Asks before a run of an entry by hand, and adds its job in the background. GUI thread.
class CronRunDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CronRunDialog)

public:
    /// @param context  borrowed.
    CronRunDialog(ConsoleContext *context, CrontabEntry entry, QWidget *parent = nullptr);
    ~CronRunDialog() override;

Q_SIGNALS:
    void added(qint64 id);

private:
    void updateAll();
    void add();
    void onAnswer(const Result<JobRecord> &answer);

    ConsoleContext *const m_context;
    const CrontabEntry m_entry;
    Query m_query;
    QPlainTextEdit *m_sql;
    QLabel *m_problem;
    QPushButton *m_arm;
    QPushButton *m_add;
    QString m_failure;
    bool m_isBusy = false;
};

} // namespace yardmaster
