#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

#include <chrono>

#include <tl/expected.hpp>

namespace yardmaster {

/// What a configuration file sets, in terms of the program's options: a `graphile.config.*` of
/// graphile-worker, or one of ours (app/tomlconfig.h).
struct ConfigFile
{
    struct Value
    {
        QString source; ///< "worker.concurrentJobs in graphile.config.mjs"
        QString text;
        QStringList list{}; ///< of a list; `text` has its items, separated by commas
    };

    QString file;
    QMap<QString, Value> options; ///< by long name; switches are "true"
    QStringList extensions;       ///< see TaskSources::extensions
    /// Variables that it has set, by name; null: removed. For the worker and its tasks.
    QMap<QString, QString> environment{};
    QStringList warnings; ///< what it sets that is not supported, one sentence each
};

/// The file that graphile-worker would read in `folder`; empty: there is none.
[[nodiscard]] QString graphileConfigIn(const QString &folder);

/// Runs Node.js once to evaluate the file: code of the project. Blocks; any thread.
/// @param node  see TaskSources::node.
/// @returns one sentence where that fails, or root must not run it.
[[nodiscard]] tl::expected<ConfigFile, QString>
readGraphileConfig(const QString &file, const QStringList &node = {},
                   std::chrono::milliseconds patience = std::chrono::seconds(30));

} // namespace yardmaster
