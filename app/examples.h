#pragma once

#include <yardmaster/result.h>
#include <yardmaster/taskhostoptions.h>

#include <QString>

#include <vector>

#include <tl/expected.hpp>

namespace yardmaster {

class Session;

/// Examples that need a program which may not be there. Further ones: a line in their table, tasks
/// with the extension, and `resources/examples/jobs-NAME.sql`.
struct ExampleKind
{
    QString name;      ///< of the file of its jobs: "node"
    QString extension; ///< of its tasks
    QString title;     ///< "JavaScript"
    QString program{}; ///< as found; empty: there is none
};

/// @param hosts  names the programs.
[[nodiscard]] std::vector<ExampleKind> exampleKinds(const TaskHostOptions &hosts);

/// Copies the example tasks and crontab into `folder` (`folder/tasks/hello`, …, `folder/crontab`),
/// but for those whose program is missing. Existing files are kept: the user may have edited them.
/// @returns one sentence if something could not be written.
[[nodiscard]] tl::expected<void, QString> unpackExamples(const QString &folder,
                                                         const std::vector<ExampleKind> &kinds);

/// Queues the jobs of the guided tour in `schema`, replacing those of an earlier tour.
[[nodiscard]] Result<void> queueExampleJobs(Session &session, const QString &schema,
                                            const std::vector<ExampleKind> &kinds);

} // namespace yardmaster
