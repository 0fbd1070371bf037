#pragma once

#include <yardmaster/result.h>

#include <QString>

#include <chrono>
#include <optional>

namespace yardmaster {

class Session;

/// A place in the write-ahead log, in bytes.
using WalPosition = quint64;

/// Behind by more, it is not read from: its lists would mislead. A worker's heartbeat, every five
/// seconds, has to look younger there than the twenty after which it is stale.
inline constexpr std::chrono::milliseconds kStandbyTooFar{10000};

/// Where the primary's log ends, and which server that is. A value.
struct PrimaryReport
{
    WalPosition position = 0;
    std::chrono::microseconds time{0}; ///< of the server
    QString system;                    ///< see ServerIdentity; empty: not known
    qint64 database = 0;
    qint64 timeline = 0; ///< 0: not known, or it is a standby itself
};

/// What a standby has of it. A value.
struct StandbyReport
{
    bool isStandby = false;
    WalPosition position = 0;
    std::optional<std::chrono::microseconds> committedAt; ///< of the last commit it has replayed
    QString system;
    qint64 database = 0;
    qint64 timeline = 0; ///< 0: not known

    /// Positions in the log of another history of the same server, before or after a standby was
    /// promoted, mean nothing.
    [[nodiscard]] bool isOf(const PrimaryReport &primary) const;
    /// As far as two looks tell: nothing, or the age of the last commit that it has replayed, which
    /// is too much where none came after it. Unset: there was none yet.
    [[nodiscard]] std::optional<std::chrono::milliseconds>
    lagBehind(const PrimaryReport &primary) const;
};

/// A position as `pg_lsn - '0/0'` has it.
[[nodiscard]] WalPosition walPosition(const QString &number);
/// Where a server that has replayed everything may stand: at the end of a page the primary is said
/// to be behind the header of the next one already.
[[nodiscard]] WalPosition beforePageHeader(WalPosition position);

/// Blocks for a round trip; on the session's thread.
[[nodiscard]] Result<WalPosition> readWalPosition(Session &primary);
/// The same, for a few of them.
[[nodiscard]] Result<PrimaryReport> readPrimaryReport(Session &primary);
[[nodiscard]] Result<StandbyReport> readStandbyReport(Session &standby);

} // namespace yardmaster
