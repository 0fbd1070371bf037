#include "worker/runner/preparedadd.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

Result<bool> prepareAdd(const Interceptors *interceptors, ScheduleRequest::Source source,
                        const TraceContext &trace, JobSpec *spec)
{
    if (interceptors) {
        const ScheduleAnswer answer = interceptors->schedule(source, spec);
        if (answer.kind == ScheduleAnswer::Kind::Skip)
            return false;
        if (answer.kind == ScheduleAnswer::Kind::Fail)
            return fail(DbError::Kind::InvalidInput,
                        u"the job for '%1' was refused: %2"_s.arg(spec->identifier, answer.error));
    }
    // After them: what they replace must not lose it.
    if (trace.isValid() && !TraceContext::fromPayload(spec->payload).isValid())
        spec->payload = withTrace(spec->payload.isEmpty() ? "{}" : spec->payload, trace);
    return true;
}

Result<std::vector<JobSpec>> prepareAdds(const Interceptors *interceptors,
                                         ScheduleRequest::Source source, const TraceContext &trace,
                                         std::vector<JobSpec> specs)
{
    std::vector<JobSpec> wanted;
    wanted.reserve(specs.size());
    for (JobSpec &spec : specs) {
        const Result<bool> isWanted = prepareAdd(interceptors, source, trace, &spec);
        if (!isWanted)
            return tl::make_unexpected(isWanted.error());
        if (*isWanted)
            wanted.push_back(std::move(spec));
    }
    return wanted;
}

} // namespace yardmaster
