#pragma once

#include <QStringList>

#include <chrono>

namespace yardmaster {

/// How the task hosts are started that run JavaScript and Python files. A value.
struct TaskHostOptions
{
    QStringList node{}; ///< Node.js, and options for it; empty: `node`
    QStringList
        python{};      ///< Python, and options for it; empty: a virtual environment, or `python3`
    int processes = 1; ///< of a kind at the same time
    int jobs = 0;      ///< after so many a process is replaced; 0: never
    int memory = 1024; ///< MiB; the same when it takes more; 0: never. Linux only.

    bool isWatching = false; ///< the folder is read again when something in it has changed
    std::chrono::milliseconds watchInterval{500}; ///< between two looks at it

    /// @returns what is wrong, one sentence each.
    [[nodiscard]] QStringList problems() const;
    [[nodiscard]] bool operator==(const TaskHostOptions &) const = default;
};

} // namespace yardmaster
