#pragma once

#include <yardmaster/connectionsettings.h>

#include <QHostAddress>
#include <QLocalSocket>
#include <QTcpServer>
#include <QTcpSocket>
#include <QThread>

namespace yardmaster::test {

/// A PostgreSQL server that introduces itself to clients as another major version, by a relay on a
/// thread of its own. SQL still gets the true one.
class RenumberedServer final
{
public:
    /// @param major  two digits.
    RenumberedServer(const ConnectionSettings &server, const QByteArray &major)
        : m_settings(server)
        , m_listener(new QTcpServer)
    {
        const QString socket = server.value(QStringLiteral("host")) + QStringLiteral("/.s.PGSQL.")
            + server.value(QStringLiteral("port"));
        if (!m_listener->listen(QHostAddress::LocalHost))
            qFatal("no port to listen on");
        QObject::connect(m_listener, &QTcpServer::newConnection, m_listener, [=, this] {
            while (QTcpSocket *client = m_listener->nextPendingConnection())
                join(client, socket, major);
        });
        m_settings.set(QStringLiteral("host"), QStringLiteral("127.0.0.1"));
        m_settings.set(QStringLiteral("port"), QString::number(m_listener->serverPort()));
        m_settings.set(QStringLiteral("sslmode"), QStringLiteral("disable"));
        m_listener->moveToThread(&m_thread);
        QObject::connect(&m_thread, &QThread::finished, m_listener, &QObject::deleteLater);
        m_thread.start();
    }
    ~RenumberedServer()
    {
        m_thread.quit();
        m_thread.wait();
    }
    Q_DISABLE_COPY_MOVE(RenumberedServer)

    [[nodiscard]] const ConnectionSettings &settings() const { return m_settings; }
    [[nodiscard]] QString url() const
    {
        return QStringLiteral("postgres://%1@127.0.0.1:%2/%3?sslmode=disable")
            .arg(m_settings.value(QStringLiteral("user")), m_settings.value(QStringLiteral("port")),
                 m_settings.value(QStringLiteral("dbname")));
    }

private:
    static void join(QTcpSocket *client, const QString &socket, const QByteArray &major)
    {
        auto *server = new QLocalSocket(client);
        QObject::connect(client, &QIODevice::readyRead, server,
                         [=] { server->write(client->readAll()); });
        QObject::connect(server, &QIODevice::readyRead, client, [=] {
            QByteArray bytes = server->readAll();
            static const QByteArray name("server_version\0", 15);
            if (const qsizetype at = bytes.indexOf(name); at >= 0)
                bytes.replace(at + name.size(), major.size(), major);
            client->write(bytes);
        });
        QObject::connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
        QObject::connect(server, &QLocalSocket::disconnected, client,
                         &QTcpSocket::disconnectFromHost);
        server->connectToServer(socket);
    }

    ConnectionSettings m_settings;
    QThread m_thread;
    QTcpServer *m_listener;
};

} // namespace yardmaster::test
