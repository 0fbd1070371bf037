#pragma once

#include "worker/tasks/task.h"

#include <QMap>
#include <QStringList>

namespace yardmaster {

/// Which executor runs which task identifier. Filled before the runner starts, then shared
/// read-only between threads.
class TaskRegistry final
{
public:
    /// A C++ handler. Where an executor of another kind has the identifier already, C++ wins.
    void add(const QString &identifier, TaskFunction function);
    /// @returns false, and changes nothing, if the identifier is taken.
    [[nodiscard]] bool add(const QString &identifier, std::shared_ptr<const TaskExecutor> executor);

    [[nodiscard]] const TaskExecutor *find(const QString &identifier) const;
    [[nodiscard]] QStringList identifiers() const { return m_executors.keys(); }
    [[nodiscard]] bool isEmpty() const { return m_executors.isEmpty(); }

private:
    QMap<QString, std::shared_ptr<const TaskExecutor>> m_executors;
};

} // namespace yardmaster
