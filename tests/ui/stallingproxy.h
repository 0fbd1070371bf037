#pragma once

#include <yardmaster/connectionsettings.h>

#include <QHostAddress>
#include <QLocalSocket>
#include <QTcpServer>
#include <QTcpSocket>

namespace yardmaster::test {

/// Between a window and a PostgreSQL server: passes on what they say to each other, or keeps it for
/// later. Needs the event loop of the thread that made it.
class StallingProxy final
{
public:
    explicit StallingProxy(const ConnectionSettings &server)
        : m_settings(server)
        , m_socket(server.value(QStringLiteral("host")) + QStringLiteral("/.s.PGSQL.")
                   + server.value(QStringLiteral("port")))
    {
        if (!m_listener.listen(QHostAddress::LocalHost))
            qFatal("no port for a proxy");
        m_settings.set(QStringLiteral("host"), QStringLiteral("127.0.0.1"));
        m_settings.set(QStringLiteral("port"), QString::number(m_listener.serverPort()));
        m_settings.set(QStringLiteral("sslmode"), QStringLiteral("disable"));
        QObject::connect(&m_listener, &QTcpServer::newConnection, &m_listener, [this] {
            while (QTcpSocket *client = m_listener.nextPendingConnection())
                join(client);
        });
    }

    /// How to reach the server through this.
    [[nodiscard]] const ConnectionSettings &settings() const { return m_settings; }
    /// That have been accepted so far.
    [[nodiscard]] int connections() const { return m_connections; }
    /// Refuses new connections; what is connected stays.
    void setRefusing(bool isRefusing)
    {
        if (isRefusing)
            m_listener.close();
        else if (!m_listener.listen(QHostAddress::LocalHost,
                                    quint16(m_settings.value(QStringLiteral("port")).toUInt())))
            qFatal("the port of the proxy is taken");
    }
    void setStalled(bool isStalled)
    {
        m_isStalled = isStalled;
        if (isStalled)
            return;
        // A local socket has one of these too.
        const auto clients
            = m_listener.findChildren<QTcpSocket *>(QString(), Qt::FindDirectChildrenOnly);
        for (QTcpSocket *client : clients) {
            auto *server = client->findChild<QLocalSocket *>();
            pass(client, server);
            pass(server, client);
        }
    }

private:
    void join(QTcpSocket *client)
    {
        ++m_connections;
        auto *server = new QLocalSocket(client);
        QObject::connect(client, &QIODevice::readyRead, server,
                         [this, client, server] { pass(client, server); });
        QObject::connect(server, &QIODevice::readyRead, client,
                         [this, client, server] { pass(server, client); });
        QObject::connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
        QObject::connect(server, &QLocalSocket::disconnected, client,
                         &QTcpSocket::disconnectFromHost);
        server->connectToServer(m_socket);
        pass(client, server);
    }
    void pass(QIODevice *from, QIODevice *to) const
    {
        if (!m_isStalled && from->bytesAvailable() > 0)
            to->write(from->readAll());
    }

    ConnectionSettings m_settings;
    const QString m_socket;
    bool m_isStalled = false;
    int m_connections = 0;
    QTcpServer m_listener;
};

} // namespace yardmaster::test
