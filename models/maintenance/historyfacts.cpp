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
        price << MaintenanceText::tr("About %1 jobs per day are deleted in this database, "
                                     "according to its statistics: %2 to %3 in %4.")
                     .arg(formatNumber(qint64(*state.deletedPerDay)),
                          formatBytes(qint64(runs * kLeastBytes)),
                          formatBytes(qint64(runs * kMostBytes)), daysText(days));
    }
    return price;
}

QStringList payloadPrice()
{
    return {
        MaintenanceText::tr(
            "A payload takes its own size plus 200 bytes. Keeping one of 400 bytes costs the "
            "server about half as much CPU time as its job does in a batch; a larger one costs "
            "more, and one in which values are replaced several times as much."),
        MaintenanceText::tr("Only the owner and operators can read the kept payloads; viewers and "
                            "readers of the history cannot."),
    };
}

QString historyLocks()
{
    return MaintenanceText::tr(
        "Installing blocks writes to the tables of jobs, tasks and queues for a few milliseconds; "
        "removing blocks reads as well. If these tables are in use, each try waits for at most 300 "
        "ms, because workers queue up behind it, and tries are repeated for 20 s.");
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
            "There is no partition for today, so runs go to the default partition: no Yardmaster "
            "process with the right to maintain the history has been connected lately.");
    }
    if (state.figures && !state.figures->lastTrouble.isEmpty()) {
        troubles << MaintenanceText::tr("Runs of %1 were not recorded: %2. Workers carried on. "
                                        "Installing the history again clears this message.")
                        .arg(formatInstant(state.figures->lastTroubleAt),
                             state.figures->lastTrouble);
    }
    return troubles;
}

} // namespace yardmaster
