#pragma once

#include "models/history/pastjob.h"
#include "models/query/jobdetails.h"
#include "models/session/query.h"
#include "ui/kit/confirmdialog.h"
#include <yardmaster/jobspec.h>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;

namespace yardmaster {

class CopyButton;
class Label;
class PayloadEditor;

/// Adds a job with everything add_job takes, and shows the call. It is added in the background; the
/// dialog closes once it is there. GUI thread.
class AddJobDialog final : public ConfirmDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AddJobDialog)

public:
    /// @param context  borrowed.
    explicit AddJobDialog(ConsoleContext *context, QWidget *parent = nullptr);
    ~AddJobDialog() override;

    /// Reads a job in the background and fills the form in like it, without its key.
    void fillFrom(qint64 id);
    /// The same for a finished job of the history. Says what of it is not known: a payload or queue
    /// that is missing has to be entered, or a box ticked to go without.
    void fillFromPast(qint64 id);

Q_SIGNALS:
    void added(qint64 id);

protected:
    [[nodiscard]] QString obstacle() const override;
    void updateButtons() override;
    void confirm() override;

private:
    QLineEdit *addLine(QFormLayout *form, const QString &label, const char *name,
                       const QString &placeholder);
    void buildFields(QFormLayout *form);
    void fill(const JobDetails &details);
    void fill(const PastJobs &past);
    void begin(const QString &title, const QString &note);
    /// Why a finished job cannot be added again as the form says; empty: it can, or is none.
    [[nodiscard]] QString pastObstacle() const;
    /// Something of its payload is still missing.
    [[nodiscard]] bool lacksPayload() const;
    /// What the form says; InvalidInput with a sentence.
    [[nodiscard]] Result<JobSpec> spec() const;
    void loadTasks();

    Query m_query;
    Query m_names;
    QComboBox *m_task = nullptr;
    PayloadEditor *m_payload;
    QLineEdit *m_queue = nullptr;
    QLineEdit *m_runAt = nullptr;
    Label *m_runAtHint = nullptr;
    QLineEdit *m_priority = nullptr;
    QLineEdit *m_maxAttempts = nullptr;
    QLineEdit *m_key = nullptr;
    QComboBox *m_keyMode = nullptr;
    Label *m_keyHint = nullptr;
    QLineEdit *m_flags = nullptr;
    QPlainTextEdit *m_sql = nullptr;
    CopyButton *m_copySql;
    Label *m_note = nullptr;
    std::optional<PastJob> m_past; ///< the finished job that the form was filled in from
    QString m_pastProblem;         ///< there is nothing to fill in
    QCheckBox *m_asItIs;           ///< the payload is to be added though it is not whole
    QCheckBox *m_withoutQueue;     ///< the name of its queue is lost, and nobody misses it
};

} // namespace yardmaster
