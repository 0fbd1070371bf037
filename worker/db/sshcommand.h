#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace yardmaster {

/// A server as the SSH host knows it; `host` may be the folder of a Unix socket there.
struct SshTarget
{
    QString host;
    quint16 port = 5432;

    [[nodiscard]] bool operator==(const SshTarget &) const = default;
    /// "db.example.com port 5432".
    [[nodiscard]] QString text() const;
};

/// What a tunnel is started with, apart from the local ports.
struct SshRoute
{
    QString host;    ///< as `ssh` knows it
    QString options; ///< more options of ssh, quoted like a command
    QList<SshTarget> targets;

    [[nodiscard]] bool operator==(const SshRoute &) const = default;
};

/// @name What is wrong with a host, or with options; one sentence, empty: nothing. Pure.
/// Only options that say how to reach and log in to the host are taken.
/// @{
[[nodiscard]] QString sshHostProblem(const QString &host);
[[nodiscard]] QString sshOptionsProblem(const QString &options);
/// @}

/// What ssh prints on its standard output once the tunnel is there.
inline constexpr char kSshReady[] = "yardmaster: the tunnel is there";

/// The arguments of ssh: `ports` of the loopback address lead to the targets, in their order.
/// @param mayAsk  there is an askpass; else it fails where it would have to ask.
[[nodiscard]] QStringList sshArguments(const SshRoute &route, const QList<quint16> &ports,
                                       bool mayAsk);

/// Why ssh ended, by what it wrote to standard error; one sentence. Pure.
[[nodiscard]] QString sshProblem(const SshRoute &route, const QString &standardError, int exitCode,
                                 bool mayAsk);

/// Whether a local port was taken, so that others are worth a try.
[[nodiscard]] bool isPortTaken(const QString &standardError, const QList<quint16> &ports);

/// Why a connection through the tunnel was refused, if this line of standard error says so; else
/// empty. Part of a sentence.
[[nodiscard]] QString sshRefusal(const QString &line);

} // namespace yardmaster
