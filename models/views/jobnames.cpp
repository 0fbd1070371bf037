#include "models/views/jobnames.h"

#include "models/query/shortread.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qsizetype kCompletions = 50;

/// A plan for all of the table would be made where it was never analyzed.
constexpr const char *kByIndex = "set local enable_seqscan = off";

Result<QStringList> registeredWorkers(Session &session, const QString &schema)
{
    const QByteArray table = quotedIdentifier(schema) + "._private_workers";
    const auto found = session.query("select to_regclass($1::text) is not null",
                                     {param(QString::fromUtf8(table))});
    if (!found)
        return tl::make_unexpected(found.error());
    QStringList workers;
    if (!found->boolean(0, 0))
        return workers;
    const auto rows = readOnce(
        session, 1s, "select id from " + table + " order by last_heartbeat_at desc limit 200", {},
        kByIndex);
    for (int row = 0; rows && row < rows->count(); ++row)
        workers << rows->text(row, 0);
    return workers; // whoever may not read the registry completes without
}

} // namespace

Result<JobNames> readJobNames(Session &session, const QString &schema)
{
    const auto rows = readOnce(session, 3s, sqlText("models/views/job_names.sql", schema),
                               {param(kNameCap + 1)}, kByIndex);
    if (!rows)
        return tl::make_unexpected(rows.error());
    JobNames names;
    for (int row = 0; row < rows->count(); ++row) {
        QList<JobName> &list = rows->bytes(row, 0) == "task" ? names.tasks : names.queues;
        if (list.size() == kNameCap)
            names.isCut = true;
        else
            list << JobName{rows->text(row, 1), rows->int64(row, 2)};
    }
    for (QList<JobName> *list : {&names.tasks, &names.queues})
        std::ranges::sort(*list, {}, &JobName::name); // whatever the server's collation
    auto workers = registeredWorkers(session, schema);
    if (!workers)
        return tl::make_unexpected(workers.error());
    names.workers = *workers;

    const auto newest = readOnce(session, 500ms, sqlText("models/views/newest_names.sql", schema),
                                 {param(kSearchedJobs), param(kNameCap)}, kByIndex);
    if (!newest && newest.error().kind != DbError::Kind::Cancelled)
        return tl::make_unexpected(newest.error());
    for (int row = 0; newest && row < newest->count(); ++row) {
        const QString name = newest->text(row, 1);
        if (newest->bytes(row, 0) == "flag")
            names.flags << name;
        else if (!names.workers.contains(name))
            names.workers << name;
    }
    names.flags.sort(Qt::CaseInsensitive);
    names.workers.sort(Qt::CaseInsensitive);
    return names;
}

FilterNames completionFrom(std::shared_ptr<const JobNames> names)
{
    return [names = std::move(names)](FilterKey key, const QString &beginning) {
        QStringList found;
        const auto add = [&found, &beginning](const QString &name) {
            if (found.size() < kCompletions && name.startsWith(beginning, Qt::CaseInsensitive))
                found << name;
        };
        if (!names)
            return found;
        if (key == FilterKey::Task || key == FilterKey::Queue) {
            for (const JobName &named : key == FilterKey::Task ? names->tasks : names->queues)
                add(named.name);
        } else if (key == FilterKey::Flag || key == FilterKey::LockedBy) {
            for (const QString &name : key == FilterKey::Flag ? names->flags : names->workers)
                add(name);
        }
        return found;
    };
}

} // namespace yardmaster
