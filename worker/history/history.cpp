#include "worker/history/history.h"

#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>
#include <yardmaster/timestamp.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kHistoryVersion = 5; // migrations/history/tables.sql

/// Columns of inspect_history.sql.
namespace InspectColumn {
enum Column {
    IsThere,
    Missing,
    IsStandby,
    HasJobs,
    MayChange,
    MayKeep,
    MayRead,
    Owner,
    FirstDay,
    LastDay,
    HasToday,
    RunBytes,
    FilledBytes,
    RollupBytes,
    DeletedPerDay,
    KeepsPayloads,
    PayloadBytes,
    MayReadPayloads,
};
} // namespace InspectColumn

QDateTime timeOf(const Rows &rows, int column)
{
    if (rows.isNull(0, column))
        return {};
    return dateTime(timestampAt(rows, 0, column));
}

Result<HistoryState> withFiguresOf(Session &session, const QString &schema, HistoryState state)
{
    const auto rows = session.query(sqlText("worker/history/history_figures.sql", schema));
    using Kind = DbError::Kind;
    const bool isAltered = !rows
        && (rows.error().kind == Kind::SchemaMissing || rows.error().kind == Kind::Statement);
    if (!rows && !isAltered)
        return tl::make_unexpected(rows.error());
    if (isAltered || rows->isEmpty()) {
        state.presence = HistoryState::Presence::Incomplete;
        if (state.missing.isEmpty()) // else it is named already
            state.missing << (isAltered ? rows.error().message
                                        : u"row of _yardmaster_history_state"_s);
        return state;
    }
    enum Column {
        Version,
        Installed,
        RolledUp,
        Kept,
        KeepDays,
        KeepRollupDays,
        Trouble,
        TroubleAt,
        Runs,
        Failures,
        HasRest,
    };
    HistoryFigures figures;
    figures.installedAt = timeOf(*rows, Installed);
    figures.rolledUpTo = timeOf(*rows, RolledUp);
    figures.keptAt = timeOf(*rows, Kept);
    figures.keepDays = int(rows->int64(0, KeepDays));
    figures.keepRollupDays = int(rows->int64(0, KeepRollupDays));
    figures.lastTrouble = rows->text(0, Trouble);
    figures.lastTroubleAt = timeOf(*rows, TroubleAt);
    figures.runs = rows->int64(0, Runs);
    figures.failures = rows->int64(0, Failures);
    figures.hasRest = rows->boolean(0, HasRest);
    state.isOutdated = rows->int64(0, Version) != kHistoryVersion;
    if (state.keepsPayloads && !state.arePayloadRulesLost()) {
        const auto rules = readPayloadRules(session, schema);
        if (rules && !*rules) {
            state.presence = HistoryState::Presence::Incomplete;
            state.missing << u"row of _yardmaster_history_payload_rules"_s;
        } else if (rules) {
            figures.payloads = *rules;
        } else if (rules.error().kind != Kind::PermissionDenied) {
            return tl::make_unexpected(rules.error());
        }
    }
    state.figures = figures;
    return state;
}

} // namespace

std::optional<qint64> HistoryState::bytesPerMillion() const
{
    constexpr qint64 kEnough = 10000; // the least size of a partition is no figure then
    if (!figures || figures->runs + figures->failures < kEnough)
        return std::nullopt;
    return qint64(double(filledBytes) / double(figures->runs + figures->failures) * 1e6);
}

bool HistoryState::arePayloadRulesLost() const
{
    return keepsPayloads && !missing.filter(u"_yardmaster_history_payload_rules"_s).isEmpty();
}

bool HistoryState::needsAttention() const
{
    return presence == Presence::Incomplete
        || (presence == Presence::Complete
            && (isNeglected() || isOutdated || (figures && !figures->lastTrouble.isEmpty())));
}

bool HistoryState::isNeglected() const
{
    constexpr qint64 kKeptLately = 3600; // s; workers come by every ten minutes, cron every fifteen
    return !hasToday
        && !(figures && figures->keptAt.isValid()
             && figures->keptAt.secsTo(QDateTime::currentDateTimeUtc()) < kKeptLately);
}

Result<HistoryState> inspectHistory(Session &session, const QString &schema, bool withFigures)
{
    using namespace InspectColumn;
    const auto rows = session.query(sqlText("worker/history/inspect_history.sql", schema));
    if (!rows)
        return tl::make_unexpected(rows.error());
    HistoryState state;
    state.isStandby = rows->boolean(0, IsStandby);
    state.hasJobs = rows->boolean(0, HasJobs);
    state.mayChange = rows->boolean(0, MayChange) && !state.isStandby;
    state.mayKeep = rows->boolean(0, MayKeep) && !state.isStandby;
    state.mayRead = rows->boolean(0, MayRead);
    state.owner = rows->text(0, Owner);
    if (!rows->isNull(0, DeletedPerDay))
        state.deletedPerDay = double(rows->int64(0, DeletedPerDay));
    state.keepsPayloads = rows->boolean(0, KeepsPayloads);
    state.payloadBytes = rows->int64(0, PayloadBytes);
    state.mayReadPayloads = rows->boolean(0, MayReadPayloads);
    if (!rows->boolean(0, IsThere))
        return state;
    state.missing = rows->text(0, Missing).split(u'\n', Qt::SkipEmptyParts);
    state.presence = state.missing.isEmpty() ? HistoryState::Presence::Complete
                                             : HistoryState::Presence::Incomplete;
    state.firstDay = QDate::fromString(rows->text(0, FirstDay), Qt::ISODate);
    state.lastDay = QDate::fromString(rows->text(0, LastDay), Qt::ISODate);
    state.hasToday = rows->boolean(0, HasToday);
    state.runBytes = rows->int64(0, RunBytes);
    state.filledBytes = rows->int64(0, FilledBytes);
    state.rollupBytes = rows->int64(0, RollupBytes);
    if (!withFigures || !state.mayRead)
        return state;
    return withFiguresOf(session, schema, std::move(state));
}

} // namespace yardmaster
