#include "app/namedtasks.h"

#include "app/optiontable.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

NamedTasks::Check NamedTasks::check(const QStringList &tasks) const
{
    Check check;
    for (const auto &[source, task] : m_names) {
        if (tasks.contains(task))
            continue;
        QString text
            = u"%1 names the task '%2', which this worker does not have"_s.arg(source, task);
        if (const QString nearest = nearestOf(tasks, task); !nearest.isEmpty())
            text += u"; did you mean '%1'?"_s.arg(nearest);
        (source.startsWith(u'-') ? check.problems : check.warnings) << text;
    }
    return check;
}

} // namespace yardmaster
