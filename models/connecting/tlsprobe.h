#pragma once

#include <yardmaster/connectionsettings.h>

#include <QDateTime>
#include <QHostAddress>
#include <QStringList>

#include <atomic>

#include <tl/expected.hpp>

namespace yardmaster {

/// How a server answers when asked for TLS, as PostgreSQL does it: one request, one byte, then the
/// handshake.
struct TlsFacts
{
    bool isOffered = false;
    QString protocol; ///< "TLSv1.3"
    QString cipher;
    QString subject; ///< common name of the certificate
    QString issuer;
    QStringList hostNames; ///< it is valid for
    QDateTime validFrom;
    QDateTime validUntil;
    bool matchesHost = false;
    bool isTrusted = false; ///< the chain ends at a certificate of sslrootcert, or of the system
    QStringList problems;   ///< what Qt says is wrong with it
};

/// A TCP connection to try; the caller decides about the addresses.
struct TcpTarget
{
    QString host; ///< as the certificate must name it
    QHostAddress address;
    quint16 port = 5432;
};

/// Connects, nothing more. Waits at most ten seconds. @returns one sentence if there is no answer.
[[nodiscard]] tl::expected<void, QString> probeTcp(const TcpTarget &target,
                                                   const std::atomic<bool> &isCancelled);

/// Connects and shakes hands without logging in. A certificate that is wrong is a finding, not an
/// error. Waits at most ten seconds; a thread without event loop.
/// @param settings  sslrootcert, sslcert and sslkey are used.
[[nodiscard]] tl::expected<TlsFacts, QString> probeTls(const TcpTarget &target,
                                                       const ConnectionSettings &settings,
                                                       const std::atomic<bool> &isCancelled);

} // namespace yardmaster
