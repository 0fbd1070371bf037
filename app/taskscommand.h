#pragma once

#include "app/commandline.h"

namespace yardmaster {

struct CommandStreams;

/// `yardmaster tasks list …`: needs no database.
struct TasksCommand
{
    bool isHelp = false;
    bool isJson = false;
    CommandLine line; ///< of a worker with these tasks

    /// @param arguments  what follows "tasks".
    /// @returns one sentence per mistake, joined by newlines, if there is any.
    [[nodiscard]] static tl::expected<TasksCommand, QString>
    parse(const QStringList &arguments, const QProcessEnvironment &environment);

    /// Has task hosts load their files. @returns the exit code.
    [[nodiscard]] int run(const CommandStreams &streams) const;

    [[nodiscard]] static QString helpText();
};

/// Parses and runs. @returns the exit code.
[[nodiscard]] int runTasksCommand(const QStringList &arguments,
                                  const QProcessEnvironment &environment,
                                  const CommandStreams &streams);

} // namespace yardmaster
