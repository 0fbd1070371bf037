#pragma once

#include "models/cron/cronanalysis.h"
#include <yardmaster/cronpreview.h>
#include <yardmaster/result.h>

#include <QHash>

namespace yardmaster {

class Session;

/// What the database knows of cron: its record of entries, and the names a crontab may use. A
/// value.
struct KnownCrontabs
{
    struct Entry
    {
        QString identifier;
        KnownCronEntry known;

        [[nodiscard]] bool operator==(const Entry &other) const
        {
            return identifier == other.identifier && known.knownSince == other.known.knownSince
                && known.lastExecution == other.known.lastExecution;
        }
    };
    QList<Entry> entries;  ///< by identifier
    bool isCut = false;    ///< there are more
    bool isHidden = false; ///< row security keeps them from this role
    bool isThere = true;   ///< false: the schema is older than graphile-worker 0.16
    CronNames names;

    [[nodiscard]] QHash<QString, KnownCronEntry> byIdentifier() const;
    [[nodiscard]] bool operator==(const KnownCrontabs &) const = default;
};

/// So many identifiers are listed, and so many names of each kind.
inline constexpr int kKnownCrontabs = 2000;

/// Reads in a short read-only transaction. Blocks. SchemaMissing if there is no schema at all.
[[nodiscard]] Result<KnownCrontabs> readKnownCrontabs(Session &session, const QString &schema);

} // namespace yardmaster
