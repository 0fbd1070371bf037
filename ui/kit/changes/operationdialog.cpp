#include "ui/kit/changes/operationdialog.h"

#include "models/console/consolecontext.h"
#include "models/operations/operationstatement.h"
#include "models/values/format.h"
#include "ui/kit/changes/changeform.h"
#include "ui/kit/changes/operationwords.h"
#include "ui/kit/changes/paceform.h"
#include "ui/kit/changes/previewpane.h"
#include "ui/kit/fold.h"
#include "ui/kit/label.h"
#include "ui/kit/typedconfirmation.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Something valid to look at the jobs with, whatever the options will be.
OperationSpec lookingSpec(OperationSpec spec)
{
    OperationChange &change = spec.change;
    if (change.kind == OperationKind::Reschedule) {
        change.timing = OperationTiming::AtTime;
        change.runAt = Timestamp();
    } else if (change.kind == OperationKind::Change) {
        change.priority = 0;
    } else if (change.kind == OperationKind::FailForGood) {
        change.reason = u"?"_s;
    }
    return spec;
}

/// What the button says: with the count stopped, the round number that is known.
qint64 countOf(const OperationPreview &preview)
{
    return preview.isCapped ? preview.jobs : preview.affected();
}

} // namespace

OperationDialog::OperationDialog(ConsoleContext *context, const OperationSpec &spec,
                                 const QString &description, QWidget *parent)
    : ConfirmDialog(context, operationVerb(spec.change.kind), parent)
    , m_spec(spec)
    , m_change(new ChangeForm(spec.change, this))
    , m_preview(new PreviewPane(context->sessions(), context->operationsFolder(), this))
    , m_pace(new PaceForm(this))
    , m_paceFold(new Fold({}, m_pace, this))
{
    const OperationKind kind = spec.change.kind;
    setNames("operationDialog", "confirmOperation", "cancelOperation", "operationProblem");
    addHeading(description.isEmpty() ? windowTitle()
                                     : tr("%1: %2").arg(windowTitle(), description));
    addText(operationConsequence(kind));
    m_note = addText({}, "operationNote");
    m_note->hide();
    m_change->setVisible(m_change->hasFields());
    body()->addWidget(m_change);
    body()->addSpacing(4);
    body()->addWidget(m_preview);
    body()->addWidget(m_paceFold);
    addText(undoSentence(kind), "undoSentence", Tone::Muted);
    body()->addStretch(1);
    setConfirmRole(isDestructive(kind) ? ButtonRole::Destructive : ButtonRole::Primary,
                   Keys::Enter);
    resize(760, 560);

    connect(m_change, &ChangeForm::edited, this, &OperationDialog::updateButtons);
    connect(m_preview, &PreviewPane::changed, this, &OperationDialog::updateButtons);
    connect(m_pace, &PaceForm::edited, this, &OperationDialog::updateButtons);
    m_preview->look(lookingSpec(m_spec));
    if (m_change->hasFields())
        m_change->setFocus();
}

OperationDialog::~OperationDialog() = default;

void OperationDialog::setNote(const QString &note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void OperationDialog::askToType()
{
    const auto &preview = m_preview->preview();
    if (preview && (context()->guard()->wantsTypedCount() || preview->isServerUncertain))
        typed()->askForCount(countOf(*preview));
    else
        typed()->askForWord(preview && m_spec.change.kind == OperationKind::Unlock ? tr("unlock")
                                                                                   : QString());
}

QString OperationDialog::obstacle() const
{
    if (!context()->guard()->mayWrite())
        return context()->guard()->reason();
    const Result<OperationChange> change = m_change->change();
    if (!change)
        return m_change->hasFields() ? tr("The options are not complete.") : change.error().message;
    const auto &preview = m_preview->preview();
    if (!preview)
        return tr("The jobs have to be counted first.");
    if (!change->key.value_or(QString()).isEmpty() && preview->jobs > 1)
        return tr("A key belongs to one job: select a single job.");
    if (preview->jobs == 0)
        return tr("There are no such jobs.");
    if (countOf(*preview) == 0)
        return tr("All of them would be skipped.");
    return ConfirmDialog::obstacle();
}

void OperationDialog::updateButtons()
{
    const auto &preview = m_preview->preview();
    const OperationKind kind = m_spec.change.kind;
    setConfirmText(
        operationButton(kind, preview ? countOf(*preview) : -1, preview && preview->isCapped));
    askToType();
    if (preview && preview->isServerUncertain)
        setNote(uncertainServerSentence());
    ConfirmDialog::updateButtons();
    const QString missing = obstacle();
    const bool isBlocked = !context()->guard()->mayWrite();
    // What is still being typed or counted shows by itself.
    setProblem(isBlocked || (preview && countOf(*preview) == 0) ? missing : QString(),
               isBlocked ? Tone::Trouble : Tone::Muted);
    m_paceFold->setTitle(tr("Pace: %1").arg(m_pace->summary()));

    QByteArray sql;
    if (preview && m_change->change()) {
        OperationSpec spec = preview->spec;
        spec.change = *m_change->change();
        if (spec.change.kind == OperationKind::Undo)
            sql = preview->sql;
        else if (const auto statement = statementOf(spec))
            sql = *statement;
    }
    m_preview->setSql(sql);
    // Once it can be confirmed by a key, the key is at hand; but never under someone's typing.
    const QWidget *focus = focusWidget();
    if (missing.isEmpty() && !isDestructive(kind) && !m_hasFocused && !m_change->hasFields()
        && !qobject_cast<const QLineEdit *>(focus)) {
        m_hasFocused = true;
        confirmButton()->setFocus();
    }
}

void OperationDialog::confirm()
{
    OperationSpec spec = m_preview->preview()->spec;
    spec.change = *m_change->change();
    spec.options = m_pace->options();
    m_preview->confirm();
    accept();
    Q_EMIT confirmed(spec);
}

} // namespace yardmaster
