#include "app/server/httpserver.h"
#include "tests/app/server/httpclient.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QElapsedTimer>
#include <QScopeGuard>
#include <QTcpServer>
#include <QTest>

#include <array>
#include <atomic>
#include <vector>

#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The server behind --listen-http, attacked.
class TestHttpServer : public QObject
{
    Q_OBJECT

    std::unique_ptr<HttpServer> m_server;
    QByteArray m_body = "fine\n";
    std::atomic<int> m_calls = 0;

    void listen(const HttpServer::Limits &limits = {})
    {
        m_calls = 0;
        auto server = HttpServer::listen(
            {u"127.0.0.1"_s, 0},
            [this](const QByteArray &path) {
                ++m_calls;
                return HttpServer::Answer{
                    200, path == "/large" ? QByteArray(8 << 20, 'x') : m_body + path};
            },
            limits);
        QVERIFY2(server, server ? "" : qPrintable(server.error()));
        m_server = *std::move(server);
    }
    [[nodiscard]] std::unique_ptr<QTcpSocket> connected() const
    {
        auto socket = std::make_unique<QTcpSocket>();
        socket->connectToHost(u"127.0.0.1"_s, m_server->port());
        if (!socket->waitForConnected(30000))
            qFatal("%s", qPrintable(socket->errorString()));
        return socket;
    }

    [[nodiscard]] sockaddr_in address() const
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(m_server->port());
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        return address;
    }

