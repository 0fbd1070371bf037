#include "models/workerevent.h"

#include <QCoreApplication>

namespace yardmaster {

QString workerEventWord(WorkerEvent::Kind kind)
{
    const auto tr
        = [](const char *text) { return QCoreApplication::translate("WorkerEvent", text); };
    switch (kind) {
    case WorkerEvent::Kind::Note:
        return tr("Worker");
    case WorkerEvent::Kind::Trouble:
        return tr("Trouble");
    case WorkerEvent::Kind::GivenBack:
        return tr("Given back");
    case WorkerEvent::Kind::LostLease:
        return tr("Lost its lock");
    default:
        return jobStateWord(*stateAfter(kind));
    }
}

std::optional<JobState> stateAfter(WorkerEvent::Kind kind)
{
    switch (kind) {
    case WorkerEvent::Kind::Running:
        return JobState::Running;
    case WorkerEvent::Kind::Completed:
        return JobState::Completed;
    case WorkerEvent::Kind::Retrying:
        return JobState::Retrying;
    case WorkerEvent::Kind::FailedForGood:
        return JobState::FailedForGood;
    case WorkerEvent::Kind::GivenBack:
        return JobState::Ready;
    case WorkerEvent::Kind::Note:
    case WorkerEvent::Kind::Trouble:
    case WorkerEvent::Kind::LostLease:
        return std::nullopt;
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
