#include "models/jobstate.h"

#include <QCoreApplication>

namespace yardmaster {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("JobState", text);
}

} // namespace

QString jobStateWord(JobState state)
{
    switch (state) {
    case JobState::Ready:
        return tr("Ready");
    case JobState::Scheduled:
        return tr("Scheduled");
    case JobState::Running:
        return tr("Running");
    case JobState::Retrying:
        return tr("Retrying");
    case JobState::FailedForGood:
        return tr("Failed for good");
    case JobState::Stuck:
        return tr("Stuck");
    case JobState::Blocked:
        return tr("Blocked by queue");
    case JobState::Forbidden:
        return tr("Forbidden by flag");
    case JobState::Completed:
        return tr("Completed");
    }
    Q_UNREACHABLE();
}

QString jobStateMeaning(JobState state)
{
    switch (state) {
    case JobState::Ready:
        return tr("Due now. The next free worker that knows the task takes it.");
    case JobState::Scheduled:
        return tr("Its time has not come yet.");
    case JobState::Running:
        return tr("A worker holds its lock.");
    case JobState::Retrying:
        return tr("It failed and waits for its next attempt.");
    case JobState::FailedForGood:
        return tr(
            "It failed on its last attempt. No worker takes it again unless it is rescheduled.");
    case JobState::Stuck:
        return tr("Locked for more than 4 hours: its worker has probably died. Workers unlock such "
                  "jobs every few minutes.");
    case JobState::Blocked:
        return tr("Due, but another job of its named queue is running.");
    case JobState::Forbidden:
        return tr("Due, but it carries a flag that workers refuse at the moment.");
    case JobState::Completed:
        return tr("It ended well and left the queue.");
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
