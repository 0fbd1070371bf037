#include "models/values/jobstate.h"

#include <QCoreApplication>

namespace yardmaster {

namespace {

struct JobStateText
{
    Q_DECLARE_TR_FUNCTIONS(JobState)
};

} // namespace

QString jobStateWord(JobState state)
{
    switch (state) {
    case JobState::Ready:
        return JobStateText::tr("Ready");
    case JobState::Scheduled:
        return JobStateText::tr("Scheduled");
    case JobState::Running:
        return JobStateText::tr("Running");
    case JobState::Retrying:
        return JobStateText::tr("Retrying");
    case JobState::FailedForGood:
        return JobStateText::tr("Failed for good");
    case JobState::Stuck:
        return JobStateText::tr("Stuck");
    case JobState::Blocked:
        return JobStateText::tr("Blocked by queue");
    case JobState::Forbidden:
        return JobStateText::tr("Forbidden by flag");
    case JobState::Completed:
        return JobStateText::tr("Completed");
    }
    Q_UNREACHABLE();
}

QString jobStateMeaning(JobState state)
{
    switch (state) {
    case JobState::Ready:
        return JobStateText::tr("Due now. The next free worker that knows the task takes it.");
    case JobState::Scheduled:
        return JobStateText::tr("Its time has not come yet.");
    case JobState::Running:
        return JobStateText::tr("A worker holds its lock.");
    case JobState::Retrying:
        return JobStateText::tr("It failed and waits for its next attempt.");
    case JobState::FailedForGood:
        return JobStateText::tr(
            "It failed on its last attempt. No worker takes it again unless it is rescheduled.");
    case JobState::Stuck:
        return JobStateText::tr(
            "Locked for more than 4 hours: its worker has probably died. Workers unlock such "
            "jobs every few minutes.");
    case JobState::Blocked:
        return JobStateText::tr("Due, but another job of its named queue is running.");
    case JobState::Forbidden:
        return JobStateText::tr("Due, but it carries a flag that workers refuse at the moment.");
    case JobState::Completed:
        return JobStateText::tr("It completed and left the queue.");
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
