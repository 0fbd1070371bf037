#include "worker/runner/outcomerules.h"

#include "worker/json/jsonscanner.h"
#include "worker/time/duration.h"
#include <yardmaster/json.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

bool isTooDeep(QByteArrayView json)
{
    JsonScanner scanner(json);
    return !scanner.value() && scanner.fault() == JsonScanner::Fault::TooDeep;
}

} // namespace

TaskOutcome afterTimeout(TaskOutcome outcome, std::chrono::milliseconds timeout)
{
    using Kind = TaskOutcome::Kind;
    if (outcome.kind == Kind::Success || outcome.kind == Kind::Snoozed)
        return outcome;
    outcome.kind = Kind::Failure;
    const QString why = u"It ran for more than %1 and was stopped"_s.arg(durationText(timeout));
    outcome.error = outcome.error.isEmpty() ? why : why + u'\n' + outcome.error;
    return outcome;
}

TaskOutcome afterAdds(TaskOutcome outcome, const std::optional<DbError> &trouble)
{
    using Kind = TaskOutcome::Kind;
    if (!trouble || (outcome.kind != Kind::Success && !outcome.payload))
        return outcome;
    const QString why = u"It added a job that could not be written: "_s + trouble->message;
    if (outcome.kind != Kind::Failure)
        return TaskOutcome::failure(why);
    outcome.error = why + u'\n' + outcome.error;
    outcome.payload.reset();
    return outcome;
}

TaskOutcome withOptions(TaskOutcome outcome, const JobInfo &job, const TaskOptions &options)
{
    using Kind = TaskOutcome::Kind;
    if (outcome.payload && outcome.kind != Kind::Failure && outcome.kind != Kind::Snoozed)
        outcome.payload.reset();
    if (outcome.payload && !isJson(*outcome.payload)) {
        const QString why = isTooDeep(*outcome.payload)
            ? u"The new payload is nested more than %1 levels deep"_s.arg(JsonScanner::kDepth)
            : u"The new payload is not valid JSON"_s;
        outcome.error = outcome.error.isEmpty() ? why : why + u'\n' + outcome.error;
        outcome.kind = Kind::Failure;
        outcome.retryAfter.reset();
        outcome.payload.reset();
    }
    if (outcome.kind != Kind::Failure)
        return outcome;
    if (options.maxAttempts > 0 && job.attempts >= options.maxAttempts)
        outcome.final = true;
    if (!outcome.retryAfter)
        outcome.retryAfter = options.retry.delay(job.attempts);
    return outcome;
}

} // namespace yardmaster
