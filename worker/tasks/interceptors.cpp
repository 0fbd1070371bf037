#include <yardmaster/interceptors.h>

#include "worker/tasks/handlererror.h"
#include <yardmaster/job.h>

#include <QLoggingCategory>

Q_LOGGING_CATEGORY(lcInterceptors, "yardmaster.worker.interceptors", QtInfoMsg)

namespace yardmaster {

ScheduleAnswer Interceptors::schedule(ScheduleRequest::Source source, JobSpec *spec) const
{
    for (const auto &interceptor : beforeSchedule) {
        try {
            ScheduleAnswer answer = interceptor({source, *spec});
            if (answer.kind != ScheduleAnswer::Kind::Continue)
                return answer;
            if (answer.payload)
                spec->payload = *std::move(answer.payload);
        } catch (...) {
            return ScheduleAnswer::fail(currentExceptionText());
        }
    }
    return {};
}

std::optional<TaskOutcome> Interceptors::begin(Job *job, const QString &workerId) const
{
    for (const auto &interceptor : beforeRun) {
        try {
            RunAnswer answer = interceptor(*job, workerId);
            if (answer.outcome)
                return std::move(answer.outcome);
            if (answer.payload)
                job->payload = *std::move(answer.payload);
        } catch (...) {
            return TaskOutcome::failure(currentExceptionText());
        }
    }
    return std::nullopt;
}

TaskOutcome Interceptors::end(const Job &job, TaskOutcome outcome,
                              std::chrono::microseconds duration) const
{
    if (outcome.kind == TaskOutcome::Kind::Interrupted)
        return outcome;
    for (const auto &interceptor : afterRun) {
        try {
            if (auto answer = interceptor(job, outcome, duration))
                return *std::move(answer);
        } catch (...) {
            qCWarning(lcInterceptors, "after %s (job %lld): %s; the handler's result stands",
                      qUtf8Printable(job.info.task), qlonglong(job.info.id),
                      qUtf8Printable(currentExceptionText()));
        }
    }
    return outcome;
}

RecoveryAnswer Interceptors::recover(const RecoveryRequest &request) const
{
    for (const auto &interceptor : recovery) {
        try {
            RecoveryAnswer answer = interceptor(request);
            if (answer.kind != RecoveryAnswer::Kind::Default)
                return answer;
        } catch (...) {
            qCWarning(lcInterceptors, "recovering %s (job %lld): %s; it is returned as usual",
                      qUtf8Printable(request.job.task), qlonglong(request.job.id),
                      qUtf8Printable(currentExceptionText()));
        }
    }
    return {};
}

} // namespace yardmaster
