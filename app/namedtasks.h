#pragma once

#include <QList>
#include <QStringList>

#include <utility>

namespace yardmaster {

/// Task names in options; checked when the tasks have been loaded.
class NamedTasks final
{
public:
    /// @param source  "--limit" or "YARDMASTER_LIMIT".
    void add(const QString &source, const QString &task) { m_names << std::pair(source, task); }

    /// Sentences about names that are not among `tasks`: errors on the command line, warnings in a
    /// variable, which may be meant for a fleet of different workers.
    struct Check
    {
        QStringList problems;
        QStringList warnings;
    };
    [[nodiscard]] Check check(const QStringList &tasks) const;

private:
    QList<std::pair<QString, QString>> m_names;
};

} // namespace yardmaster
