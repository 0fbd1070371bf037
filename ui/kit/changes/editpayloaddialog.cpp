#include "ui/kit/changes/editpayloaddialog.h"

#include "models/console/consolecontext.h"
#include "models/session/delivery.h"
#include "ui/kit/changes/operationwords.h"
#include "ui/kit/changes/payloadeditor.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/fold.h"
#include "ui/kit/label.h"
#include "ui/kit/payloaddiffview.h"
#include "ui/kit/textviewer.h"
#include "ui/kit/typedconfirmation.h"
#include "worker/json/visibletext.h"

#include <QVBoxLayout>
#include <QtConcurrentRun>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kDiffHeight = 116; // a header and three rows

} // namespace

EditPayloadDialog::EditPayloadDialog(ConsoleContext *context, qint64 id, QWidget *parent)
    : ConfirmDialog(context, tr("Edit payload of job %1").arg(id), parent)
    , m_id(id)
    , m_query(context->sessions(), SessionPool::Use::Foreground)
    , m_job(addHeading(tr("Reading job %1…").arg(id)))
    , m_payload(new PayloadEditor(this))
    , m_diff(new PayloadDiffView(tr("Now"), tr("Afterwards"), this))
    , m_before(new TextViewer(this))
{
    setNames("editPayloadDialog", "confirmEdit", nullptr, "editProblem");
    addText(operationConsequence(OperationKind::EditPayload) + u' '
            + undoSentence(OperationKind::EditPayload));
    body()->addWidget(m_payload, 1);
    m_diff->setFramed(kDiffHeight);
    body()->addWidget(m_diff);
    m_before->setAccessibleName(tr("Payload as it is now"));
    m_before->setFrameShape(QFrame::StyledPanel);
    m_before->setWrapped(false);
    m_before->setFixedHeight(120);
    body()->addWidget(new Fold(tr("As it is now"), m_before, this));
    if (context->guard()->wantsTypedCount())
        typed()->ask(QString::number(id), tr("Type the job's id, %1, to confirm:").arg(id));
    setConfirmText(tr("Change payload and retry"));
    setConfirmRole(ButtonRole::Primary, Keys::CtrlEnter);
    resize(720, 640);

    connect(m_payload, &PayloadEditor::edited, this, &EditPayloadDialog::onEdited);
    connect(&m_reader, &PayloadReader::changed, this, &EditPayloadDialog::onEdited);
    read();
}

EditPayloadDialog::~EditPayloadDialog() = default;

void EditPayloadDialog::read()
{
    m_query.ask(withSession(&readJobDetails, context()->filterContext(), m_id),
                [this](const Result<std::optional<JobDetails>> &details) { onRead(details); });
}

void EditPayloadDialog::onRead(const Result<std::optional<JobDetails>> &details)
{
    if (!details) {
        m_failure = errorSentence(details.error());
    } else if (!*details) {
        m_failure = tr("Job %1 is gone: completed or deleted.").arg(m_id);
    } else {
        m_details = **details;
        const JobRecord &job = m_details->job;
        m_job->setText(tr("Job %1, %2: %3")
                           .arg(QString::number(job.id), job.identifier,
                                jobStateWord(m_details->state).toLower()));
        m_reader.read(job.payload, context()->rules());
        m_payload->setPayload(job.payload, context()->rules());
        if (job.lockedAt && m_details->state != JobState::Stuck)
            m_failure = tr("It cannot be changed now: %1 is running it.")
                            .arg(job.lockedBy.isEmpty() ? tr("a worker") : job.lockedBy);
        m_payload->setFocus();
    }
    updateButtons();
}

QString EditPayloadDialog::obstacle() const
{
    if (!context()->guard()->mayWrite())
        return context()->guard()->reason();
    if (!m_failure.isEmpty())
        return m_failure;
    if (!m_details || m_payload->isReading() || m_payload->problem()
        || m_payload->payload() == m_details->job.payload)
        return u" "_s; // shows by itself
    return ConfirmDialog::obstacle();
}

void EditPayloadDialog::updateButtons()
{
    ConfirmDialog::updateButtons();
    m_payload->setEnabled(m_details.has_value());
    setProblem(context()->guard()->mayWrite() ? m_failure : context()->guard()->reason());
}

void EditPayloadDialog::onEdited()
{
    updateButtons();
    const PayloadDocumentPtr &before = m_reader.document();
    if (!m_details || !before || m_payload->isReading()) {
        m_diff->clear(tr("Reading…"));
        return;
    }
    const bool isRevealed = m_payload->isRevealed();
    if (const QByteArray text = isRevealed ? before->text() : before->redacted();
        text != m_shownBefore) {
        m_shownBefore = text;
        deliver(QtConcurrent::run([text] { return visibleText(QString::fromUtf8(text)); }), this,
                [this, text](const QString &shown) {
                    if (text == m_shownBefore)
                        m_before->setVisibleText(shown);
                });
    }
    if (m_payload->problem())
        m_diff->clear(tr("Compared once it is JSON again."));
    else if (m_payload->payload() == before->text())
        m_diff->clear(tr("Nothing changed yet."));
    else
        m_diff->compare(before, m_payload->document(), isRevealed,
                        tr("Only white space, escapes or the order of keys differ."));
}

void EditPayloadDialog::confirm()
{
    OperationSpec spec;
    spec.schema = context()->target().schema;
    spec.change.kind = OperationKind::EditPayload;
    spec.change.payload = m_payload->payload();
    spec.change.readAt = m_details->job.updatedAt;
    spec.scope.ids = {m_id};
    spec.scope.takenAt = m_details->now;
    accept();
    Q_EMIT confirmed(spec);
}

} // namespace yardmaster
