#pragma once

#include "app/sandbox/filelock.h"

#include <QString>

#include <tl/expected.hpp>

namespace yardmaster::test {

/// A PostgreSQL server for a run of tests, kept by a process of its own (the supervisor) for as
/// long as a *holder* lives: the process that asked for it, ctest as a rule. So an aborted run, a
/// crashed test and a killed terminal leave no server behind, and two runs in one build folder
/// share one.
///
/// In the state folder: `holders/<pid>`, `conninfo` (how to reach the server, there once it is
/// ready), `log` (the path of the server's log), `bindir` (of its programs, if it was chosen),
/// `failure` (why it did not start), and two locks.
/// The cluster itself is in memory (/dev/shm) or in the system's temporary folder: build folders
/// may be closed to the account the server runs as, and their paths are long.
class ServerSupervisor final
{
public:
    explicit ServerSupervisor(const QString &stateFolder);

    /// Registers `holder`, and starts a supervisor unless one is running. Blocks until the server
    /// is ready.
    [[nodiscard]] tl::expected<void, QString> acquire(qint64 holder, bool isRemovedAfterUse);
    /// Unregisters; blocks until the server has stopped if there is no other holder.
    [[nodiscard]] tl::expected<void, QString> release(qint64 holder);

    /// The supervisor's own life: start the server, wait until there are no holders, stop it.
    [[nodiscard]] tl::expected<void, QString> supervise(bool isRemovedAfterUse);

private:
    [[nodiscard]] tl::expected<FileLock, QString> lockFile(const QString &name) const;
    [[nodiscard]] QString path(const QString &name) const;
    [[nodiscard]] bool hasHolders() const; ///< removes those that have ended
    void clearUp() const;                  ///< after a killed supervisor

    QString m_folder;
};

} // namespace yardmaster::test
