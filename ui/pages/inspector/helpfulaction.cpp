#include "ui/pages/inspector/helpfulaction.h"

#include "models/query/filteredit.h"

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using What = HelpfulAction::What;

struct HelpfulActionText
{
    Q_DECLARE_TR_FUNCTIONS(HelpfulAction)
};

HelpfulAction operation(OperationKind kind, qint64 id, const QString &text)
{
    HelpfulAction action;
    action.what = What::Operation;
    action.kind = kind;
    action.jobId = id;
    action.text = text;
    return action;
}

HelpfulAction showJobs(const QString &text, FilterKey key, const QString &value)
{
    HelpfulAction action;
    if (const auto term = termForValue(key, value)) {
        action.what = What::ShowJobs;
        action.text = text;
        action.filter = term->text();
    }
    return action;
}

/// A worker that may be dead holds up the job itself, or the one of its queue that was taken.
HelpfulAction unlock(const JobDetails &details)
{
    if (details.job.lockedAt)
        return operation(OperationKind::Unlock, details.job.id,
                         HelpfulActionText::tr("Unlock it…"));
    if (details.queue && !details.queue->running.isEmpty()) {
        const qint64 id = details.queue->running.first();
        return operation(OperationKind::Unlock, id,
                         HelpfulActionText::tr("Unlock job %1…").arg(id));
    }
    return {};
}

HelpfulAction startWorker(const QString &schema)
{
    HelpfulAction action;
    action.what = What::CopyCommand;
    action.text = HelpfulActionText::tr("Copy worker command");
    // The database is named by the environment (DATABASE_URL), so that no password is copied.
    action.command = schema == u"graphile_worker"_s
        ? u"yardmaster --no-gui"_s
        : u"yardmaster --no-gui --schema '%1'"_s.arg(QString(schema).replace(u'\'', u"'\\''"_s));
    return action;
}

} // namespace

HelpfulAction helpfulAction(const JobDetails &details, const WhyNot &why, const QString &schema)
{
    HelpfulAction action;
    switch (why.action) {
    case WhyNot::Action::RunNow:
        return operation(OperationKind::Retry, details.job.id,
                         HelpfulActionText::tr("Run it now…"));
    case WhyNot::Action::Retry:
        return operation(OperationKind::Retry, details.job.id, HelpfulActionText::tr("Retry it…"));
    case WhyNot::Action::SweepWorker:
        action.what = What::Sweep;
        action.text = HelpfulActionText::tr("Sweep stale workers…");
        action.worker = details.job.lockedAt ? details.holder.id : details.queue->holder.id;
        return action;
    case WhyNot::Action::UnlockWorker:
        return unlock(details);
    case WhyNot::Action::StartWorker:
        return startWorker(schema);
    case WhyNot::Action::Wait:
        if (why.reason == WhyNot::Reason::QueueHeld && !details.queue->running.isEmpty()) {
            action.what = What::ShowJob;
            action.jobId = details.queue->running.first();
            action.text = HelpfulActionText::tr("Show job %1").arg(action.jobId);
        } else if (why.reason == WhyNot::Reason::InLine) {
            return showJobs(HelpfulActionText::tr("Show the jobs ahead of it"), FilterKey::State,
                            u"ready"_s);
        }
        return action;
    case WhyNot::Action::Inspect:
        if (why.reason == WhyNot::Reason::FlagForbidden)
            return showJobs(HelpfulActionText::tr("Show jobs with this flag"), FilterKey::Flag,
                            details.forbiddenFlags.first());
        action.what = What::ShowSql;
        action.text = HelpfulActionText::tr("Show the SQL that adds it again");
        return action;
    case WhyNot::Action::None:
        return action;
    }
    Q_UNREACHABLE();
    return action;
}

} // namespace yardmaster
