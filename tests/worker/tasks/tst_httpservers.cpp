#include "tests/support/testprogram.h"
#include "tests/worker/tasks/httptest.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTimer>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// A server in a process of its own, for what none does in the test's process.
class NodeServer final
{
public:
    /// @param listener  of connections, JavaScript: socket => { … }
    explicit NodeServer(const QString &listener)
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(u"node"_s,
                        {u"-e"_s,
                         u"require('net').createServer(%1).listen(0, '127.0.0.1', function "
                         "() { console.log(this.address().port); });"_s.arg(listener)});
        if (m_process.waitForStarted() && m_process.waitForReadyRead())
            m_port = QString::fromUtf8(m_process.readAll().trimmed());
    }
    ~NodeServer()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(NodeServer)

    [[nodiscard]] bool isStarted() const { return !m_port.isEmpty(); }
    [[nodiscard]] QString url() const { return u"http://127.0.0.1:%1/"_s.arg(m_port); }

private:
    QProcess m_process;
    QString m_port;
};

} // namespace

/// HTTP tasks whose servers are slow, broken or hostile, or gone.
class TestHttpServers final : public HttpTest
{
    Q_OBJECT

private slots:
    void interimAnswersAreNotTheAnswer()
    {
        serve([this](const HttpServer::Request &, QTcpSocket *socket) {
            if (m_server->requests().size() > 1) {
                HttpServer::send(socket, "500 Not this one");
                return;
            }
            socket->write("HTTP/1.1 103 Early Hints\r\nRetry-After: 9\r\n\r\n");
            QTimer::singleShot(20, socket, [socket] { HttpServer::send(socket, "200 OK"); });
        });
        const auto worker = this->worker();
        worker->options.concurrency = 1;
        worker->options.asyncConcurrency = 1;
        (void)add(", max_attempts := 1");
        (void)add(", max_attempts := 1");
        QVERIFY(worker->drain());
        QCOMPARE(m_server->requests().size(), size_t(2));
        QVERIFY(column("last_error").startsWith(u"HTTP 500 Not this one"_s));
    }

