#pragma once

#include "models/query/jobdetails.h"
#include "models/session/query.h"
#include <yardmaster/jobspec.h>

#include <QDialog>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace yardmaster {

class ConsoleContext;
class CopyButton;
class PayloadEditor;

/// Adds a job with everything add_job takes, and shows the call. It is added in the background; the
/// dialog closes once it is there. GUI thread.
class AddJobDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AddJobDialog)

public:
    /// @param context  borrowed.
    explicit AddJobDialog(ConsoleContext *context, QWidget *parent = nullptr);
    ~AddJobDialog() override;

    /// Reads a job in the background and fills the form in like it, without its key.
    void fillFrom(qint64 id);

Q_SIGNALS:
    void added(qint64 id);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QLineEdit *addLine(QFormLayout *form, const QString &label, const char *name,
                       const QString &placeholder);
    void buildFields(QFormLayout *form);
    void fill(const JobDetails &details);
    /// What the form says; InvalidInput with a sentence.
    [[nodiscard]] Result<JobSpec> spec() const;
    void updateAll();
    void add();
    void setProblem(const QString &text);
    void loadTasks();

    ConsoleContext *const m_context;
    Query m_query;
    Query m_names;
    QComboBox *m_task = nullptr;
    PayloadEditor *m_payload;
    QLineEdit *m_queue = nullptr;
    QLineEdit *m_runAt = nullptr;
    QLabel *m_runAtHint = nullptr;
    QLineEdit *m_priority = nullptr;
    QLineEdit *m_maxAttempts = nullptr;
    QLineEdit *m_key = nullptr;
    QComboBox *m_keyMode = nullptr;
    QLabel *m_keyHint = nullptr;
    QLineEdit *m_flags = nullptr;
    QPlainTextEdit *m_sql;
    CopyButton *m_copySql;
    QLabel *m_note;
    QLabel *m_problem;
    QPushButton *m_arm;
    QPushButton *m_add;
    bool m_isBusy = false;
};

} // namespace yardmaster
