#pragma once

#include "models/session/schemaprobe.h"
#include <yardmaster/result.h>

#include <QString>

namespace yardmaster {

class Session;

/// What a connection turned out to lead to, as the server tells it.
struct ServerInfo
{
    QString database;
    QString role;
    QString version;        ///< "15.20"
    int schemaRevision = 0; ///< of the job schema
    WriteState writing;
    bool hidesRows = false;          ///< row security hides every job from this role
    QList<Restriction> restrictions; ///< all that cannot be seen or done, heaviest first
};

/// The SQLSTATE of readServerInfo()'s error about a schema too old to be read: it can be upgraded.
inline constexpr auto kSchemaTooOld = "YMOLD";

/// Blocks for some round trips. Errors: SchemaMissing if `schema` holds no job queue.
[[nodiscard]] Result<ServerInfo> readServerInfo(Session &session, const QString &schema);

} // namespace yardmaster
