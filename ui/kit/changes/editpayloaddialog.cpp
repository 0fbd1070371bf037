#include "ui/kit/changes/editpayloaddialog.h"

#include "models/console/consolecontext.h"
#include "ui/kit/armdialog.h"
#include "ui/kit/changes/operationwords.h"
#include "ui/kit/changes/payloadeditor.h"
#include "ui/kit/environmentstrip.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/fold.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
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
    : QDialog(parent)
    , m_context(context)
    , m_id(id)
    , m_query(context->sessions(), SessionPool::Use::Foreground)
    , m_job(new QLabel(tr("Reading job %1…").arg(id), this))
    , m_payload(new PayloadEditor(this))
    , m_summary(new QLabel(this))
    , m_before(new QPlainTextEdit(this))
    , m_beforeFold(new Fold(tr("As it is now"), m_before, this))
    , m_typedLabel(new QLabel(tr("Type the job's id, %1, to confirm:").arg(id), this))
    , m_typed(new QLineEdit(this))
    , m_problem(new QLabel(this))
    , m_arm(new QPushButton(tr("Unlock changes…"), this))
    , m_confirm(new QPushButton(tr("Change payload and retry"), this))
{
    setWindowTitle(tr("Edit payload of job %1").arg(id));
    setObjectName("editPayloadDialog"_L1);
    auto *strip = new EnvironmentStrip(this);
    strip->showTarget(context->target());
    QFont large = font();
    large.setPointSizeF(font().pointSizeF() * 1.35);
    large.setWeight(QFont::DemiBold);
    m_job->setFont(large);
    m_job->setTextFormat(Qt::PlainText);
    auto *consequence = new QLabel(operationConsequence(OperationKind::EditPayload) + u' '
                                       + undoSentence(OperationKind::EditPayload),
                                   this);
    consequence->setWordWrap(true);
    m_summary->setObjectName("payloadChanges"_L1);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setFont(tabularFont(font()));
    setTone(m_summary, Tone::Muted);
    m_before->setReadOnly(true);
    m_before->setAccessibleName(tr("Payload as it is now"));
    m_before->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_before->setFont(tabularFont(font()));
    m_before->setFixedHeight(120);
    m_typed->setObjectName("typedConfirmation"_L1);
    m_typed->setAccessibleName(m_typedLabel->text());
    const bool isTyped = context->guard()->wantsTypedCount();
    m_typed->setVisible(isTyped);
    m_typedLabel->setVisible(isTyped);
    m_problem->setObjectName("editProblem"_L1);
    m_problem->setWordWrap(true);
    setTone(m_problem, Tone::Trouble);
    m_confirm->setObjectName("confirmEdit"_L1);
    setButtonRole(m_confirm, ButtonRole::Primary);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    for (QPushButton *button : {cancel, m_arm, m_confirm})
        button->setAutoDefault(false);

    auto *typedRow = new QHBoxLayout;
    typedRow->setSpacing(12);
    typedRow->addWidget(m_typedLabel);
    typedRow->addWidget(m_typed);
    typedRow->addStretch(1);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_problem, 1);
    buttons->addWidget(m_arm);
    buttons->addWidget(cancel);
    buttons->addWidget(m_confirm);
    auto *body = new QVBoxLayout;
    body->setContentsMargins(16, 16, 16, 16);
    body->setSpacing(12);
    body->addWidget(m_job);
    body->addWidget(consequence);
    body->addWidget(m_payload, 1);
    body->addWidget(m_summary);
    body->addWidget(m_beforeFold);
    body->addLayout(typedRow);
    body->addLayout(buttons);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(strip);
    layout->addLayout(body);
    resize(640, 560);

    connect(m_payload, &PayloadEditor::edited, this, &EditPayloadDialog::updateAll);
    connect(m_typed, &QLineEdit::textChanged, this, &EditPayloadDialog::updateAll);
    connect(context->guard(), &WriteGuard::changed, this, &EditPayloadDialog::updateAll);
    connect(cancel, &QPushButton::clicked, this, &EditPayloadDialog::reject);
    connect(m_confirm, &QPushButton::clicked, this, &EditPayloadDialog::confirm);
    connect(m_arm, &QPushButton::clicked, this, [this] { ArmDialog::openOver(m_context, this); });
    read();
    updateAll();
}

EditPayloadDialog::~EditPayloadDialog() = default;

void EditPayloadDialog::read()
{
    m_query.ask(withSession(&readJobDetails, m_context->filterContext(), m_id),
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
        m_payload->setPayload(job.payload, m_context->rules());
        if (job.lockedAt && m_details->state != JobState::Stuck)
            m_failure = tr("It cannot be changed now: %1 is running it.")
                            .arg(job.lockedBy.isEmpty() ? tr("a worker") : job.lockedBy);
        m_payload->setFocus();
    }
    updateAll();
}

QString EditPayloadDialog::obstacle() const
{
    if (!m_context->guard()->mayWrite())
        return m_context->guard()->reason();
    if (!m_failure.isEmpty())
        return m_failure;
    if (!m_details || m_payload->problem() || m_payload->payload() == m_details->job.payload)
        return u" "_s; // shows by itself
    if (m_context->guard()->wantsTypedCount() && m_typed->text().trimmed() != QString::number(m_id))
        return u" "_s;
    return {};
}

void EditPayloadDialog::updateAll()
{
    const QString missing = obstacle();
    m_payload->setEnabled(m_details.has_value());
    m_confirm->setEnabled(missing.isEmpty());
    m_problem->setText(missing.trimmed());
    m_arm->setVisible(m_context->guard()->state() == WriteGuard::State::Locked);
    if (!m_details)
        return;
    const QByteArray before = m_details->job.payload;
    m_before->setPlainText(QString::fromUtf8(m_payload->shown(before)));
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

void EditPayloadDialog::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && event->modifiers().testFlag(Qt::ControlModifier)) {
        event->accept();
        confirm();
        return;
    }
    if (!isEnter)
        QDialog::keyPressEvent(event);
}

void EditPayloadDialog::confirm()
{
    if (!obstacle().isEmpty())
        return;
    OperationSpec spec;
    spec.schema = m_context->target().schema;
    spec.change.kind = OperationKind::EditPayload;
    spec.change.payload = m_payload->payload();
    spec.change.readAt = m_details->job.updatedAt;
    spec.scope.ids = {m_id};
    spec.scope.takenAt = m_details->now;
    accept();
    Q_EMIT confirmed(spec);
}

} // namespace yardmaster