private slots:
    void cleanup() { m_server.reset(); }

    void addressesAreRead_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("complaint");
        QTest::newRow("port") << u"9187"_s << u"127.0.0.1:9187"_s << QString();
        QTest::newRow("any port") << u"0"_s << u"127.0.0.1:0"_s << QString();
        QTest::newRow("host") << u"localhost:80"_s << u"localhost:80"_s << QString();
        QTest::newRow("all") << u"*:80"_s << u"*:80"_s << QString();
        QTest::newRow("IPv6") << u"[::1]:80"_s << u"[::1]:80"_s << QString();
        QTest::newRow("no host") << u":80"_s << QString() << u"127.0.0.1:80"_s;
        QTest::newRow("large") << u"65536"_s << QString() << u"takes PORT"_s;
        QTest::newRow("sign") << u"+80"_s << QString() << u"takes PORT"_s;
        QTest::newRow("no port") << u"localhost:"_s << QString() << u"takes PORT"_s;
        QTest::newRow("name") << u"localhost"_s << QString() << u"takes PORT"_s;
        QTest::newRow("bare IPv6") << u"::1:80"_s << QString() << u"takes PORT"_s;
        QTest::newRow("URL") << u"http://localhost:80/"_s << QString() << u"takes PORT"_s;
        QTest::newRow("empty") << QString() << QString() << u"takes PORT"_s;
    }
    void addressesAreRead()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, address);
        QFETCH(const QString, complaint);
        const auto parsed = ListenAddress::parse(text);
        if (complaint.isEmpty())
            QCOMPARE(parsed ? parsed->text() : parsed.error(), address);
        else
            QVERIFY2(!parsed && parsed.error().contains(complaint),
                     qPrintable(parsed ? parsed->text() : parsed.error()));
    }

    void anAddressThatCannotBeHadIsOneSentence()
    {
        QTcpServer other;
        QVERIFY(other.listen(QHostAddress::LocalHost));
        const auto handler = [](const QByteArray &) { return HttpServer::Answer(); };
        const auto taken = HttpServer::listen({u"127.0.0.1"_s, other.serverPort()}, handler);
        QVERIFY(!taken);
        QCOMPARE(
            taken.error(),
            u"cannot listen on 127.0.0.1:%1: Address already in use"_s.arg(other.serverPort()));
        const auto elsewhere = HttpServer::listen({u"192.0.2.1"_s, 0}, handler);
        QVERIFY(!elsewhere && elsewhere.error().contains("Cannot assign requested address"_L1));
        const auto nowhere = HttpServer::listen({u"nowhere.invalid"_s, 1}, handler);
        QVERIFY(!nowhere && nowhere.error().startsWith("cannot listen on nowhere.invalid:1: "_L1));
    }

    void requestsAreAnswered()
    {
        listen();
        const HttpReply reply = get(m_server->port(), "/path?query=1");
        QCOMPARE(reply.status, 200);
        QCOMPARE(reply.body, QByteArray("fine\n/path"));
        QVERIFY(reply.headers.contains("Content-Length: 10\r\n"));
        QVERIFY(reply.headers.contains("Connection: close"));
        const HttpReply head = exchange(m_server->port(), "HEAD / HTTP/1.0\r\n\r\n");
        QCOMPARE(head.status, 200);
        QVERIFY(head.body.isEmpty() && head.headers.contains("Content-Length: 6\r\n"));
        QCOMPARE(get(m_server->port(), "/large").body.size(), qsizetype(8 << 20));
    }

    /// RFC 9112, 2.2 and 3.2.2.
    void unusualRequestsAreAnswered_data()
    {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<QByteArray>("path");
        QTest::newRow("empty line")
            << QByteArray("\r\nGET /a HTTP/1.1\r\n\r\n") << QByteArray("/a");
        QTest::newRow("empty lines")
            << QByteArray("\r\n\r\n\nGET /a HTTP/1.1\r\n\r\n") << QByteArray("/a");
        QTest::newRow("absolute") << QByteArray("GET http://x:80/a/b?c HTTP/1.1\r\n\r\n")
                                  << QByteArray("/a/b");
        QTest::newRow("no path") << QByteArray("GET HTTP://x HTTP/1.1\r\n\r\n") << QByteArray("/");
        QTest::newRow("query") << QByteArray("GET http://x?/a HTTP/1.1\r\n\r\n") << QByteArray("/");
    }
    void unusualRequestsAreAnswered()
    {
        QFETCH(const QByteArray, request);
        QFETCH(const QByteArray, path);
        listen();
        QCOMPARE(exchange(m_server->port(), request).body, "fine\n" + path);
    }

    void aRequestMayComeInPieces()
    {
        listen();
        const auto socket = connected();
        for (const char *piece : {"\r", "\n", "GET /a HT", "TP/1.1\r\nHost", ": x\r\n\r", "\n"}) {
            socket->write(piece);
            QVERIFY(socket->waitForBytesWritten(30000));
        }
        QVERIFY(socket->waitForDisconnected(30000) || socket->bytesAvailable() > 0);
        QCOMPARE(replyOf(socket->readAll()).body, QByteArray("fine\n/a"));
    }

    void wrongRequestsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<int>("status");
        QTest::newRow("noise") << QByteArray("\x16\x03\x01 tls\r\n\r\n") << 400;
        QTest::newRow("no path") << QByteArray("GET HTTP/1.1\r\n\r\n") << 400;
        QTest::newRow("other scheme") << QByteArray("GET ftp://x/ HTTP/1.1\r\n\r\n") << 400;
        QTest::newRow("options") << QByteArray("OPTIONS * HTTP/1.1\r\n\r\n") << 405;
        QTest::newRow("HTTP/2") << QByteArray("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") << 400;
        QTest::newRow("method") << QByteArray("DELETE / HTTP/1.1\r\n\r\n") << 405;
        QTest::newRow("post") << QByteArray("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc")
                              << 405;
        QTest::newRow("large") << QByteArray("GET /" + QByteArray(9000, 'a') + " HTTP/1.1\r\n\r\n")
                               << 431;
    }
    void wrongRequestsAreRefused()
    {
        QFETCH(const QByteArray, request);
        QFETCH(const int, status);
        listen();
        QCOMPARE(exchange(m_server->port(), request).status, status);
        QCOMPARE(m_calls.load(), 0);
    }

    /// It is answered before it has been sent, and read no further than a client that would
    /// otherwise lose the answer needs.
    void aRequestOfAGigabyteIsNotRead()
    {
        listen();
        const auto socket = connected();
        socket->write("POST / HTTP/1.1\r\nContent-Length: 1073741824\r\n\r\n");
        const QByteArray chunk(1 << 20, 'x');
        int sent = 0;
        for (; sent < 1024 && socket->state() == QTcpSocket::ConnectedState; ++sent) {
            socket->write(chunk);
            if (!socket->waitForBytesWritten(5000))
                break;
        }
        QVERIFY2(sent < 1024, qPrintable(QString::number(sent)));
        QCOMPARE(get(m_server->port(), "/").status, 200);
    }

    void silentClientsAreDropped()
    {
        HttpServer::Limits limits;
        limits.patience = 100ms;
        listen(limits);
        const auto silent = connected();
        const auto half = connected();
        half->write("GET / HTTP/1.1\r\n");
        QVERIFY(half->waitForBytesWritten(30000));
        for (const auto &socket : {&silent, &half})
            QVERIFY((*socket)->state() == QTcpSocket::UnconnectedState
                    || (*socket)->waitForDisconnected(30000));
        QVERIFY(half->readAll().isEmpty());
    }

    /// More of them than may be connected, and more than a process may have files.
    void tenThousandSlowClientsDoNotBlockOthers()
    {
        rlimit files{};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &files), 0);
        const rlimit before = files;
        files.rlim_cur = files.rlim_max;
        ::setrlimit(RLIMIT_NOFILE, &files);
        const size_t count = std::min<size_t>(10000, files.rlim_max - 1000);
        listen();
        std::vector<int> slow;
        int answered = 0;
        qint64 longest = 0;
        for (size_t i = 0; i < count; ++i) {
            const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
            QVERIFY2(socket >= 0, qPrintable(QString::number(i)));
            slow.push_back(socket);
            const sockaddr_in address = this->address();
            ::connect(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address);
            [[maybe_unused]] const auto sent = ::send(socket, "G", 1, MSG_NOSIGNAL);
            if (i % 500 != 499)
                continue;
            QElapsedTimer watch;
            watch.start();
            if (get(m_server->port(), "/").status == 200)
                ++answered;
            longest = std::max(longest, watch.elapsed());
        }
        for (const int socket : slow)
            ::close(socket);
        ::setrlimit(RLIMIT_NOFILE, &before);
        qInfo("%zu slow clients; %d requests between them answered, the slowest in %lld ms", count,
              answered, longest);
        QCOMPARE(size_t(answered), count / 500);
        QVERIFY2(longest < 20000, qPrintable(QString::number(longest)));
    }

    void clientsThatDoNotReadAreBounded()
    {
        listen();
        std::vector<std::unique_ptr<QTcpSocket>> clients;
        for (int i = 0; i < 40; ++i) {
            clients.push_back(connected());
            clients.back()->setReadBufferSize(1);
            clients.back()->write("GET /large HTTP/1.1\r\n\r\n");
            QVERIFY(clients.back()->waitForBytesWritten(30000));
        }
        QTRY_COMPARE(m_calls.load(), 40);
        QCOMPARE(get(m_server->port(), "/large").status, 503);
        QCOMPARE(get(m_server->port(), "/").status, 200); // small ones pass
    }

    void aServerWithoutFilesComesBack()
    {
        HttpServer::Limits limits;
        limits.linger = 60s; // so that none of its files gets free
        listen(limits);
        const auto openFiles = [] {
            return QDir(u"/proc/self/fd"_s).entryList(QDir::System | QDir::AllEntries).size();
        };
        const qsizetype atFirst = openFiles();
        std::array<int, 3> sockets{};
        for (int &socket : sockets)
            socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const sockaddr_in address = this->address();
        const auto opened = [&address](int socket) {
            const timeval patience{30, 0};
            ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
            return ::connect(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address)
                == 0;
        };
        const auto sent = [](int socket) {
            return ::send(socket, "GET / HTTP/1.1\r\n\r\n", 18, MSG_NOSIGNAL) == 18;
        };
        const auto isAnswered = [](int socket) {
            char first = 0;
            return ::recv(socket, &first, 1, 0) == 1;
        };
        QVERIFY(opened(sockets[0]) && opened(sockets[1]));
        QTRY_COMPARE(openFiles(), atFirst + 5); // two have been accepted
        const int lowestFree = ::dup(sockets[0]);
        QVERIFY(lowestFree >= 0);
        ::close(lowestFree);
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
        rlimit none = before;
        none.rlim_cur = rlim_t(lowestFree);
        ::setrlimit(RLIMIT_NOFILE, &none);
        const auto comesBack = qScopeGuard([&before] { ::setrlimit(RLIMIT_NOFILE, &before); });
        QVERIFY(opened(sockets[2]) && sent(sockets[2]));
        // Between the answers to these two it has tried to accept the one that waits.
        QVERIFY(sent(sockets[0]) && isAnswered(sockets[0]));
        QVERIFY(sent(sockets[1]) && isAnswered(sockets[1]));
        QCOMPARE(m_calls.load(), 2);
        ::setrlimit(RLIMIT_NOFILE, &before);
        QVERIFY(isAnswered(sockets[2]));
        QCOMPARE(m_calls.load(), 3);
        for (const int socket : sockets)
            ::close(socket);
    }

    void endsWhileClientsAreConnected()
    {
        listen();
        const auto client = connected();
        client->write("GET");
        QElapsedTimer watch;
        watch.start();
        m_server.reset();
        QVERIFY(watch.elapsed() < 5000);
    }
};

YARDMASTER_TEST(TestHttpServer)
#include "tst_httpserver.moc"
