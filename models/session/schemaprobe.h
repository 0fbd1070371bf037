#pragma once

#include <yardmaster/migrator.h>
#include <yardmaster/result.h>

#include <QList>
#include <QStringList>

#include <chrono>
#include <functional>

namespace yardmaster {

class Session;

/// What decides whether sessions may write: unlike rights it changes while they last, when a
/// standby is promoted for example. A value.
struct WriteState
{
    bool isReplica = false;  ///< a standby
    bool isReadOnly = false; ///< transactions of this session are read-only by default
    QString settings;        ///< of database and role, as they apply to sessions that begin now

    bool operator==(const WriteState &) const = default;
};

/// What a role can see and do in a job schema, as found on connecting.
struct SchemaProbe
{
    QString schema;
    QString database;
    QString role;
    QString owner;   ///< of the jobs, else of the schema; empty if there is neither
    QString version; ///< of the server: "15.20 (Debian …)"
    SchemaState state;
    bool mayReadLedger = true; ///< else `state` knows only whether the schema exists
    bool ownsJobs = false;
    QStringList missingTables; ///< of those in which every revision that can be read has its jobs
    bool hidesRows = false;    ///< row security hides every job, without an error
    bool mayRead = false;      ///< may select from the jobs
    bool mayWrite = false;     ///< may update and delete jobs
    WriteState writing;
    QStringList deniedFunctions; ///< there, but not executable
    QStringList additions;       ///< objects neither graphile-worker's nor ours
    /// Server's clock minus ours, and how wrong that may be: half the round trip.
    std::chrono::microseconds clockSkew{0};
    std::chrono::microseconds clockDoubt{0};
};

/// Blocks for one round trip.
[[nodiscard]] Result<WriteState> readWriteState(Session &session);

/// Microseconds since 1970.
using WallClock = std::function<std::chrono::microseconds()>;
[[nodiscard]] std::chrono::microseconds systemWallClock();

/// Asks the catalog, in at most five short statements; writes nothing and leaves no error in the
/// server's log. A missing schema and missing rights are findings, not errors. Blocks; the
/// session's thread. Errors: ConnectionLost; ServerTooOld; Statement if a table of another tool is
/// called `migrations`.
[[nodiscard]] Result<SchemaProbe> probeSchema(Session &session, const QString &schema,
                                              const WallClock &clock = systemWallClock);

/// Something that cannot be seen or done on this connection, or that is not as usual.
struct Restriction
{
    enum class Kind {
        NoQueue,          ///< nothing installed in the schema
        TablesMissing,    ///< the ledger is there, the jobs are not
        NoAccess,         ///< this role may not read it
        RowsHidden,       ///< row security shows it no job
        TooOld,           ///< before the revisions the window reads
        Older,            ///< an older revision it reads
        TooNew,           ///< a breaking revision above the known ones
        Newer,            ///< a harmless newer one
        ForeignAdditions, ///< objects of another tool
        Replica,          ///< a standby
        ReadOnly,         ///< the session may not write
        NoWrites,         ///< the role may not change the tables
        FunctionsDenied,  ///< the role may not call some of the functions
        ClockSkew,        ///< times look wrong by more than two seconds
    };
    /// What it takes away.
    enum class Weight {
        Remark,  ///< nothing
        Writing, ///< some or all changes
        Reading, ///< what is shown is nothing, or wrong
    };

    Kind kind = Kind::NoQueue;
    Weight weight = Weight::Remark;
    QString sentence; ///< why, and what to do about it; for people

    [[nodiscard]] bool operator==(const Restriction &) const = default;
};

/// The heaviest first. Pure.
[[nodiscard]] QList<Restriction> restrictionsOf(const SchemaProbe &probe);

/// Oldest revision with every column the window reads.
inline constexpr int kOldestReadRevision = 18;

} // namespace yardmaster
