#pragma once

#include <yardmaster/connectionsettings.h>
#include <yardmaster/result.h>

namespace yardmaster {

class Session;

/// What stands between a session and the server.
enum class PoolerKind {
    None,        ///< nothing that shows
    Session,     ///< a pooler, and the server's process stays the session's
    Transaction, ///< each transaction may run in another process of the server
};

/// Opens a second session and looks whether both get the same process of the server, or one of them
/// another one while the other is in a transaction. A pooler that shows neither, because it deals
/// out many idle connections in turn, is taken for one of sessions. Blocks for some round trips.
/// @param session  not in a transaction.
[[nodiscard]] Result<PoolerKind> findPooler(Session &session, const ConnectionSettings &settings);

} // namespace yardmaster
