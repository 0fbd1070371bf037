#include "models/maintenance/historyfacts.h"

#include "models/maintenance/maintenancetext.h"
#include "models/values/format.h"

namespace yardmaster {

namespace {

constexpr double kMegabyte = 1024 * 1024;
// Bytes a run with indexes: 500 of a statement in a row, and one by one.
constexpr double kLeastBytes = 15 * kMegabyte / 1e6;
constexpr double kMostBytes = 200 * kMegabyte / 1e6;
constexpr int kStandardDays = 7;

QString daysText(int days)
{
    return formatRoundDuration(std::chrono::hours(24) * days);
}

} // namespace

QStringList historyPrice(const HistoryState &state)
{
    QStringList price{
        MaintenanceText::tr("Each finished job costs the server more CPU time: 3 to 15 % where "
                            "workers release jobs in batches, 20 to 32 % in graphile-worker's "
                            "default mode, one job at a time."),
        MaintenanceText::tr("A million runs take 15 to 30 MB where they are released in batches, "
                            "and 200 MB one by one.")};
    if (const auto bytes = state.bytesPerMillion())
        price << MaintenanceText::tr("Here a million runs take %1.").arg(formatBytes(*bytes));
    if (state.deletedPerDay) {
        const int days = state.figures ? state.figures->keepDays : kStandardDays;
        const double runs = *state.deletedPerDay * days;
        price << MaintenanceText::tr("About %1 jobs a day are deleted in this database, by its "
                                     "statistics: %2 to %3 in %4.")
                     .arg(formatNumber(qint64(*state.deletedPerDay)),
                          formatBytes(qint64(runs * kLeastBytes)),
                          formatBytes(qint64(runs * kMostBytes)), daysText(days));
    }
    return price;
}

QStringList payloadPrice()
{
    return {
        MaintenanceText::tr("A payload takes its own size and 200 bytes more. Keeping one of 400 "
                            "bytes costs about half as much CPU time of the server as its job does "
                            "in a batch, a larger one more, and one in which values are replaced "
                            "several times as much."),
        MaintenanceText::tr("Only the owner and operators can read payloads that are kept; viewers "
                            "and readers of the history cannot."),
    };
}

QString historyLocks()
{
    return MaintenanceText::tr(
        "To install, writers are kept out of the tables of jobs, tasks and queues for some "
        "milliseconds; to remove, readers too. If these tables are in use, it waits for 300 ms at "
        "most, because workers wait behind it, and tries again for 20 s.");
}

QStringList historyTroubles(const HistoryState &state)
{
    QStringList troubles;
    if (state.presence == HistoryState::Presence::Absent)
        return troubles;
    if (!state.missing.isEmpty()) {
        troubles << MaintenanceText::tr("Not everything is recorded. Missing, altered or switched "
                                        "off: %1. Install it again, or remove it first.")
                        .arg(state.missing.join(QStringLiteral(", ")));
    }
    if (state.isOutdated) {
        troubles << MaintenanceText::tr(
            "Another version of Yardmaster installed it. Install it again.");
    }
    if (state.missing.isEmpty() && state.isNeglected()) {
        troubles << MaintenanceText::tr(
            "There is no partition for today, so that runs go to the default one: no process of "
            "Yardmaster that may keep the history came by.");
    }
    if (state.figures && !state.figures->lastTrouble.isEmpty()) {
        troubles << MaintenanceText::tr("Runs of %1 were not recorded: %2. Workers went on. "
                                        "Installing it again clears this.")
                        .arg(formatInstant(state.figures->lastTroubleAt),
                             state.figures->lastTrouble);
    }
    return troubles;
}

} // namespace yardmaster
