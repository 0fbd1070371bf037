#pragma once

#include <QByteArray>
#include <QTcpSocket>

#include <memory>

namespace yardmaster::test {

/// What a server answered to one request.
struct HttpReply
{
    int status = 0; ///< 0: nothing came
    QByteArray headers{};
    QByteArray body{};
};

inline HttpReply replyOf(const QByteArray &text)
{
    const qsizetype end = text.indexOf("\r\n\r\n");
    if (!text.startsWith("HTTP/1.1 ") || end < 0)
        return {0, text};
    return {text.sliced(9, 3).toInt(), text.left(end), text.sliced(end + 4)};
}

/// Sends `request` as it is and reads until the server closes, or `patience` ms have passed.
inline HttpReply exchange(quint16 port, const QByteArray &request, int patience = 30000)
{
    QTcpSocket socket;
    socket.connectToHost(QStringLiteral("127.0.0.1"), port);
    if (!socket.waitForConnected(patience))
        return {};
    socket.write(request);
    QByteArray answer;
    while (socket.waitForReadyRead(patience))
        answer += socket.readAll();
    return replyOf(answer + socket.readAll());
}

inline HttpReply get(quint16 port, const QByteArray &path, int patience = 30000)
{
    return exchange(port, "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n", patience);
}

} // namespace yardmaster::test
