#include "ui/kit/changes/editpayloaddialog.h"

#include "models/console/consolecontext.h"
#include "ui/kit/changes/operationwords.h"
#include "ui/kit/changes/payloadeditor.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/fold.h"
#include "ui/kit/label.h"
#include "ui/kit/theme.h"
#include "ui/kit/typedconfirmation.h"
#include "worker/json/visibletext.h"

#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kShownLines = 6;

/// Lines that differ between two layouts of JSON: what is the same at the beginning and end left
/// out. Empty: only white space differs.
QString difference(const QByteArray &before, const QByteArray &after)
{
    const QList<QByteArray> old = formattedJson(before).split('\n');
    const QList<QByteArray> fresh = formattedJson(after).split('\n');
    qsizetype begin = 0;
    while (begin < old.size() && begin < fresh.size() && old[begin] == fresh[begin])
        ++begin;
    qsizetype end = 0;
    while (end < old.size() - begin && end < fresh.size() - begin
           && old[old.size() - 1 - end] == fresh[fresh.size() - 1 - end])
        ++end;
    QStringList lines;
    const auto tell = [&lines, begin, end](const QList<QByteArray> &from, const QString &sign) {
        const qsizetype count = from.size() - begin - end;
        for (qsizetype i = begin; i < begin + std::min(count, kShownLines); ++i)
            lines << sign + QString::fromUtf8(from[i].trimmed()).left(120);
        if (count > kShownLines)
            lines << sign + u"… %1"_s.arg(count - kShownLines);
    };
    tell(old, u"− "_s);
    tell(fresh, u"+ "_s);
    return lines.join(u'\n');
}

} // namespace

EditPayloadDialog::EditPayloadDialog(ConsoleContext *context, qint64 id, QWidget *parent)
    : ConfirmDialog(context, tr("Edit payload of job %1").arg(id), parent)
    , m_id(id)
    , m_query(context->sessions(), SessionPool::Use::Foreground)
    , m_job(addHeading(tr("Reading job %1…").arg(id)))
    , m_payload(new PayloadEditor(this))
    , m_before(new QPlainTextEdit(this))
    , m_beforeFold(new Fold(tr("As it is now"), m_before, this))
{
    setNames("editPayloadDialog", "confirmEdit", nullptr, "editProblem");
    addText(operationConsequence(OperationKind::EditPayload) + u' '
            + undoSentence(OperationKind::EditPayload));
    body()->addWidget(m_payload, 1);
    m_summary = addText({}, "payloadChanges", Tone::Muted);
    m_summary->setWordWrap(false);
    m_summary->setFont(tabularFont(font()));
    m_before->setReadOnly(true);
    m_before->setAccessibleName(tr("Payload as it is now"));
    m_before->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_before->setFont(tabularFont(font()));
    m_before->setFixedHeight(120);
    body()->addWidget(m_beforeFold);
    if (context->guard()->wantsTypedCount())
        typed()->ask(QString::number(id), tr("Type the job's id, %1, to confirm:").arg(id));
    setConfirmText(tr("Change payload and retry"));
    setConfirmRole(ButtonRole::Primary, Keys::CtrlEnter);
    resize(640, 560);

    connect(m_payload, &PayloadEditor::edited, this, &EditPayloadDialog::updateButtons);
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
    if (!m_details || m_payload->problem() || m_payload->payload() == m_details->job.payload)
        return u" "_s; // shows by itself
    return ConfirmDialog::obstacle();
}

void EditPayloadDialog::updateButtons()
{
    ConfirmDialog::updateButtons();
    m_payload->setEnabled(m_details.has_value());
    setProblem(context()->guard()->mayWrite() ? m_failure : context()->guard()->reason());
    if (!m_details)
        return;
    const QByteArray before = m_details->job.payload;
    m_before->setPlainText(visibleText(QString::fromUtf8(m_payload->shown(before))));
    const QByteArray after = m_payload->payload();
    const QString lines = m_payload->problem() || after == before
        ? QString()
        : difference(m_payload->shown(before), m_payload->shown(after));
    if (m_payload->problem())
        m_summary->clear();
    else if (after == before)
        m_summary->setText(tr("Nothing changed yet."));
    else if (!lines.isEmpty())
        m_summary->setText(lines);
    else
        m_summary->setText(m_payload->hides() ? tr("Only white space or hidden values differ.")
                                              : tr("Only white space differs."));
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
