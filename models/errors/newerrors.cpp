#include "models/errors/newerrors.h"

#include "models/errors/errorgroups.h"
#include "models/history/runreads.h"
#include "models/query/shortread.h"
#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr int kMostErrors = 100000; // different texts; they become far fewer groups
constexpr auto kNewFor = 24h;
/// What came in the first moments of recording may have been there before.
constexpr auto kSettled = 1h;

} // namespace

Result<NewErrors> readNewErrors(Session &session, const QString &schema)
{
    const auto presence = readHistoryPresence(session, schema);
    if (!presence)
        return tl::make_unexpected(presence.error());
    NewErrors found;
    if (!presence->isReadable())
        return found;
    const auto rows = readOnce(session, 20s, sqlText("models/errors/first_failures.sql", schema),
                               {param(kMostErrors)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    if (rows->isEmpty())
        return found;
    const Timestamp settled = timestampAt(*rows, 0, 3) + kSettled;
    const Timestamp yesterday = timestampAt(*rows, 0, 4) - kNewFor;
    for (int row = 0; row < rows->count(); ++row) { // the earliest first
        JobRow job;
        job.task = rows->text(row, 0);
        const QString error = rows->text(row, 1);
        job.error = error.left(kErrorPreview);
        job.errorEnd = error.mid(kErrorPreview);
        const QString key = groupOf(job).key;
        if (!found.contains(key))
            found.insert(key, timestampAt(*rows, row, 2));
    }
    found.removeIf([&](const auto &item) { return item.value() < std::max(settled, yesterday); });
    return found;
}

} // namespace yardmaster
