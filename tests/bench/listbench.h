#pragma once

#include <yardmaster/connectionsettings.h>
#include <yardmaster/result.h>

class QTextStream;

namespace yardmaster::bench {

/// Measures the waiting times of a user in the list of jobs: connecting, first pages, page turns in
/// both directions, per filter, with and without the supporting index of failed jobs (which it adds
/// and drops). Blocks.
[[nodiscard]] Result<void> listJobs(const ConnectionSettings &connection, const QString &schema,
                                    QTextStream &out);

} // namespace yardmaster::bench