    /// Sent as fast as they are read, by a process of its own. The jobs of other servers go on.
    void headersWithoutEndAreCutOff_data()
    {
        QTest::addColumn<QString>("status");
        QTest::addColumn<QString>("more");
        QTest::addColumn<QString>("error");
        QTest::newRow("many") << u"200"_s << u"'X-More: ' + 'x'.repeat(1000) + '\\r\\n'"_s
                              << u"the headers of the response have more than 256 KiB"_s;
        QTest::newRow("one long") << u"200"_s << u"'x'.repeat(1000)"_s
                                  << u"a header of the response is too long"_s;
        QTest::newRow("interim answers") << u"103"_s << u"'\\r\\nHTTP/1.1 103 Hints\\r\\n'"_s
                                         << u"the headers of the response have more than 256 KiB"_s;
    }
    void headersWithoutEndAreCutOff()
    {
        QFETCH(const QString, status);
        QFETCH(const QString, more);
        QFETCH(const QString, error);
        NodeServer server(uR"(socket => {
            const more = Buffer.from((%1).repeat(100));
            socket.write('HTTP/1.1 %2 \r\n');
            const send = () => { while (!socket.destroyed && socket.write(more)); };
            socket.on('drain', send).on('error', () => {});
            send();
        })"_s.arg(more, status));
        if (!server.isStarted())
            QSKIP("needs Node.js");
        serve("200 OK");
        HttpTarget endless = *HttpTarget::fromUrl(server.url());
        endless.timeout = 30s;
        const auto both = worker(endless);
        const HttpTarget other = *HttpTarget::fromUrl(m_server->url());
        both->registry->addExecutor(u"other"_s, std::make_shared<HttpTask>(other),
                                    HttpTask::optionsFor(other));
        both->options.concurrency = 8;
        sql("select graphile_worker.add_job(task) from generate_series(1, 4), "
            "unnest(array['hook', 'other']) task");
        QVERIFY(both->drain());
        QCOMPARE(scalar("select distinct last_error from graphile_worker._private_jobs"),
                 server.url().chopped(1) + u": "_s + error);
        QCOMPARE(jobs(), u"4"_s);
    }

    void anotherProtocolIsAFailure()
    {
        serve([](const HttpServer::Request &, QTcpSocket *socket) {
            socket->write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n");
        });
        QVERIFY(errorAfterRun(worker().get()).contains(u"switched to another protocol"_s));
    }

    void bodiesOfAllKindsAreBounded_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("end");
        QTest::newRow("binary") << QByteArray("\0\1\2", 3) << u"\n(3 bytes of binary data)"_s;
        QTest::newRow("huge") << QByteArray(3'000'000, 'x') << QString(2000, u'x') + u" …"_s;
        QTest::newRow("huge and binary")
            << QByteArray(3'000'000, '\0') << u"\n(more than 16384 bytes of binary data)"_s;
    }
    void bodiesOfAllKindsAreBounded()
    {
        QFETCH(const QByteArray, body);
        QFETCH(const QString, end);
        serve("500 Oops", body);
        const QString error = errorAfterRun(worker().get());
        QVERIFY2(error.endsWith(end), qPrintable(error.right(200)));
        QVERIFY(error.size() < 3000);
    }

    void anEndlessBodyIsCutOff_data()
    {
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<bool>("succeeds");
        QTest::newRow("success") << QByteArray("200 OK") << true;
        QTest::newRow("failure") << QByteArray("500 Oops") << false;
    }
    void anEndlessBodyIsCutOff()
    {
        QFETCH(const QByteArray, status);
        QFETCH(const bool, succeeds);
        serve([status](const HttpServer::Request &, QTcpSocket *socket) {
            socket->write("HTTP/1.1 " + status + "\r\n\r\n");
            const auto more = [socket] {
                if (socket->bytesToWrite() < 1'000'000)
                    socket->write(QByteArray(100'000, 'y'));
            };
            connect(socket, &QTcpSocket::bytesWritten, socket, more);
            more();
        });
        const QString error = errorAfterRun(worker().get());
        QCOMPARE(jobs(), succeeds ? u"0"_s : u"1"_s);
        QVERIFY(succeeds || error.endsWith(u"y …"_s));
        QTRY_COMPARE(m_server->open(), 0);
    }

    void theBodyOfAFailureMayNotTakeLong()
    {
        serve([](const HttpServer::Request &, QTcpSocket *socket) {
            socket->write("HTTP/1.1 500 Oops\r\nContent-Length: 100\r\n\r\nbegins");
        });
        QElapsedTimer clock;
        clock.start();
        const QString error = errorAfterRun(worker().get());
        QVERIFY2(error.endsWith(u"begins …"_s), qPrintable(error));
        QVERIFY(clock.elapsed() < 30000);
    }

    void theBodyOfAFailureMayBeCutOff_data()
    {
        QTest::addColumn<QByteArray>("answer"); // and the connection is closed
        QTest::newRow("of a length")
            << QByteArray("HTTP/1.1 500 Oops\r\nContent-Length: 100\r\n\r\nbegins");
        QTest::newRow("in chunks") << QByteArray(
            "HTTP/1.1 500 Oops\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nbegins\r\n9\r\n");
    }
    void theBodyOfAFailureMayBeCutOff()
    {
        QFETCH(const QByteArray, answer);
        serve([answer](const HttpServer::Request &, QTcpSocket *socket) {
            socket->write(answer);
            socket->disconnectFromHost();
        });
        const QString error = errorAfterRun(worker().get());
        QVERIFY2(error.endsWith(u"begins …"_s), qPrintable(error));
    }

    void brokenServersAreFailures_data()
    {
        QTest::addColumn<QByteArray>("answer"); // and the connection is closed
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << QByteArray()
                                 << u"the connection was closed before the response"_s;
        QTest::newRow("garbage") << QByteArray("\x16\x03\x01garbage\r\n\r\n") << QString();
        QTest::newRow("half a header") << QByteArray("HTTP/1.1 200 OK\r\nContent-Le") << QString();
        QTest::newRow("half a body")
            << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
            << u"HTTP 200, but the connection was closed within the response"_s;
        QTest::newRow("two lengths")
            << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nhalf")
            << u"the Content-Length of the response is not valid"_s;
        QTest::newRow("no length")
            << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: +4\r\n\r\nhalf")
            << u"the Content-Length of the response is not valid"_s;
        QTest::newRow("bad chunk")
            << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
            << u"HTTP 200, but the response cannot be read"_s;
        QTest::newRow("half a chunk")
            << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nha")
            << u"HTTP 200, but the connection was closed within the response"_s;
    }
    void brokenServersAreFailures()
    {
        QFETCH(const QByteArray, answer);
        QFETCH(const QString, text);
        serve([answer](const HttpServer::Request &, QTcpSocket *socket) {
            socket->write(answer);
            socket->disconnectFromHost();
        });
        const QString error = errorAfterRun(worker().get());
        qInfo("%s (%zu requests)", qPrintable(error), m_server->requests().size());
        QCOMPARE(jobs(), u"1"_s);
        QVERIFY2(error.startsWith(m_server->url({}) + u": "_s), qPrintable(error));
        QVERIFY2(error.contains(text), qPrintable(error));
        QVERIFY(m_server->requests().size() <= 2); // a connection might have been an old one
    }

    /// Some of many connections end between two reads of their answer.
    void noneOfManyCutOffAnswersIsASuccess()
    {
        NodeServer server(uR"(socket => {
            socket.on('error', () => {}).once('data', () => {
                socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\ncut off');
                setTimeout(() => socket.destroy(), 20);
            });
        })"_s);
        if (!server.isStarted())
            QSKIP("needs Node.js");
        sql("select graphile_worker.add_job('hook', max_attempts := 1) "
            "from generate_series(1, 1500)");
        const auto many = worker(server.url());
        many->options.concurrency = 40;
        many->options.asyncConcurrency = 40;
        QVERIFY(many->drain());
        QCOMPARE(many->outcome->succeeded, qint64{0});
        QCOMPARE(jobs(), u"1500"_s);
    }

    void aServerThatIsNotThereIsAFailure()
    {
        serve("200 OK");
        const QString url = m_server->url();
        m_server->close();
        QCOMPARE(errorAfterRun(worker(url).get()).section(u": "_s, 1),
                 u"the connection was refused"_s);
    }

    void noAnswerEndsWithTheTimeout()
    {
        serve([](const HttpServer::Request &, QTcpSocket *) {});
        HttpTarget target = *HttpTarget::fromUrl(m_server->url());
        target.timeout = 300ms;
        const auto patient = worker(target);
        patient->options.taskTimeout = 1h; // not for a task that has its own
        QCOMPARE(
            errorAfterRun(patient.get()),
            u"It ran for more than 300 ms and was stopped\nThe request was aborted before there "
            "was a response"_s);
        QCOMPARE(column("attempts"), u"1"_s);
        QTRY_COMPARE(m_server->open(), 0);
    }

    void aStopReturnsJobs()
    {
        serve([](const HttpServer::Request &, QTcpSocket *) {});
        (void)add();
        const auto stopped = worker();
        stopped->options.gracePeriod = 500ms;
        stopped->start();
        QTRY_COMPARE(m_server->requests().size(), size_t(1));
        QVERIFY(stopped->stop());
        QCOMPARE(column("attempts || coalesce(locked_by, '')"), u"0"_s);
        QTRY_COMPARE(m_server->open(), 0);
    }

    void aConnectionThatWasClosedMeanwhileIsNoFailure()
    {
        // Servers close what was idle for some seconds: here the moment a second request comes.
        int seen = 0;
        serve([&seen](const HttpServer::Request &, QTcpSocket *socket) {
            if (++seen == 2)
                socket->abort();
            else
                HttpServer::send(socket, "200 OK");
        });
        sql("select graphile_worker.add_job('hook') from generate_series(1, 2)");
        QVERIFY(worker()->drain());
        QCOMPARE(jobs(), u"0"_s);
        QCOMPARE(seen, 3);
    }

    /// Such as what a load balancer says before it closes an idle connection.
    void whatComesBehindAnAnswerIsNotTheNextOne()
    {
        HttpServer slow([](const HttpServer::Request &, QTcpSocket *socket) {
            QTimer::singleShot(300, socket, [socket] { HttpServer::send(socket, "200 OK"); });
        });
        serve([this](const HttpServer::Request &, QTcpSocket *socket) {
            if (m_server->requests().size() > 1) {
                HttpServer::send(socket, "500 Mine");
                return;
            }
            HttpServer::send(socket, "200 OK");
            QTimer::singleShot(30, socket,
                               [socket] { HttpServer::send(socket, "408 Request Timeout"); });
        });
        const auto worker = this->worker();
        const HttpTarget meanwhile = *HttpTarget::fromUrl(slow.url());
        worker->registry->addExecutor(u"slow"_s, std::make_shared<HttpTask>(meanwhile),
                                      HttpTask::optionsFor(meanwhile));
        worker->options.concurrency = 1;
        worker->options.asyncConcurrency = 1;
        for (const char *task : {"hook", "slow", "hook"})
            sql("select graphile_worker.add_job('" + QByteArray(task) + "')");
        QVERIFY(worker->drain());
        QCOMPARE(m_server->requests().size(), size_t(2));
        QVERIFY2(column("last_error").startsWith(u"HTTP 500 Mine"_s),
                 qPrintable(column("last_error")));
    }

    void trailersAreNotHeaders()
    {
        serve([](const HttpServer::Request &, QTcpSocket *socket) {
            socket->write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                          "2\r\nok\r\n0\r\nRetry-After: 5\r\nHTTP/1.1 503: x\r\n\r\n");
        });
        QCOMPARE(errorAfterRun(worker().get()), QString());
        QCOMPARE(jobs(), u"0"_s);
        QCOMPARE(m_output, QStringList{u"ok"_s});
    }

    void aRequestIsRepeatedOnce()
    {
        // Three connections are kept, and each turns out to be closed.
        std::vector<QTcpSocket *> first;
        serve([&first](const HttpServer::Request &, QTcpSocket *socket) {
            if (first.size() == 3) {
                socket->abort();
                return;
            }
            first.push_back(socket);
            if (first.size() == 3) {
                for (QTcpSocket *one : first)
                    HttpServer::send(one, "200 OK");
            }
        });
        sql("select graphile_worker.add_job('hook', max_attempts := 1) from generate_series(1, 4)");
        const auto worker = this->worker();
        worker->options.concurrency = 3;
        worker->options.asyncConcurrency = 3;
        QVERIFY(worker->drain());
        QCOMPARE(m_server->requests().size(), size_t(5));
        QCOMPARE(m_server->connections(), 4);
        QVERIFY(column("last_error").endsWith(u"the connection was closed before the response"_s));
    }
};

YARDMASTER_TEST(TestHttpServers)
#include "tst_httpservers.moc"
