#include "ui/kit/changes/holdactions.h"

#include "models/console/consolecontext.h"
#include "models/holds/holdtracker.h"
#include "models/operations/undostate.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/changes/jobactions.h"
#include "ui/kit/command.h"

#include <QDateTime>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString instant(Timestamp time)
{
    return formatInstant(dateTime(time));
}

QString titleOf(const HoldSubject &subject)
{
    const QString name = isolated(subject.name);
    return subject.kind == HoldKind::Queue ? HoldActions::tr("queue %1").arg(name)
                                           : HoldActions::tr("task %1").arg(name);
}

} // namespace

HoldActions::HoldActions(ConsoleContext *context, HoldTracker *holdTracker, JobActions *actions,
                         const QString &group, QWidget *owner)
    : QObject(owner)
    , m_context(context)
    , m_holdTracker(holdTracker)
    , m_actions(actions)
{
    m_holdHere = addCommand(this, owner, group + ".hold-here"_L1, tr("Hold here"),
                            tr("The worker of this window fetches no more of its jobs; nothing is "
                               "changed in the database, and other workers continue."),
                            [this] {
                                if (m_subject)
                                    m_holdTracker->setHeldHere(*m_subject, true);
                            })
                     ->withKeysHere()
                     ->unless([this] { return hereObstacle(); })
                     ->alsoCalled(tr("pause, stop"));
    m_holdEverywhere
        = addCommand(this, owner, group + ".hold-everywhere"_L1, tr("Hold everywhere…"),
                     tr("Postpones the waiting jobs by a hundred years, so that no worker fetches "
                        "them. Jobs added later are not held. Resume undoes this."),
                     &HoldActions::openHold)
              ->withKeysHere({Qt::Key_H})
              ->unless([this] { return m_subject ? QString() : noSubject(); })
              ->writes(m_context->guard())
              ->alsoCalled(tr("pause, stop"));
    m_resume = addCommand(this, owner, group + ".resume"_L1, tr("Resume"),
                          tr("Lets the worker of this window fetch again, or undoes the newest "
                             "hold everywhere: its jobs get their former due times back."),
                          &HoldActions::doResume)
                   ->withKeysHere()
                   ->unless([this] { return resumeObstacle(); })
                   ->alsoCalled(tr("continue, release, end the pause"));
    connect(m_holdTracker, &HoldTracker::changed, this, &HoldActions::update);
    connect(m_context->guard(), &WriteGuard::changed, this, &HoldActions::update);
    update();
}

HoldActions::~HoldActions() = default;

void HoldActions::setSubject(std::optional<HoldSubject> subject, const Count &waiting)
{
    m_subject = std::move(subject);
    m_waiting = waiting;
    update();
}

QString HoldActions::hereObstacle() const
{
    if (!m_subject)
        return noSubject();
    if (!m_holdTracker->hasWorker())
        return tr("This window has no worker.");
    return m_holdTracker->isHeldHere(*m_subject) ? tr("It is already on hold here.") : QString();
}

QString HoldActions::noSubject()
{
    return tr("Select one in the list first.");
}

QString HoldActions::resumeObstacle() const
{
    if (!m_subject)
        return noSubject();
    if (m_holdTracker->isHeldHere(*m_subject))
        return {};
    const QList<RecordedHold> holds = m_holdTracker->holdsOf(*m_subject);
    if (holds.isEmpty())
        return tr("It is not on hold.");
    if (const QString prohibition = m_context->guard()->prohibition(); !prohibition.isEmpty())
        return prohibition;
    if (holds.first().record.state == OperationState::Unfinished)
        return tr("The hold is not finished; resume or cancel it under Operations first.");
    const auto spec = undoOf(holds.first().record);
    return spec ? QString() : spec.error().message;
}

void HoldActions::update()
{
    const bool isHere = m_subject && m_holdTracker->isHeldHere(*m_subject);
    const bool isAnywhere = m_subject && !m_holdTracker->holdsOf(*m_subject).isEmpty();
    m_holdEverywhere->setText(isAnywhere ? tr("Hold new jobs too…") : tr("Hold everywhere…"));
    m_resume->setText(isAnywhere && !isHere ? tr("Resume everywhere…") : tr("Resume"));
    updateCommands(this);
}

QStringList HoldActions::sentences() const
{
    QStringList list;
    if (!m_subject)
        return list;
    if (m_holdTracker->isHeldHere(*m_subject))
        list << tr("Held here: the worker of this window does not fetch it; others do.");
    for (const RecordedHold &hold : m_holdTracker->holdsOf(*m_subject)) {
        const qint64 changed = hold.record.totals.changed;
        const QString jobs = formatNumber(changed);
        const QString at = instant(hold.record.begunAt);
        list << (hold.isUnfinished()
                     ? tr("Being held everywhere since %1: %2 jobs postponed so far.", nullptr,
                          pluralOf(changed))
                           .arg(at, jobs)
                     : tr("Held everywhere since %1: %2 jobs postponed to %3. Jobs added later are "
                          "not held.",
                          nullptr, pluralOf(changed))
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
        = tr("This puts %1 on hold: its waiting jobs are postponed to %2, so that no worker of any "
             "implementation fetches them. Jobs added later are not held. “Resume” undoes this "
             "operation, and the jobs get their former due times back.")
              .arg(titleOf(*m_subject), instant(*change.runAt));
    m_actions->trigger(change, target, note);
}

void HoldActions::doResume()
{
    if (!m_subject)
        return;
    if (m_holdTracker->isHeldHere(*m_subject)) {
        m_holdTracker->setHeldHere(*m_subject, false);
        return;
    }
    const QList<RecordedHold> holds = m_holdTracker->holdsOf(*m_subject);
    if (!holds.isEmpty())
        m_actions->undo(holds.first().record);
}

} // namespace yardmaster
