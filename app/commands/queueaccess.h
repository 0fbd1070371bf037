#pragma once

#include "models/connecting/profile.h"
#include <yardmaster/connectionsettings.h>
#include <yardmaster/dberror.h>

#include <QStringList>

#include <memory>

#include <tl/expected.hpp>

namespace yardmaster {

class CommandCall;
class Session;

/// The database and schema that a command works on.
struct QueueTarget
{
    ConnectionSettings connection;
    QString schema;
    std::optional<Profile> profile = {}; ///< that --profile named
};

/// From -c and -s or --profile, else the environment; appends what is wrong to `problems`.
[[nodiscard]] QueueTarget readTarget(const CommandCall &call, QStringList *problems);

/// The profiles of the window.
[[nodiscard]] QList<Profile> savedProfiles();

/// What the command is about to do there.
enum class QueueAccess {
    Read,
    ReadHistory, ///< needs no right to read jobs
    Change,
    Add,    ///< needs no right to read or change jobs
    Manage, ///< the schema itself, which may be absent, old or new
    Extend, ///< what is ours in the schema, which may be absent or old, but not too new
};

/// Opens a session, unless the queue cannot be read, or changed, there: then it says why.
/// Blocks. @returns the exit code as the error.
[[nodiscard]] tl::expected<std::unique_ptr<Session>, int>
openQueue(const CommandCall &call, const QueueTarget &target, QueueAccess access);

/// The database and schema of a command, and a session there.
struct OpenedQueue
{
    QueueTarget target;
    std::unique_ptr<Session> session;
};
/// The beginning of a command that takes nothing else: reads where the queue is, and opens it.
/// Blocks. @returns the exit code as the error.
[[nodiscard]] tl::expected<OpenedQueue, int> openQueue(const CommandCall &call, QueueAccess access);

[[nodiscard]] int exitCodeOf(const DbError &error);
/// Complains of it. @returns its exit code.
int complainOf(const CommandCall &call, const QueueTarget &target, const DbError &error);

} // namespace yardmaster
