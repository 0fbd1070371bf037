#pragma once

#include "app/croncommand.h"
#include "models/query/jobexport.h"
#include <yardmaster/connectionsettings.h>

#include <QProcessEnvironment>

namespace yardmaster {

/// `yardmaster jobs export …`: writes the jobs of a filter to a file or to standard output.
struct ExportCommand
{
    bool isHelp = false;
    ConnectionSettings connection;
    ExportRequest request;
    QString output; ///< absolute; empty: standard output

    /// @param arguments  what follows "jobs".
    /// @returns one sentence per mistake, joined by newlines, if there is any.
    [[nodiscard]] static tl::expected<ExportCommand, QString>
    parse(const QStringList &arguments, const QProcessEnvironment &environment);

    /// Blocks. @param control  cancels it, from another thread or a signal; may be null.
    /// @returns the exit code.
    [[nodiscard]] int run(const CommandStreams &streams, ReadControl *control) const;

    [[nodiscard]] static QString helpText();
};

/// Parses and runs; SIGINT and SIGTERM end it at the next page, and leave no file.
/// @returns the exit code.
[[nodiscard]] int runJobsCommand(const QStringList &arguments,
                                 const QProcessEnvironment &environment,
                                 const CommandStreams &streams);

} // namespace yardmaster
