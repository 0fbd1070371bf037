#include "models/session/standbyreport.h"

#include "models/session/serveridentity.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

namespace yardmaster {

bool StandbyReport::isOf(const PrimaryReport &primary) const
{
    const bool isOther = !system.isEmpty() && !primary.system.isEmpty() && system != primary.system;
    const bool isOtherHistory
        = timeline != 0 && primary.timeline != 0 && timeline != primary.timeline;
    return !isOther && !isOtherHistory && database == primary.database;
}

std::optional<std::chrono::milliseconds>
StandbyReport::lagBehind(const PrimaryReport &primary) const
{
    if (position >= beforePageHeader(primary.position))
        return std::chrono::milliseconds(0);
    if (!committedAt)
        return std::nullopt;
    return std::max(
        std::chrono::milliseconds(0),
        std::chrono::duration_cast<std::chrono::milliseconds>(primary.time - *committedAt));
}

WalPosition walPosition(const QString &number)
{
    return number.toULongLong();
}

WalPosition beforePageHeader(WalPosition position)
{
    constexpr WalPosition kPage = 8192;
    constexpr WalPosition kHeader = 40; // the longer one; no record ends so early in a page
    const WalPosition within = position % kPage;
    return within <= kHeader ? position - within : position;
}

Result<WalPosition> readWalPosition(Session &primary)
{
    return primary.query(sqlText("models/session/wal_position.sql", {})).map([](const Rows &rows) {
        return walPosition(rows.text(0, 0));
    });
}

Result<PrimaryReport> readPrimaryReport(Session &primary)
{
    const auto identity = identityOf(primary, {});
    if (!identity)
        return tl::make_unexpected(identity.error());
    const auto rows = primary.query(sqlText("models/session/wal_position.sql", {}));
    if (!rows)
        return tl::make_unexpected(rows.error());
    return PrimaryReport{walPosition(rows->text(0, 0)),
                         std::chrono::microseconds(rows->int64(0, 1)), identity->system,
                         identity->database, identity->timeline};
}

Result<StandbyReport> readStandbyReport(Session &standby)
{
    const auto identity = identityOf(standby, {});
    if (!identity)
        return tl::make_unexpected(identity.error());
    const auto rows = standby.query(sqlText("models/session/replayed_position.sql", {}));
    if (!rows)
        return tl::make_unexpected(rows.error());
    StandbyReport report;
    report.isStandby = rows->boolean(0, 0);
    report.position = walPosition(rows->text(0, 1));
    if (!rows->isNull(0, 2))
        report.committedAt = std::chrono::microseconds(rows->int64(0, 2));
    report.system = identity->system;
    report.database = identity->database;
    const auto timeline = standby.query(sqlText("models/session/standby_timeline.sql", {}));
    if (timeline)
        report.timeline = timeline->int64(0, 0);
    else if (timeline.error().kind != DbError::Kind::PermissionDenied)
        return tl::make_unexpected(timeline.error());
    return report;
}

} // namespace yardmaster
