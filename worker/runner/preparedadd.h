#pragma once

#include <yardmaster/interceptors.h>
#include <yardmaster/job.h>
#include <yardmaster/tracecontext.h>

namespace yardmaster {

/// What is done to a spec before it is added: the interceptors are asked, and a payload without a
/// trace gets `trace`, if that is valid.
/// @param interceptors  may be null.
/// @returns whether to add it; InvalidInput if an interceptor refuses.
[[nodiscard]] Result<bool> prepareAdd(const Interceptors *interceptors,
                                      ScheduleRequest::Source source, const TraceContext &trace,
                                      JobSpec *spec);
/// The same for several. @returns those to add.
[[nodiscard]] Result<std::vector<JobSpec>> prepareAdds(const Interceptors *interceptors,
                                                       ScheduleRequest::Source source,
                                                       const TraceContext &trace,
                                                       std::vector<JobSpec> specs);

} // namespace yardmaster
