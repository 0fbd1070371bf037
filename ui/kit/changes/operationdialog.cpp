#include "ui/kit/changes/operationdialog.h"

#include "models/console/consolecontext.h"
#include "models/operations/operationstatement.h"
#include "models/values/format.h"
#include "ui/kit/armdialog.h"
#include "ui/kit/changes/changeform.h"
#include "ui/kit/changes/operationwords.h"
#include "ui/kit/changes/paceform.h"
#include "ui/kit/changes/previewpane.h"
#include "ui/kit/environmentstrip.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/fold.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "ui/kit/typedconfirmation.h"

#include <QKeyEvent>
#include <QLabel>
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
    : QDialog(parent)
    , m_context(context)
    , m_spec(spec)
    , m_change(new ChangeForm(spec.change, this))
    , m_preview(new PreviewPane(context->sessions(), context->operationsFolder(), this))
    , m_pace(new PaceForm(this))
    , m_paceFold(new Fold({}, m_pace, this))
    , m_note(new QLabel(this))
    , m_typed(new TypedConfirmation(this))
    , m_problem(new QLabel(this))
    , m_arm(new QPushButton(tr("Unlock changes…"), this))
    , m_confirm(new QPushButton(this))
{
    const OperationKind kind = spec.change.kind;
    setWindowTitle(operationVerb(kind));
    setObjectName("operationDialog"_L1);
    auto *strip = new EnvironmentStrip(this);
    strip->showTarget(context->target());

    auto *title
        = new QLabel(description.isEmpty() ? operationVerb(kind)
                                           : tr("%1: %2").arg(operationVerb(kind), description),
                     this);
    QFont large = font();
    large.setPointSizeF(font().pointSizeF() * 1.35);
    large.setWeight(QFont::DemiBold);
    title->setFont(large);
    title->setWordWrap(true);
    title->setTextFormat(Qt::PlainText);
    auto *consequence = new QLabel(operationConsequence(kind), this);
    consequence->setWordWrap(true);
    auto *undoing = new QLabel(undoSentence(kind), this);
    undoing->setObjectName("undoSentence"_L1);
    undoing->setWordWrap(true);
    setTone(undoing, Tone::Muted);
    m_change->setVisible(m_change->hasFields());
    m_note->setObjectName("operationNote"_L1);
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    m_note->hide();
    m_problem->setObjectName("operationProblem"_L1);
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_confirm->setObjectName("confirmOperation"_L1);
    m_arm->setObjectName("armFromDialog"_L1);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setObjectName("cancelOperation"_L1);
    for (QPushButton *button : {cancel, m_arm, m_confirm})
        button->setAutoDefault(false);
    if (isDestructive(kind)) {
        setButtonRole(m_confirm, ButtonRole::Destructive);
    } else {
        setButtonRole(m_confirm, ButtonRole::Primary);
        m_confirm->setDefault(true);
    }

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_problem, 1);
    buttons->addWidget(m_arm);
    buttons->addWidget(cancel);
    buttons->addWidget(m_confirm);
    auto *body = new QVBoxLayout;
    body->setContentsMargins(16, 16, 16, 16);
    body->setSpacing(12);
    body->addWidget(title);
    body->addWidget(consequence);
    body->addWidget(m_note);
    body->addWidget(m_change);
    body->addSpacing(4);
    body->addWidget(m_preview);
    body->addWidget(m_paceFold);
    body->addWidget(undoing);
    body->addStretch(1);
    body->addWidget(m_typed);
    body->addLayout(buttons);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(strip);
    layout->addLayout(body);
    resize(760, 560);

    connect(m_change, &ChangeForm::edited, this, &OperationDialog::updateAll);
    connect(m_preview, &PreviewPane::changed, this, &OperationDialog::updateAll);
    connect(m_pace, &PaceForm::edited, this, &OperationDialog::updateAll);
    connect(m_typed, &TypedConfirmation::edited, this, &OperationDialog::updateAll);
    connect(context->guard(), &WriteGuard::changed, this, &OperationDialog::updateAll);
    connect(cancel, &QPushButton::clicked, this, &OperationDialog::reject);
    connect(m_confirm, &QPushButton::clicked, this, &OperationDialog::confirm);
    connect(m_arm, &QPushButton::clicked, this, [this] { ArmDialog::openOver(m_context, this); });
    m_preview->look(lookingSpec(m_spec));
    if (m_change->hasFields())
        m_change->setFocus();
    else
        cancel->setFocus();
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
    if (preview && (m_context->guard()->wantsTypedCount() || preview->isServerUncertain))
        m_typed->askForCount(countOf(*preview));
    else
        m_typed->askForWord(preview && m_spec.change.kind == OperationKind::Unlock ? tr("unlock")
                                                                                   : QString());
}

QString OperationDialog::obstacle() const
{
    if (!m_context->guard()->mayWrite())
        return m_context->guard()->reason();
    if (const auto change = m_change->change(); !change)
        return m_change->hasFields() ? tr("The options are not complete.") : change.error().message;
    const auto &preview = m_preview->preview();
    if (!preview)
        return tr("First the jobs are counted.");
    if (preview->jobs == 0)
        return tr("There are no such jobs.");
    if (countOf(*preview) == 0)
        return tr("All of them would be left alone.");
    if (!m_typed->isGiven())
        return tr("Type the word to confirm.");
    return {};
}

void OperationDialog::updateAll()
{
    const auto &preview = m_preview->preview();
    const OperationKind kind = m_spec.change.kind;
    m_confirm->setText(
        operationButton(kind, preview ? countOf(*preview) : -1, preview && preview->isCapped));
    askToType();
    if (preview && preview->isServerUncertain)
        setNote(uncertainServerSentence());
    const QString missing = obstacle();
    m_confirm->setEnabled(missing.isEmpty());
    m_confirm->setToolTip(missing);
    const auto guard = m_context->guard()->state();
    const bool isBlocked = !m_context->guard()->mayWrite();
    // What is still being typed or counted shows by itself.
    m_problem->setText(isBlocked || (preview && countOf(*preview) == 0) ? missing : QString());
    m_arm->setVisible(guard == WriteGuard::State::Locked);
    setTone(m_problem, isBlocked ? Tone::Trouble : Tone::Muted);
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
        m_confirm->setFocus();
    }
}

void OperationDialog::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!isEnter) {
        QDialog::keyPressEvent(event);
        return;
    }
    event->accept();
    // One and the same key twice must never destroy: it may have opened this dialog.
    if (!isDestructive(m_spec.change.kind) && m_confirm->isEnabled())
        confirm();
}

void OperationDialog::confirm()
{
    if (!obstacle().isEmpty())
        return;
    OperationSpec spec = m_preview->preview()->spec;
    spec.change = *m_change->change();
    spec.options = m_pace->options();
    m_preview->confirm();
    accept();
    Q_EMIT confirmed(spec);
}

} // namespace yardmaster
