#pragma once

#include <yardmaster/result.h>

#include <QJsonObject>

namespace yardmaster {

class Session;

/// Which schema of which database of which server, known by what it is, not by its name. A value.
struct ServerIdentity
{
    QString system; ///< PostgreSQL's identifier of the cluster; empty: this role may not see it
    qint64 database = 0; ///< oid
    qint64 schema = 0;   ///< oid; 0: it is not there
    /// Where the server says it is, and which of its histories it is in: a promoted standby and a
    /// copy have these of their own. timeline 0: not known.
    QString address;
    qint64 timeline = 0;

    [[nodiscard]] bool operator==(const ServerIdentity &) const = default;
    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static ServerIdentity fromJson(const QJsonObject &object);
};

enum class ServerMatch {
    Same,
    Perhaps, ///< it may also be a promoted standby or a copy, or there is no way to tell
    Other,
};

[[nodiscard]] ServerMatch compare(const ServerIdentity &then, const ServerIdentity &now);

/// Blocks; on the session's thread.
[[nodiscard]] Result<ServerIdentity> identityOf(Session &session, const QString &schema);

} // namespace yardmaster
