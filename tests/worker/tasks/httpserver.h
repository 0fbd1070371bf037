#pragma once

#include <QHash>
#include <QObject>
#include <QTcpServer>
#include <QTcpSocket>

#include <functional>
#include <memory>
#include <vector>

namespace yardmaster::test {

/// A web server on the loopback interface and the thread of the test, whose answers are those of
/// the test.
class HttpServer final : public QObject
{
public:
    struct Request
    {
        QByteArray method;
        QByteArray path;
        QHash<QByteArray, QByteArray> headers; ///< names in lower case
        QByteArray body;
    };
    using Answer = std::function<void(const Request &request, QTcpSocket *socket)>;

    explicit HttpServer(Answer answer, std::unique_ptr<QTcpServer> server = {})
        : m_answer(std::move(answer))
        , m_server(server ? std::move(server) : std::make_unique<QTcpServer>())
    {
        m_server->setListenBacklogSize(200);
        m_server->listen(QHostAddress::LocalHost);
        connect(m_server.get(), &QTcpServer::pendingConnectionAvailable, this, [this] {
            while (QTcpSocket *socket = m_server->nextPendingConnection())
                accept(socket);
        });
    }

    [[nodiscard]] QString url(const QString &path = QStringLiteral("/"),
                              const QString &scheme = QStringLiteral("http")) const
    {
        return QStringLiteral("%1://127.0.0.1:%2%3")
            .arg(scheme)
            .arg(m_server->serverPort())
            .arg(path);
    }
    [[nodiscard]] QByteArray port() const { return QByteArray::number(m_server->serverPort()); }
    [[nodiscard]] const std::vector<Request> &requests() const { return m_requests; }
    [[nodiscard]] int connections() const { return m_connections; } ///< so far
    [[nodiscard]] int open() const { return m_open; }
    /// Closes its port; connections stay.
    void close() { m_server->close(); }

    static void send(QTcpSocket *socket, const QByteArray &status, const QByteArray &body = {},
                     const QByteArray &headers = {})
    {
        socket->write("HTTP/1.1 " + status + "\r\nContent-Length: "
                      + QByteArray::number(body.size()) + "\r\n" + headers + "\r\n" + body);
    }

private:
    void accept(QTcpSocket *socket)
    {
        ++m_connections;
        ++m_open;
        auto buffer = std::make_shared<QByteArray>();
        connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
            --m_open;
            socket->deleteLater();
        });
        connect(socket, &QTcpSocket::readyRead, this, [this, socket, buffer] {
            *buffer += socket->readAll();
            while (take(socket, buffer.get())) { }
        });
    }

    bool take(QTcpSocket *socket, QByteArray *buffer)
    {
        const qsizetype end = buffer->indexOf("\r\n\r\n");
        if (end < 0)
            return false;
        const QList<QByteArray> lines = buffer->first(end).split('\n');
        Request request;
        request.method = lines.first().split(' ').value(0);
        request.path = lines.first().split(' ').value(1);
        for (const QByteArray &line : lines.mid(1)) {
            const qsizetype colon = line.indexOf(':');
            request.headers[line.left(colon).toLower()] = line.mid(colon + 1).trimmed();
        }
        const qsizetype size = request.headers["content-length"].toLongLong();
        if (buffer->size() < end + 4 + size)
            return false;
        request.body = buffer->mid(end + 4, size);
        buffer->remove(0, end + 4 + size);
        m_requests.push_back(request);
        m_answer(request, socket);
        return true;
    }

    const Answer m_answer;
    std::unique_ptr<QTcpServer> m_server;
    std::vector<Request> m_requests;
    int m_connections = 0;
    int m_open = 0;
};

} // namespace yardmaster::test
