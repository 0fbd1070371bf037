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
        return JobStateText::tr("Locked");
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
        return JobStateText::tr("It is not due yet.");
    case JobState::Running:
        return JobStateText::tr("Locked by a worker: it runs, or waits in the worker's memory.");
    case JobState::Retrying:
        return JobStateText::tr("It failed and is waiting for its next attempt.");
    case JobState::FailedForGood:
        return JobStateText::tr(
            "It failed on its last attempt. No worker takes it again unless it is rescheduled.");
    case JobState::Stuck:
        return JobStateText::tr(
            "Locked for more than 4 hours, or by a worker that sends no heartbeats any more: the "
            "worker has probably died. A sweep returns its jobs to the queue.");
    case JobState::Blocked:
        return JobStateText::tr("Due, but a worker holds its named queue for another job.");
    case JobState::Forbidden:
        return JobStateText::tr("Due, but it carries a flag that workers refuse at the moment.");
    case JobState::Completed:
        return JobStateText::tr("It completed and left the queue.");
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
