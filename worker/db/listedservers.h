#pragma once

#include <yardmaster/connectionsettings.h>

#include <algorithm>

namespace yardmaster {

/// One of the servers that a connection may reach: libpq's `host`, `hostaddr` and `port` are lists.
struct ListedServer
{
    QString host;    ///< a name, or the folder of a socket; may be empty
    QString address; ///< as given, without a look-up; may be empty
    quint16 port = 5432;
};

/// In libpq's order.
[[nodiscard]] inline QList<ListedServer> listedServers(const ConnectionSettings &effective)
{
    const auto list
        = [&effective](const QString &keyword) { return effective.value(keyword).split(u','); };
    const QStringList hosts = list(QStringLiteral("host"));
    const QStringList addresses = list(QStringLiteral("hostaddr"));
    const QStringList ports = list(QStringLiteral("port"));
    QList<ListedServer> servers;
    for (qsizetype i = 0; i < std::max(hosts.size(), addresses.size()); ++i) {
        ListedServer server{hosts.value(i).trimmed(), addresses.value(i).trimmed()};
        if (const int port = ports.value(ports.size() == 1 ? 0 : i).trimmed().toInt(); port > 0)
            server.port = quint16(port);
        servers << server;
    }
    return servers;
}

} // namespace yardmaster
