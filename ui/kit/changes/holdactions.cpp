#include "ui/kit/changes/holdactions.h"

#include "models/console/consolecontext.h"
#include "models/holds/holdkeeper.h"
#include "models/operations/undostate.h"
#include "models/values/format.h"
#include "ui/kit/changes/jobactions.h"

#include <QAction>
#include <QDateTime>
#include <QWidget>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString instant(Timestamp time)
{
    return formatInstant(dateTime(time));
}

QString titleOf(const HoldSubject &subject)
{
    return subject.kind == HoldKind::Queue ? HoldActions::tr("queue %1").arg(subject.name)
                                           : HoldActions::tr("task %1").arg(subject.name);
}

} // namespace

HoldActions::HoldActions(ConsoleContext *context, HoldKeeper *keeper, JobActions *actions,
                         const QString &group, QWidget *owner)
    : QObject(owner)
    , m_context(context)
    , m_keeper(keeper)
    , m_actions(actions)
    , m_owner(owner)
    , m_holdHere(
          add(group + ".hold-here"_L1, tr("Hold here"),
              tr("The worker of this window fetches no more of its jobs; nothing is changed in "
                 "the database, and other workers go on.")))
    , m_holdEverywhere(
          add(group + ".hold-everywhere"_L1, tr("Hold everywhere…"),
              tr("Puts the waiting jobs off by a hundred years, so that no worker takes "
                 "them. Jobs added later are not held. Resume takes it back.")))
    , m_resume(add(group + ".resume"_L1, tr("Resume"),
                   tr("Lets the worker of this window fetch again, or undoes the newest hold "
                      "everywhere: its jobs are due again when they were before.")))
{
    connect(m_holdHere, &QAction::triggered, this, [this] {
        if (m_subject)
            m_keeper->setHeldHere(*m_subject, true);
    });
    connect(m_holdEverywhere, &QAction::triggered, this, &HoldActions::openHold);
    connect(m_resume, &QAction::triggered, this, &HoldActions::doResume);
    connect(m_keeper, &HoldKeeper::changed, this, &HoldActions::update);
    connect(m_context->guard(), &WriteGuard::changed, this, &HoldActions::update);
    update();
}

HoldActions::~HoldActions() = default;

QAction *HoldActions::add(const QString &name, const QString &text, const QString &meaning)
{
    auto *action = new QAction(text, m_owner);
    action->setObjectName(name);
    action->setWhatsThis(meaning);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_owner->addAction(action);
    return action;
}

void HoldActions::setSubject(std::optional<HoldSubject> subject, const Count &waiting)
{
    m_subject = std::move(subject);
    m_waiting = waiting;
    update();
}

void HoldActions::update()
{
    const auto set = [](QAction *action, const QString &obstacle) {
        action->setEnabled(obstacle.isEmpty());
        action->setToolTip(obstacle.isEmpty() ? action->whatsThis() : obstacle);
        action->setStatusTip(action->toolTip());
    };
    const QString nothing = m_subject ? QString() : tr("Choose one in the list first.");
    const bool isHere = m_subject && m_keeper->isHeldHere(*m_subject);
    const QList<RecordedHold> holds
        = m_subject ? m_keeper->holdsOf(*m_subject) : QList<RecordedHold>();

    QString here = nothing;
    if (here.isEmpty() && !m_keeper->hasWorker())
        here = tr("This window has no worker.");
    if (here.isEmpty() && isHere)
        here = tr("It is held here already.");
    set(m_holdHere, here);

    QString everywhere = nothing;
    if (everywhere.isEmpty() && m_context->guard()->state() == WriteGuard::State::Forbidden)
        everywhere = m_context->guard()->reason();
    set(m_holdEverywhere, everywhere);
    m_holdEverywhere->setText(holds.isEmpty() ? tr("Hold everywhere…") : tr("Hold new jobs too…"));

    QString resume = nothing;
    if (resume.isEmpty() && !isHere && holds.isEmpty())
        resume = tr("It is not on hold.");
    if (resume.isEmpty() && !isHere) {
        if (m_context->guard()->state() == WriteGuard::State::Forbidden)
            resume = m_context->guard()->reason();
        else if (holds.first().record.state == OperationState::Unfinished)
            resume = tr("The hold is not finished; resume or cancel it under Operations first.");
        else if (const auto spec = undoOf(holds.first().record); !spec)
            resume = spec.error().message;
    }
    set(m_resume, resume);
    m_resume->setText(isHere || holds.isEmpty() ? tr("Resume") : tr("Resume everywhere…"));
}

QStringList HoldActions::sentences() const
{
    QStringList list;
    if (!m_subject)
        return list;
    if (m_keeper->isHeldHere(*m_subject))
        list << tr("Held here: the worker of this window does not fetch it; others do.");
    for (const RecordedHold &hold : m_keeper->holdsOf(*m_subject)) {
        const QString jobs = formatNumber(hold.record.totals.changed);
        const QString at = instant(hold.record.begunAt);
        list << (hold.isUnfinished()
                     ? tr("Being held everywhere since %1: %2 jobs put off so far.").arg(at, jobs)
                     : tr("Held everywhere since %1: %2 jobs put off to %3. Jobs added later are "
                          "not "
                          "held.")
                           .arg(at, jobs, instant(*hold.record.spec.change.runAt)));
    }
    return list;
}

void HoldActions::openHold()
{
    if (!m_subject)
        return;
    const OperationChange change = holdChange(timestamp(QDateTime::currentDateTimeUtc()));
    JobTarget target;
    target.scope.filter = holdFilter(*m_subject);
    target.count = m_waiting;
    target.description = tr("waiting jobs of %1").arg(titleOf(*m_subject));
    const QString note
        = tr("This is a hold of %1: its waiting jobs are put off to %2, so that no worker takes "
             "them, "
             "whatever it is written in. Jobs added later are not held. “Resume” undoes this "
             "operation, and the jobs are due again when they were before.")
              .arg(titleOf(*m_subject), instant(*change.runAt));
    m_actions->trigger(change, target, note);
}

void HoldActions::doResume()
{
    if (!m_subject)
        return;
    if (m_keeper->isHeldHere(*m_subject)) {
        m_keeper->setHeldHere(*m_subject, false);
        return;
    }
    const QList<RecordedHold> holds = m_keeper->holdsOf(*m_subject);
    if (!holds.isEmpty())
        m_actions->undo(holds.first().record);
}

} // namespace yardmaster
