#include "models/errors/newerrors.h"

#include "models/errors/errorgroups.h"
#include "models/history/runreads.h"
#include "models/query/shortread.h"
#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"

#include <algorithm>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr int kMostErrors = 100000; // different texts; they become far fewer groups
constexpr auto kNewFor = 24h;
/// What came in the first moments of recording may have been there before.
constexpr auto kSettled = 1h;

/// Statements that began before the last reading commit later.
constexpr auto kLate = 10min;

enum FirstFailureColumn {
    FailedTask,
    FailedError,
    FirstAt,
    RecordedSince,
    ReadAt,
};

} // namespace

Result<NewErrors> readNewErrors(Session &session, const QString &schema, FirstFailures *known)
{
    const auto presence = readHistoryPresence(session, schema);
    if (!presence)
        return tl::make_unexpected(presence.error());
    NewErrors found;
    if (!presence->isReadable())
        return found;
    if (known->installedAt != presence->since) // another history, or none before
        *known = {presence->since, {}, {}};
    const auto rows = readOnce(
        session, 20s, sqlText("models/errors/first_failures.sql", schema),
        {param(kMostErrors), known->readUpTo ? timestampParam(*known->readUpTo) : nullParam()});
    if (!rows)
        return tl::make_unexpected(rows.error());
    if (rows->isEmpty())
        return found;
    for (int row = 0; row < rows->count(); ++row) { // the earliest first
        if (rows->isNull(row, FirstAt))
            continue; // nothing failed since
        JobRow job;
        job.task = rows->text(row, FailedTask);
        const QString error = rows->text(row, FailedError);
        job.error = error.left(kErrorPreview);
        job.errorEnd = error.mid(kErrorPreview);
        const QString key = groupOf(job).key;
        if (!known->groups.contains(key))
            known->groups.insert(key, timestampAt(*rows, row, FirstAt));
    }
    const Timestamp now = timestampAt(*rows, 0, ReadAt);
    known->readUpTo = now - kLate;
    const Timestamp settled = timestampAt(*rows, 0, RecordedSince) + kSettled;
    for (auto group = known->groups.cbegin(); group != known->groups.cend(); ++group) {
        if (group.value() >= std::max(settled, now - kNewFor))
            found.insert(group.key(), group.value());
    }
    return found;
}

} // namespace yardmaster
