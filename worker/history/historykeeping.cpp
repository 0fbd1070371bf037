#include "worker/history/history.h"

#include "worker/db/sqltext.h"
#include <yardmaster/session.h>
#include <yardmaster/timestamp.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// A call rolls up a day; a month that nobody came by is caught up with at once, more than that in
/// several visits.
constexpr int kRollupCalls = 32;

/// Adds to `kept`; says whether another process is at it, or has just been.
Result<void> rollUp(Session &session, const QByteArray &schema, HistoryKept *kept, bool *isRecent)
{
    for (int call = 0; call < kRollupCalls; ++call) {
        const auto rows
            = session.query("select busy, hours_done, hours_left, coalesce(recent, false) from "
                            + schema + "._yardmaster_history_rollup()");
        if (!rows)
            return tl::make_unexpected(rows.error());
        if (rows->boolean(0, 0)) {
            kept->outcome = HistoryKept::Outcome::Busy;
            return {};
        }
        kept->hoursRolledUp += int(rows->int64(0, 1));
        *isRecent = rows->boolean(0, 3);
        if (rows->int64(0, 2) <= 0)
            return {};
    }
    return {};
}

Result<void> prune(Session &session, const QByteArray &schema, HistoryKept *kept)
{
    // Our clock goes along: what is too old by a clock that has jumped must not be dropped.
    const auto rows = session.query(
        "select busy, days_made, rows_moved, days_dropped, rollups_dropped, trouble from " + schema
            + "._yardmaster_history_prune($1::timestamptz)",
        {param(postgresText(timestamp(QDateTime::currentDateTimeUtc())))});
    if (!rows)
        return tl::make_unexpected(rows.error());
    if (rows->boolean(0, 0)) {
        kept->outcome = HistoryKept::Outcome::Busy;
        return {};
    }
    kept->daysMade = int(rows->int64(0, 1));
    kept->rowsMoved = rows->int64(0, 2);
    kept->daysDropped = int(rows->int64(0, 3));
    kept->rollupsDropped = rows->int64(0, 4);
    kept->trouble = rows->text(0, 5);
    return {};
}

} // namespace

Result<HistoryKept> keepHistory(Session &session, const QString &schema, HistoryWork work,
                                bool evenIfNotDue)
{
    HistoryKept kept;
    const auto due = session.query(sqlText("worker/history/history_due.sql", schema));
    if (!due)
        return tl::make_unexpected(due.error());
    if (!due->boolean(0, 0))
        return kept;
    using Outcome = HistoryKept::Outcome;
    if (due->boolean(0, 2))
        kept.outcome = Outcome::Standby;
    else if (!due->boolean(0, 1))
        kept.outcome = Outcome::Denied;
    else if (due->boolean(0, 3))
        kept.outcome = Outcome::ReadOnly;
    if (kept.outcome != Outcome::Absent)
        return kept;
    const QStringList gone = due->text(0, 4).split(u'\n', Qt::SkipEmptyParts);
    if (!gone.isEmpty()) {
        return fail(
            DbError::Kind::Statement,
            u"tables of the history are missing: %1; install it again"_s.arg(gone.join(u", "_s)));
    }
    kept.outcome = Outcome::Done;
    const QByteArray name = quotedIdentifier(schema);
    bool isRecent = false;
    Result<void> rolledUp;
    if (work != HistoryWork::Prune)
        rolledUp = rollUp(session, name, &kept, &isRecent);
    if (!rolledUp) {
        // Without it nothing is dropped, but days ahead are made.
        if (work != HistoryWork::Rollup)
            (void)prune(session, name, &kept);
        return tl::make_unexpected(rolledUp.error());
    }
    if (kept.outcome == HistoryKept::Outcome::Busy || work == HistoryWork::Rollup)
        return kept;
    if (isRecent && !evenIfNotDue) {
        if (kept.hoursRolledUp == 0)
            kept.outcome = HistoryKept::Outcome::NotDue;
        return kept;
    }
    if (auto done = prune(session, name, &kept); !done)
        return tl::make_unexpected(done.error());
    return kept;
}

} // namespace yardmaster
