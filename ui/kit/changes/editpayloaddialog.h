#pragma once

#include "models/payload/payloadreader.h"
#include "models/query/jobdetails.h"
#include "models/query/operationspec.h"
#include "models/session/query.h"
#include "ui/kit/confirmdialog.h"

namespace yardmaster {

class Label;
class PayloadDiffView;
class PayloadEditor;
class TextViewer;

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
    void onEdited();
    void onRead(const Result<std::optional<JobDetails>> &details);

    const qint64 m_id;
    Query m_query;
    std::optional<JobDetails> m_details;
    QString m_failure;
    Label *m_job;
    PayloadEditor *m_payload;
    PayloadReader m_reader; // of the payload as it is
    QByteArray m_shownBefore;
    PayloadDiffView *m_diff;
    TextViewer *m_before;
};

} // namespace yardmaster
