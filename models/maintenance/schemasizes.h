#pragma once

#include <yardmaster/result.h>
#include <yardmaster/timestamp.h>

#include <QList>

#include <optional>

namespace yardmaster {

class Session;

/// A table or an index, and how much room it takes.
struct RelationSize
{
    bool isIndex = false;
    QString name;
    QString table; ///< of an index; a table's own name
    qint64 bytes = 0;
    std::optional<qint64> live; ///< rows, by the server's statistics
    std::optional<qint64> dead;
    std::optional<Timestamp> vacuumedAt;
    bool isValid = true;    ///< else a leftover of an unfinished creation
    bool isMissing = false; ///< an index that fetches need and that is not there
    /// Bytes if it were packed tightly, estimated from statistics; unset: cannot be estimated.
    std::optional<qint64> packed;
    std::optional<qint64> scans; ///< of an index, since statistics began

    /// 0..1 of the rows of a table; 0 while unknown.
    [[nodiscard]] double deadShare() const;
    /// Estimated bytes that packing would give back.
    [[nodiscard]] qint64 slack() const;
    /// An index without which every fetch reads the whole table of jobs, and not usable.
    [[nodiscard]] bool slowsFetches() const;
};

/// What can be done about a relation that takes more than it needs.
enum class SizeAdvice {
    Fine,
    Vacuum,   ///< many dead rows
    Reindex,  ///< an index much larger than its content, or unfinished and needed
    Leftover, ///< another invalid index: costs, and is used by no query
    Create,   ///< an index that fetches need is missing
};
[[nodiscard]] SizeAdvice adviceOn(const RelationSize &relation);
/// Why it matters, one sentence; empty for Fine.
[[nodiscard]] QString adviceReason(const RelationSize &relation, Timestamp now);

/// What takes room in a schema, at one moment. A value.
struct SchemaSizes
{
    Timestamp now;
    QList<RelationSize> relations; ///< tables, then indexes, the largest first; the missing last

    struct Transaction
    {
        int pid = 0;
        QString application;
        QString state;
        std::chrono::milliseconds openFor{0};
    };
    std::optional<Transaction> oldest; ///< keeps VACUUM from removing what died since
    QString obstacle; ///< why nothing here can be vacuumed or reindexed, a sentence; empty: it can
};

/// Catalog and statistics only: a few milliseconds whatever the size. Blocks; the session's thread.
[[nodiscard]] Result<SchemaSizes> readSchemaSizes(Session &session, const QString &schema);

/// "vacuum (analyze) …", "reindex index concurrently …", "drop index concurrently …", "create index
/// concurrently …": what helps, to be shown and sent; may not run inside a transaction. Empty for
/// Fine.
[[nodiscard]] QByteArray adviceSql(SizeAdvice advice, const QString &schema,
                                   const QString &relation);

/// How far VACUUM or the building of an index in server process `pid` is.
struct WorkProgress
{
    QString phase;    ///< in the server's words; empty: nothing to be seen
    double share = 0; ///< of the phase, 0..1; negative: unknown
};
[[nodiscard]] Result<WorkProgress> readWorkProgress(Session &session, int pid);

} // namespace yardmaster
