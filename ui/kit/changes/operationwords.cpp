#include "ui/kit/changes/operationwords.h"

#include "models/query/operationtext.h"
#include "models/values/format.h"

#include <QCoreApplication>

namespace yardmaster {

QString operationVerb(OperationKind kind)
{
    switch (kind) {
    case OperationKind::Retry:
        return OperationText::tr("Retry");
    case OperationKind::Reschedule:
        return OperationText::tr("Reschedule");
    case OperationKind::Change:
        return OperationText::tr("Change");
    case OperationKind::Complete:
        return OperationText::tr("Complete");
    case OperationKind::FailForGood:
        return OperationText::tr("Fail for good");
    case OperationKind::RemoveByKey:
        return OperationText::tr("Remove by key");
    case OperationKind::Unlock:
        return OperationText::tr("Unlock");
    case OperationKind::EditPayload:
        return OperationText::tr("Edit payload");
    case OperationKind::Undo:
        return OperationText::tr("Undo");
    }
    Q_UNREACHABLE();
}

QString operationButton(OperationKind kind, qint64 jobs, bool isCapped)
{
    const auto pattern = [kind]() -> QString {
        switch (kind) {
        case OperationKind::Retry:
            return OperationText::tr("Retry %1");
        case OperationKind::Reschedule:
            return OperationText::tr("Reschedule %1");
        case OperationKind::Change:
            return OperationText::tr("Change %1");
        case OperationKind::Complete:
            return OperationText::tr("Complete %1");
        case OperationKind::FailForGood:
            return OperationText::tr("Fail %1");
        case OperationKind::RemoveByKey:
            return OperationText::tr("Remove %1");
        case OperationKind::Unlock:
            return OperationText::tr("Unlock %1");
        case OperationKind::EditPayload:
            return OperationText::tr("Change payload of %1");
        case OperationKind::Undo:
            return OperationText::tr("Restore %1");
        }
        Q_UNREACHABLE();
    };
    if (jobs < 0)
        return operationVerb(kind);
    const Count count = Count::counted(jobs, isCapped);
    return pattern().arg(
        OperationText::tr("%1 jobs", nullptr, pluralOf(count)).arg(formatCount(count)));
}

QString operationConsequence(OperationKind kind)
{
    switch (kind) {
    case OperationKind::Retry:
        return OperationText::tr(
            "Makes the jobs due now. Jobs that failed for good get all their attempts back.");
    case OperationKind::Reschedule:
        return OperationText::tr(
            "Moves the jobs to another time. Jobs that failed for good stay failed: to "
            "run them again, retry them.");
    case OperationKind::Change:
        return OperationText::tr("Empty fields are left unchanged.");
    case OperationKind::Complete:
        return OperationText::tr("Deletes jobs as if they had succeeded. No worker will run them.");
    case OperationKind::FailForGood:
        return OperationText::tr(
            "Leaves no attempts. Your reason is put before the last error of each job.");
    case OperationKind::RemoveByKey:
        return OperationText::tr("Deletes jobs that have a key; their keys are free again.");
    case OperationKind::Unlock:
        return OperationText::tr("Releases the locks of workers, so that jobs run again at once. "
                                 "If the worker is still alive, a job runs twice.");
    case OperationKind::EditPayload:
        return OperationText::tr(
            "The job gets the new payload and is due now, with attempts left.");
    case OperationKind::Undo:
        return OperationText::tr("Restores jobs as they were before. Jobs that have changed since "
                                 "are skipped and reported.");
    }
    Q_UNREACHABLE();
}

QString undoSentence(OperationKind kind)
{
    OperationChange change;
    change.kind = kind;
    if (kind == OperationKind::Undo)
        return OperationText::tr("An undo cannot be undone.");
    switch (change.undoing()) {
    case Undoing::Exact:
        return OperationText::tr(
            "Can be undone exactly, for every job that has not changed in the meantime.");
    case Undoing::Recreate:
        return OperationText::tr(
            "Undo creates equal jobs again, under new ids, if their keys are still free.");
    case Undoing::Never:
        return OperationText::tr("Cannot be undone.");
    }
    Q_UNREACHABLE();
}

QString uncertainServerSentence()
{
    return OperationText::tr(
        "This server may not be the one where the operation was carried out: it may be a copy of "
        "it, or a standby that has since been promoted. Its jobs may not be those you confirmed.");
}

bool isDestructive(OperationKind kind)
{
    return kind == OperationKind::Complete || kind == OperationKind::FailForGood
        || kind == OperationKind::RemoveByKey || kind == OperationKind::Unlock;
}

} // namespace yardmaster
