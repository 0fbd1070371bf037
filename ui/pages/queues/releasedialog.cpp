#include "ui/pages/queues/releasedialog.h"

#include "models/console/consolecontext.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/label.h"
#include "ui/kit/typedconfirmation.h"

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
        return ReleaseDialog::tr("The owner has a job of this queue locked, so the lock is not "
                                 "orphaned. If the owner is dead, sweep or unlock it under "
                                 "Workers: that returns its jobs to the queue as well.");
    if (evidence.isOwnerSurelyGone())
        return ReleaseDialog::tr(
            "The lock is orphaned: no job of its owner is locked, and the owner is stale.");
    return ReleaseDialog::tr("The lock looks orphaned: no job of its owner is locked. But nothing "
                             "proves that the owner is gone.");
}

} // namespace

ReleaseDialog::ReleaseDialog(ConsoleContext *context, const QString &queue, QWidget *parent)
    : ConfirmDialog(context, tr("Release the lock of a queue"), parent)
    , m_queue(queue)
    , m_releaser(context->sessions(), context->target().schema, context->operationsFolder())
    , m_look(addButton(tr("Check again"), "releaseLook"))
{
    setNames("releaseDialog", "releaseConfirm", "releaseCancel", "releaseProblem");
    armButton()->setObjectName("releaseArm"_L1);
    typed()->field()->setObjectName("releaseTyped"_L1);
    addHeading(tr("Release the lock of queue %1").arg(isolated(queue)));
    addText(tr("The queue becomes free and its next job can be taken. The statement changes "
               "the queue only if this very lock is still there and no job of its owner is "
               "locked."));
    m_verdict = addText({}, "releaseVerdict");
    m_facts = addText({}, "releaseFacts", Tone::Muted);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sql = makeStatement("releaseSql");
    m_sql->setMaximumHeight(m_sql->fontMetrics().lineSpacing() * 7 + 16);
    body()->addWidget(m_sql);
    body()->addStretch(1);
    setConfirmText(tr("Release lock"));
    resize(720, 460);

    connect(&m_releaser, &QueueReleaser::looked, this, &ReleaseDialog::onLooked);
    connect(&m_releaser, &QueueReleaser::ended, this, &ReleaseDialog::onEnded);
    connect(&m_releaser, &QueueReleaser::failed, this, &ReleaseDialog::onFailed);
    connect(m_look, &QPushButton::clicked, this, &ReleaseDialog::look);
    look();
}

ReleaseDialog::~ReleaseDialog() = default;

void ReleaseDialog::look()
{
    m_evidence.reset();
    m_isReleasing = false;
    m_verdict->setText(tr("Checking the lock, and searching for locked jobs…"));
    m_facts->clear();
    m_sql->clear();
    setProblem({});
    m_releaser.look(m_queue);
    updateButtons();
}

void ReleaseDialog::onLooked(const QueueEvidence &evidence)
{
    m_evidence = evidence;
    m_verdict->setText(verdictOn(evidence));
    m_facts->setText(evidence.sentences().join(u'\n'));
    if (evidence.canRelease())
        m_sql->setPlainText(
            QString::fromUtf8(releaseQueueStatement(context()->target().schema, *evidence.lock)));
    updateButtons();
}

void ReleaseDialog::onEnded(const QueueRelease &release)
{
    using Outcome = QueueRelease::Outcome;
    m_isReleasing = false;
    const bool isReleased = release.outcome == Outcome::Released;
    if (isReleased) {
        setDone(tr("The queue is free."));
        Q_EMIT released();
        return;
    }
    // What was confirmed is not what is there now: everything is looked at anew.
    QString text;
    if (release.outcome == Outcome::TakenAnew && release.lock)
        text = tr("Not released: %1 has taken the queue in the meantime.").arg(release.lock->owner);
    else if (release.outcome == Outcome::StillRuns)
        text = tr("Not released: its owner has %1 jobs locked.", nullptr, pluralOf(release.jobs))
                   .arg(formatNumber(release.jobs));
    else if (release.outcome == Outcome::QueueGone)
        text = tr("Not released: the queue no longer exists.");
    else
        text = tr("Not released: the queue is free already.");
    look();
    setProblem(text);
}

void ReleaseDialog::onFailed(const DbError &error)
{
    const bool wasReleasing = std::exchange(m_isReleasing, false);
    if (error.kind == DbError::Kind::Cancelled)
        m_verdict->setText(tr("The check was cancelled, or took too long."));
    else if (!m_evidence)
        m_verdict->setText(errorTitle(error));
    setProblem(wasReleasing ? tr("Not released: %1").arg(error.message) : errorSentence(error));
    updateButtons();
}

bool ReleaseDialog::wantsTyping() const
{
    return m_evidence && m_evidence->canRelease() && !isDone()
        && (!m_evidence->isOwnerSurelyGone() || context()->guard()->wantsTypedCount());
}

QString ReleaseDialog::obstacle() const
{
    if (!context()->guard()->mayWrite())
        return context()->guard()->reason();
    if (!m_evidence || m_releaser.isBusy())
        return tr("The lock is checked first.");
    if (!m_evidence->canRelease())
        return verdictOn(*m_evidence);
    return ConfirmDialog::obstacle();
}

void ReleaseDialog::updateButtons()
{
    typed()->ask(wantsTyping() ? m_queue : QString(), tr("Type the queue's name to confirm:"));
    ConfirmDialog::updateButtons();
    m_look->setVisible(!isDone());
    m_look->setEnabled(!m_releaser.isBusy());
    m_sql->setVisible(!m_sql->document()->isEmpty());
}

void ReleaseDialog::confirm()
{
    m_isReleasing = true;
    m_releaser.release(*m_evidence->lock);
    updateButtons();
}

} // namespace yardmaster
