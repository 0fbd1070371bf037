#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace yardmaster::test {

/// One release of graphile-worker, from the folder YARDMASTER_PEERS or else `peers` in the build
/// folder; see install.sh.
class Peer final
{
public:
    /// @param release  its alias in package.json, e.g. "gw-0.18".
    explicit Peer(const QString &release);

    /// Its own script for one revision, for a schema of the default name.
    [[nodiscard]] QByteArray script(int revision) const;
    [[nodiscard]] const QString &folder() const { return m_folder; } ///< where it is installed
    [[nodiscard]] int revision() const; ///< the highest it has a script for

    struct Outcome
    {
        bool succeeded = false;
        QByteArray output; ///< both streams
    };
    /// Runs its command line to the end, at most a minute.
    /// @param folder  where to run; `tasks/` there are its tasks.
    [[nodiscard]] Outcome run(const QString &connection, const QStringList &arguments,
                              const QString &folder = {}) const;
    /// The program and its arguments, for those who start it themselves.
    [[nodiscard]] QStringList commandLine(const QString &connection,
                                          const QStringList &arguments) const;

private:
    QString m_folder;
};

/// Why there are no peers to test with, as one sentence that says what to run; empty if all is
/// well.
[[nodiscard]] QString peersProblem();
/// Whether their absence is a failure (CI, YARDMASTER_REQUIRE_PEERS) or a reason to skip.
[[nodiscard]] bool arePeersRequired();

} // namespace yardmaster::test

/// First line of initTestCase() in a program labelled npm.
#define REQUIRE_PEERS()                                                                            \
    do {                                                                                           \
        if (const QString problem = yardmaster::test::peersProblem(); !problem.isEmpty()) {        \
            if (yardmaster::test::arePeersRequired())                                              \
                QFAIL(qPrintable(problem));                                                        \
            QSKIP(qPrintable(problem));                                                            \
        }                                                                                          \
    } while (false)
