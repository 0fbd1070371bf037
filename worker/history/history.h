#pragma once

#include "worker/history/payloadkeeping.h"
#include <yardmaster/result.h>

#include <QDate>
#include <QDateTime>
#include <QStringList>

#include <chrono>
#include <optional>

namespace yardmaster {

class Session;

/// What HistoryState knows only where the history is there and this role may read it.
struct HistoryFigures
{
    QDateTime installedAt;
    QDateTime rolledUpTo; ///< everything before is in the roll-ups
    QDateTime keptAt;     ///< when a process last came by; invalid: never
    int keepDays = 0;
    int keepRollupDays = 0;
    QString lastTrouble; ///< of a trigger; empty: none yet
    QDateTime lastTroubleAt;
    qint64 runs = 0;                      ///< that are kept one by one, without failed attempts
    qint64 failures = 0;                  ///< failed attempts that are, about
    bool hasRest = false;                 ///< rows of days without a partition are there
    std::optional<PayloadRules> payloads; ///< unset: none are kept, or the rules are lost
};

/// Whether a schema records the history of its jobs (migrations/history), and at what price.
struct HistoryState
{
    enum class Presence {
        Absent,
        Incomplete, ///< part of it is missing: see `missing`; workers go on without
        Complete,
    };

    Presence presence = Presence::Absent;
    QStringList missing;     ///< "trigger _yardmaster_history_ended on _private_jobs", …
    bool isOutdated = false; ///< another version made it; installing again renews it
    bool isStandby = false;  ///< nothing can be changed on this server
    bool hasJobs = false;    ///< there are tables that it could record
    bool mayChange = false;  ///< this role may install and remove it
    bool mayKeep = false;    ///< this role may call what keeps it
    bool mayRead = false;    ///< this role may read it
    QString owner;           ///< of the table of jobs
    QDate firstDay;          ///< that has a partition; invalid: none
    QDate lastDay;
    bool hasToday = false;  ///< today has a partition
    qint64 runBytes = 0;    ///< of what is kept one by one, with indexes
    qint64 filledBytes = 0; ///< of these, without the partitions that are empty
    qint64 rollupBytes = 0;
    std::optional<double> deletedPerDay; ///< jobs, by the server's statistics
    bool keepsPayloads = false;
    bool mayReadPayloads = false; ///< this role may read those that are kept
    qint64 payloadBytes = 0;      ///< with indexes; not in runBytes
    std::optional<HistoryFigures> figures;

    /// Of runs and failures; nullopt: too few to tell.
    [[nodiscard]] std::optional<qint64> bytesPerMillion() const;
    /// Payloads are kept, but not by which rules: nobody may take the defaults for them.
    [[nodiscard]] bool arePayloadRulesLost() const;
    /// A trigger had trouble since the history was last installed, or a part is missing, or nobody
    /// made a partition for today.
    [[nodiscard]] bool needsAttention() const;
    /// There is none for today, and no process came by to make it. Else runs wait in the default
    /// one until it can be made without making writers wait.
    [[nodiscard]] bool isNeglected() const;
};

struct HistoryOptions
{
    std::optional<int> keepDays = {};       ///< of runs; unset: as it is, 7 at first
    std::optional<int> keepRollupDays = {}; ///< unset: as it is, 400 at first
    /// Unset: as it is, not at first. false deletes those that are there.
    std::optional<bool> keepPayloads = {};
    PayloadChanges payloads = {}; ///< where they are kept
    /// How long to try for the lock on the table of jobs. Each try waits 300 ms at most, because
    /// workers wait behind it.
    std::chrono::milliseconds patience{20000};
};

/// What keepHistory() did.
struct HistoryKept
{
    enum class Outcome {
        Absent,   ///< there is no history
        NotDue,   ///< a process has come by within the last minutes
        Denied,   ///< this role may not
        Standby,  ///< the server only reads; its primary is kept
        ReadOnly, ///< this session only reads, by default_transaction_read_only
        Busy,     ///< another process keeps, installs or removes it, or migrates the schema
        Done,
    };

    Outcome outcome = Outcome::Absent;
    int hoursRolledUp = 0;
    int daysMade = 0;
    qint64 rowsMoved = 0; ///< out of the default partition
    int daysDropped = 0;
    qint64 rollupsDropped = 0;
    QString trouble; ///< why something of it was not done; it is tried again next time
};

// All of these block, on the session's thread, outside of transactions.

/// Reads the catalog, and where `figures` is set the tables, too: up to some 100 ms of server time.
/// Absent where there is no such schema.
[[nodiscard]] Result<HistoryState> inspectHistory(Session &session, const QString &schema,
                                                  bool withFigures = true);

/// Installs what is missing, in one transaction, and sets the days to keep; triggers that are there
/// are not locked again. Any number of processes may do so at once. Records from the commit on.
/// Errors: SchemaMissing, PermissionDenied naming the owner, Contention with who holds the table,
/// Statement on a standby or naming columns that are gone, InvalidInput for options out of range.
[[nodiscard]] Result<void> installHistory(Session &session, const QString &schema,
                                          const HistoryOptions &options);

/// Removes everything of it, with all that was recorded. Nothing there is success.
/// Errors: as installHistory().
[[nodiscard]] Result<void> removeHistory(Session &session, const QString &schema,
                                         std::chrono::milliseconds patience);

/// Parts of keeping.
enum class HistoryWork { Rollup, Prune, Both };

/// Rolls up hours that are over, makes partitions ahead and drops what is too old. Cheap where
/// there is no history, or nothing is due. Errors: Statement naming the tables of it that are gone.
/// @param evenIfNotDue  also if a process came by within the last minutes.
[[nodiscard]] Result<HistoryKept> keepHistory(Session &session, const QString &schema,
                                              HistoryWork work = HistoryWork::Both,
                                              bool evenIfNotDue = false);

/// What is asked for, with what is there for what is unset. Pure.
[[nodiscard]] HistoryOptions settledOptions(HistoryOptions options, const HistoryState &state);

/// The statements that installHistory() and removeHistory() send, to be shown. Pure.
/// @param options  by settledOptions(): without, functions that keep payloads are left as they are.
[[nodiscard]] QByteArray historyInstallSql(const QString &schema, const HistoryOptions &options);
[[nodiscard]] QByteArray historyRemoveSql(const QString &schema);

} // namespace yardmaster
