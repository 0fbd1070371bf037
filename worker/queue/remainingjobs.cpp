#include "worker/queue/remainingjobs.h"

#include "worker/db/sqltext.h"
#include <yardmaster/params.h>
#include <yardmaster/session.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// At most this many names are listed.
constexpr qsizetype kListedNames = 5;

RemainingJobs::Reason reasonFrom(const QString &word)
{
    using Reason = RemainingJobs::Reason;
    return word == "locked"_L1 ? Reason::Locked
        : word == "task"_L1    ? Reason::Task
        : word == "queue"_L1   ? Reason::Queue
                               : Reason::Other;
}

QString listed(const QStringList &names)
{
    if (names.size() <= kListedNames)
        return names.join(", "_L1);
    return u"%1 and %2 more"_s.arg(names.first(kListedNames).join(", "_L1))
        .arg(names.size() - kListedNames);
}

} // namespace

Result<std::vector<RemainingJobs>> readRemainingJobs(Session &session, const QString &schema,
                                                     const QStringList &tasks)
{
    return session.query(sqlText("worker/queue/remaining_jobs.sql", schema), {param(tasks)})
        .map([](const Rows &rows) {
            std::vector<RemainingJobs> remaining;
            remaining.reserve(size_t(rows.count()));
            for (int row = 0; row < rows.count(); ++row)
                remaining.push_back(
                    {reasonFrom(rows.text(row, 0)), rows.text(row, 1), rows.int64(row, 2)});
            return remaining;
        });
}

QString remainingJobsText(const std::vector<RemainingJobs> &remaining)
{
    using Reason = RemainingJobs::Reason;
    QStringList parts;
    const auto add = [&](Reason reason, const QString &form) {
        qint64 jobs = 0;
        QStringList names;
        for (const RemainingJobs &group : remaining) {
            if (group.reason != reason)
                continue;
            jobs += group.jobs;
            if (!group.name.isEmpty())
                names << group.name;
        }
        if (jobs > 0)
            parts << QString::number(jobs) + form.arg(listed(names));
    };
    add(Reason::Queue, u" in named queues locked by another worker (%1)"_s);
    add(Reason::Locked, u" locked by another worker (%1)"_s);
    add(Reason::Task, u" of tasks that this worker does not have (%1)"_s);
    // Without names.
    qint64 others = 0;
    for (const RemainingJobs &group : remaining)
        others += group.reason == Reason::Other ? group.jobs : 0;
    if (others > 0)
        parts << u"%1 that flags exclude, or that have just become due"_s.arg(others);
    return parts.join(", "_L1);
}

} // namespace yardmaster
