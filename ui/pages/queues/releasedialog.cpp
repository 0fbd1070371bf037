#include "ui/pages/queues/releasedialog.h"

#include "models/console/consolecontext.h"
#include "models/values/format.h"
#include "ui/kit/armdialog.h"
#include "ui/kit/environmentstrip.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/flatstyle.h"
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

QString verdictOn(const QueueEvidence &evidence)
{
    if (!evidence.lock)
        return ReleaseDialog::tr("There is no lock to release.");
    if (evidence.isRunning())
        return ReleaseDialog::tr(
            "The owner has a job of this queue locked, so the lock is no orphan. "
            "If the owner is dead, sweep or unlock it under Workers: that gives "
            "its jobs back as well.");
    if (evidence.isOwnerSurelyGone())
        return ReleaseDialog::tr(
            "The lock is an orphan: no job of its owner is locked, and the owner "
            "has fallen silent.");
    return ReleaseDialog::tr("The lock looks like an orphan: no job of its owner is locked. But "
                             "nothing proves that the owner is gone.");
}

} // namespace

ReleaseDialog::ReleaseDialog(ConsoleContext *context, const QString &queue, QWidget *parent)
    : QDialog(parent)
    , m_context(context)
    , m_queue(queue)
    , m_releaser(context->sessions(), context->target().schema, context->operationsFolder())
    , m_verdict(new QLabel(this))
    , m_facts(new QLabel(this))
    , m_sql(new QPlainTextEdit(this))
    , m_typedLabel(new QLabel(this))
    , m_typed(new QLineEdit(this))
    , m_problem(new QLabel(this))
    , m_look(new QPushButton(tr("Look again"), this))
    , m_arm(new QPushButton(tr("Unlock changes…"), this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
    , m_release(new QPushButton(tr("Release lock"), this))
{
    setWindowTitle(tr("Release the lock of a queue"));
    setObjectName("releaseDialog"_L1);
    auto *strip = new EnvironmentStrip(this);
    strip->showTarget(context->target());
    auto *title = new QLabel(tr("Release the lock of queue %1").arg(queue), this);
    QFont large = font();
    large.setPointSizeF(font().pointSizeF() * 1.35);
    large.setWeight(QFont::DemiBold);
    title->setFont(large);
    auto *consequence = new QLabel(
        tr("The queue becomes free and its next job can be taken. The statement changes "
           "the queue only if this very lock is still there and no job of its owner is "
           "locked."),
        this);
    m_verdict->setObjectName("releaseVerdict"_L1);
    m_facts->setObjectName("releaseFacts"_L1);
    m_problem->setObjectName("releaseProblem"_L1);
    for (QLabel *label : {title, consequence, m_verdict, m_facts, m_problem}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sql->setObjectName("releaseSql"_L1);
    m_sql->setAccessibleName(tr("Statement"));
    m_sql->setReadOnly(true);
    m_sql->setTabChangesFocus(true);
    m_sql->setFont(tabularFont(font()));
    m_sql->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_sql->setMaximumHeight(m_sql->fontMetrics().lineSpacing() * 7 + 16);
    m_typed->setObjectName("releaseTyped"_L1);
    m_typed->setMaximumWidth(280);
    m_typedLabel->setText(tr("Type the queue's name to confirm:"));
    m_typedLabel->setBuddy(m_typed);
    m_typed->setAccessibleName(m_typedLabel->text());
    m_look->setObjectName("releaseLook"_L1);
    m_arm->setObjectName("releaseArm"_L1);
    m_cancel->setObjectName("releaseCancel"_L1);
    m_release->setObjectName("releaseConfirm"_L1);
    setButtonRole(m_release, ButtonRole::Destructive);
    for (QPushButton *button : {m_look, m_arm, m_cancel, m_release})
        button->setAutoDefault(false);

    auto *typing = new QHBoxLayout;
    typing->setSpacing(12);
    typing->addWidget(m_typedLabel);
    typing->addWidget(m_typed, 1);
    typing->addStretch(1);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_problem, 1);
    buttons->addWidget(m_look);
    buttons->addWidget(m_arm);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_release);
    auto *body = new QVBoxLayout;
    body->setContentsMargins(16, 16, 16, 16);
    body->setSpacing(12);
    body->addWidget(title);
    body->addWidget(consequence);
    body->addWidget(m_verdict);
    body->addWidget(m_facts);
    body->addWidget(m_sql);
    body->addStretch(1);
    body->addLayout(typing);
    body->addLayout(buttons);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(strip);
    layout->addLayout(body);
    resize(720, 460);

    connect(&m_releaser, &QueueReleaser::looked, this, &ReleaseDialog::onLooked);
    connect(&m_releaser, &QueueReleaser::ended, this, &ReleaseDialog::onEnded);
    connect(&m_releaser, &QueueReleaser::failed, this, &ReleaseDialog::onFailed);
    connect(context->guard(), &WriteGuard::changed, this, &ReleaseDialog::updateAll);
    connect(m_typed, &QLineEdit::textChanged, this, &ReleaseDialog::updateAll);
    connect(m_look, &QPushButton::clicked, this, &ReleaseDialog::look);
    connect(m_arm, &QPushButton::clicked, this, [this] { ArmDialog::openOver(m_context, this); });
    connect(m_cancel, &QPushButton::clicked, this, &ReleaseDialog::reject);
    connect(m_release, &QPushButton::clicked, this, [this] {
        if (!obstacle().isEmpty())
            return;
        m_isReleasing = true;
        m_releaser.release(*m_evidence->lock);
        updateAll();
    });
    setTone(m_facts, Tone::Muted);
    m_cancel->setFocus();
    look();
}

ReleaseDialog::~ReleaseDialog() = default;

void ReleaseDialog::look()
{
    m_evidence.reset();
    m_isReleasing = false;
    m_verdict->setText(tr("Looking at the lock, and through the jobs for locked ones…"));
    m_facts->clear();
    m_sql->clear();
    say({}, false);
    m_releaser.look(m_queue);
    updateAll();
}

void ReleaseDialog::onLooked(const QueueEvidence &evidence)
{
    m_evidence = evidence;
    m_verdict->setText(verdictOn(evidence));
    m_facts->setText(evidence.sentences().join(u'\n'));
    if (evidence.canRelease())
        m_sql->setPlainText(
            QString::fromUtf8(releaseQueueStatement(m_context->target().schema, *evidence.lock)));
    updateAll();
}

void ReleaseDialog::onEnded(const QueueRelease &release)
{
    using Outcome = QueueRelease::Outcome;
    m_isReleasing = false;
    const bool isReleased = release.outcome == Outcome::Released;
    if (isReleased) {
        m_isDone = true;
        say(tr("The queue is free."), false);
        m_cancel->setText(tr("Close"));
        m_cancel->setFocus();
        updateAll();
        Q_EMIT released();
        return;
    }
    // What was confirmed is not what is there now: everything is looked at anew.
    QString text;
    if (release.outcome == Outcome::TakenAnew && release.lock)
        text = tr("Not released: meanwhile %1 took the queue.").arg(release.lock->owner);
    else if (release.outcome == Outcome::StillRuns)
        text = tr("Not released: its owner has %1 jobs locked.").arg(formatNumber(release.jobs));
    else if (release.outcome == Outcome::QueueGone)
        text = tr("Not released: the queue is not there any more.");
    else
        text = tr("Not released: the queue is free already.");
    look();
    say(text, true);
}

void ReleaseDialog::onFailed(const DbError &error)
{
    const bool wasReleasing = std::exchange(m_isReleasing, false);
    if (error.kind == DbError::Kind::Cancelled)
        m_verdict->setText(tr("Looking was stopped, or took too long."));
    else if (!m_evidence)
        m_verdict->setText(errorTitle(error));
    say(wasReleasing ? tr("Not released: %1").arg(error.message) : errorSentence(error), true);
    updateAll();
}

bool ReleaseDialog::wantsTyping() const
{
    return m_evidence && m_evidence->canRelease() && !m_isDone
        && (!m_evidence->isOwnerSurelyGone() || m_context->guard()->wantsTypedCount());
}

QString ReleaseDialog::obstacle() const
{
    if (m_isDone)
        return tr("It is done.");
    if (!m_context->guard()->mayWrite())
        return m_context->guard()->reason();
    if (!m_evidence || m_releaser.isBusy())
        return tr("First the lock is looked at.");
    if (!m_evidence->canRelease())
        return verdictOn(*m_evidence);
    if (wantsTyping() && m_typed->text() != m_queue)
        return tr("Type the queue's name to confirm.");
    return {};
}

void ReleaseDialog::updateAll()
{
    const QString missing = obstacle();
    m_release->setEnabled(missing.isEmpty());
    m_release->setToolTip(missing);
    m_release->setVisible(!m_isDone);
    m_typed->setVisible(wantsTyping());
    m_typedLabel->setVisible(wantsTyping());
    m_look->setVisible(!m_isDone);
    m_look->setEnabled(!m_releaser.isBusy());
    m_arm->setVisible(m_context->guard()->state() == WriteGuard::State::Locked);
    m_sql->setVisible(!m_sql->document()->isEmpty());
}

void ReleaseDialog::say(const QString &text, bool isTrouble)
{
    m_problem->setText(text);
    setTone(m_problem, isTrouble ? Tone::Trouble : Tone::Plain);
}

void ReleaseDialog::keyPressEvent(QKeyEvent *event)
{
    // Enter never frees anything: it may have opened this dialog.
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        event->accept();
    else
        QDialog::keyPressEvent(event);
}

} // namespace yardmaster
