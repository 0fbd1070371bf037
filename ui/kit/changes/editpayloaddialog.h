#pragma once

#include "models/query/jobdetails.h"
#include "models/query/operationspec.h"
#include "models/session/query.h"
#include "ui/kit/confirmdialog.h"

class QPlainTextEdit;

namespace yardmaster {

class Fold;
class Label;
class PayloadEditor;

/// Gives one job another payload and makes it due. Refuses if a worker holds the job; if it has
/// changed since it was read here, the operation leaves it alone. GUI thread.
class EditPayloadDialog final : public ConfirmDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EditPayloadDialog)

public:
    /// @param context  borrowed.
    EditPayloadDialog(ConsoleContext *context, qint64 id, QWidget *parent = nullptr);
    ~EditPayloadDialog() override;

Q_SIGNALS:
    void confirmed(const yardmaster::OperationSpec &spec);

protected:
    [[nodiscard]] QString obstacle() const override;
    void updateButtons() override;
    void confirm() override;

private:
    void read();
    void onRead(const Result<std::optional<JobDetails>> &details);

    const qint64 m_id;
    Query m_query;
    std::optional<JobDetails> m_details;
    QString m_failure;
    Label *m_job;
    PayloadEditor *m_payload;
    Label *m_summary = nullptr;
    QPlainTextEdit *m_before;
    Fold *m_beforeFold;
};

} // namespace yardmaster
