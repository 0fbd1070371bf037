#pragma once

#include <yardmaster/result.h>

#include <QString>

#include <tl/expected.hpp>

namespace yardmaster {

class Session;

/// Copies the example tasks and crontab into `folder` (`folder/tasks/hello`, …, `folder/crontab`).
/// Existing files are kept: the user may have edited them.
/// @returns one sentence if something could not be written.
[[nodiscard]] tl::expected<void, QString> unpackExamples(const QString &folder);

/// Queues the jobs of the guided tour in `schema`, replacing those of an earlier tour.
[[nodiscard]] Result<void> queueExampleJobs(Session &session, const QString &schema);

} // namespace yardmaster
