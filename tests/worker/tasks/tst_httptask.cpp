#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"
#include "tests/worker/tasks/httpserver.h"

#include "worker/runner/dryrun.h"
#include "worker/tasks/httpmessage.h"
#include "worker/tasks/httptask.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QSslKey>
#include <QSslServer>
#include <QStandardPaths>
#include <QTemporaryDir>
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

/// HTTP tasks against a server of the test's own, and a real database. Long because of the ways in
/// which an HTTP exchange goes wrong.
class TestHttpTask final : public WorkerTest
{
    Q_OBJECT

    std::unique_ptr<HttpServer> m_server;
    QStringList m_output;

    void serve(HttpServer::Answer answer)
    {
        m_server = std::make_unique<HttpServer>(std::move(answer));
    }
    void serve(const QByteArray &status, const QByteArray &body = {},
               const QByteArray &headers = {})
    {
        serve([=](const HttpServer::Request &, QTcpSocket *socket) {
            HttpServer::send(socket, status, body, headers);
        });
    }

    [[nodiscard]] std::unique_ptr<TestWorker> worker(const QString &url,
                                                     const QByteArray &secret = {})
    {
        HttpTarget target = *HttpTarget::fromUrl(url);
        target.secret = secret;
        return worker(target);
    }
    [[nodiscard]] std::unique_ptr<TestWorker> worker(const HttpTarget &target)
    {
        auto worker = std::make_unique<TestWorker>(*m_database);
        worker->registry->addExecutor(u"hook"_s, std::make_shared<HttpTask>(target),
                                      HttpTask::optionsFor(target));
        connect(&worker->events, &EventBus::jobOutput, this,
                [this](const JobInfo &, const QString &line) { m_output << line; });
        return worker;
    }
    [[nodiscard]] std::unique_ptr<TestWorker> worker() { return worker(m_server->url()); }

    [[nodiscard]] QString add(const QByteArray &more = {}) const
    {
        return scalar("select id from graphile_worker.add_job('hook', '{\"a\":[1,\"\xc3\xbc\"]}'"
                      + more + ")");
    }
    [[nodiscard]] QString jobs() const
    {
        return scalar("select count(*) from graphile_worker._private_jobs");
    }
    [[nodiscard]] QString column(const QByteArray &column) const
    {
        return scalar("select (" + column + ")::text from graphile_worker._private_jobs");
    }
    /// Adds a job and runs it once. @returns its last_error.
    [[nodiscard]] QString errorAfterRun(TestWorker *worker)
    {
        (void)add();
        if (!worker->drain())
            return u"the worker does not end"_s;
        return column("last_error");
    }
    static bool hasTls()
    {
        return !QStandardPaths::findExecutable(u"openssl"_s).isEmpty() && QSslSocket::supportsSsl();
    }
    static bool makeCertificate(const QTemporaryDir &folder, const QString &name,
                                const QString &host)
    {
        QProcess process;
        process.setWorkingDirectory(folder.path());
        process.start(u"openssl"_s,
                      {u"req"_s, u"-x509"_s, u"-newkey"_s, u"rsa:2048"_s, u"-nodes"_s, u"-days"_s,
                       u"2"_s, u"-keyout"_s, name + u".key"_s, u"-out"_s, name + u".pem"_s,
                       u"-subj"_s, u"/CN=test"_s, u"-addext"_s, u"subjectAltName="_s + host});
        return process.waitForFinished(60000) && process.exitCode() == 0;
    }
    /// @returns the task of a server with this certificate.
    [[nodiscard]] HttpTarget serveTls(const QTemporaryDir &folder, const QString &certificate,
                                      bool isTrusted, HttpServer::Answer answer)
    {
        const auto content = [&folder](const QString &name) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
        tls.setLocalCertificate(QSslCertificate(content(certificate + u".pem"_s)));
        tls.setPrivateKey(QSslKey(content(certificate + u".key"_s), QSsl::Rsa));
        auto server = std::make_unique<QSslServer>();
        server->setSslConfiguration(tls);
        m_server = std::make_unique<HttpServer>(std::move(answer), std::move(server));
        HttpTarget target = *HttpTarget::fromUrl(m_server->url(u"/"_s, u"https"_s));
        if (isTrusted)
            target.authorities = content(certificate + u".pem"_s);
        return target;
    }
    static int threads()
    {
        return int(QDir(u"/proc/self/task"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size());
    }

private slots:
    void init()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        m_output.clear();
    }

    void thePayloadIsPosted()
    {
        serve("200 OK", "thank you\n");
        const QString id = add(", queue_name := 'q', job_key := 'k'");
        QVERIFY(worker(m_server->url(u"/in/hook?x=1"_s), "s3cret")->drain());
        QCOMPARE(jobs(), u"0"_s);
        QCOMPARE(m_server->requests().size(), size_t(1));
        const HttpServer::Request request = m_server->requests().front();
        QCOMPARE(request.method, "POST");
        QCOMPARE(request.path, "/in/hook?x=1");
        QCOMPARE(request.body, R"({"a":[1,"ü"]})");
        const auto header = [&request](const char *name) { return request.headers.value(name); };
        QCOMPARE(header("content-type"), "application/json");
        QCOMPARE(header("yardmaster-job-id"), id.toLatin1());
        QCOMPARE(header("yardmaster-queue"), "q");
        QCOMPARE(header("yardmaster-key"), "k");
        QCOMPARE(header("yardmaster-attempt"), "1");
        QCOMPARE(header("yardmaster-max-attempts"), "25");
        QVERIFY(header("yardmaster-run-at").startsWith("20"));
        QVERIFY(!header("yardmaster-worker").isEmpty());
        QVERIFY(!request.headers.contains("cookie"));
        QCOMPARE(header("yardmaster-signature"),
                 httpSignature("s3cret", header("yardmaster-timestamp"), request.body));
        QCOMPARE(m_output, QStringList{u"thank you"_s});
    }

    void aFailureHasTheAnswer()
    {
        serve("503 Service Unavailable", "no capacity", "Retry-After: 3000\r\n");
        QCOMPARE(errorAfterRun(worker().get()),
                 u"HTTP 503 Service Unavailable from %1\nno capacity"_s.arg(m_server->url({})));
        QCOMPARE(column("attempts"), u"1"_s);
        QCOMPARE(column("run_at between now() + interval '2900 seconds' and now() + interval '3000 "
                        "seconds'"),
                 u"true"_s);
    }

    void aDateIsHonouredToo()
    {
        const QDateTime date = QDateTime::currentDateTimeUtc().addSecs(2000);
        serve("429 Too Many Requests", {},
              "Retry-After: "
                  + QLocale::c().toString(date, u"ddd, dd MMM yyyy hh:mm:ss 'GMT'"_s).toLatin1()
                  + "\r\n");
        (void)errorAfterRun(worker().get());
        QCOMPARE(column("run_at between now() + interval '1900 seconds' and now() + interval '2001 "
                        "seconds'"),
                 u"true"_s);
    }

    void withoutRetryAfterTheBackoffIsTheUsual()
    {
        serve("500 Oops");
        (void)errorAfterRun(worker().get());
        QCOMPARE(
            column("run_at between now() + interval '1 second' and now() + interval '3 seconds'"),
            u"true"_s);
    }

    /// Some servers say 0, or have a clock that is wrong: that would use up all attempts at once.
    void retryAfterDoesNotShortenTheBackoff_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("zero") << QByteArray("0");
        QTest::newRow("past") << QByteArray("Sun, 06 Nov 1994 08:49:37 GMT");
        QTest::newRow("shorter") << QByteArray("1");
    }
    void retryAfterDoesNotShortenTheBackoff()
    {
        QFETCH(const QByteArray, value);
        serve("503 Busy", {}, "Retry-After: " + value + "\r\n");
        (void)add();
        sql("update graphile_worker._private_jobs set attempts = 4");
        QVERIFY(worker()->drain());
        QCOMPARE(column("attempts"), u"5"_s);
        QCOMPARE(column("run_at between now() + interval '140 seconds' and now() + interval '149 "
                        "seconds'"),
                 u"true"_s);
    }

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

    void aServerCanFailAJobForGood_data()
    {
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<QByteArray>("headers");
        QTest::newRow("410") << QByteArray("410 Gone") << QByteArray();
        QTest::newRow("header") << QByteArray("400 Bad Request")
                                << QByteArray("yardmaster-retry: No\r\n");
        QTest::newRow("redirect") << QByteArray("307 Temporary")
                                  << QByteArray("Yardmaster-Retry: no\r\nLocation: /\r\n");
    }
    void aServerCanFailAJobForGood()
    {
        QFETCH(const QByteArray, status);
        QFETCH(const QByteArray, headers);
        serve(status, "never again", headers);
        const QString error = errorAfterRun(worker().get());
        QVERIFY2(error.contains("never again"_L1), qPrintable(error));
        QCOMPARE(column("attempts = max_attempts"), u"true"_s);
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

    void jobsThatWaitForAConnectionAreReturnedToo()
    {
        serve([](const HttpServer::Request &, QTcpSocket *) {});
        sql("select graphile_worker.add_job('hook') from generate_series(1, 120)");
        const auto stopped = worker();
        stopped->options.concurrency = 120;
        stopped->options.gracePeriod = 500ms;
        stopped->start();
        QTRY_COMPARE(m_server->requests().size(), size_t(100));
        QVERIFY(stopped->stop());
        QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs where attempts = 0 and "
                        "locked_at is null"),
                 u"120"_s);
        QCOMPARE(m_server->requests().size(), size_t(100));
    }

    void redirectsAreFollowedOnTheSameServerOnly_data()
    {
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<QByteArray>("location");
        QTest::addColumn<QString>("error"); // empty: it is followed
        const QString turns = u"turns POST into GET"_s;
        const QString elsewhere
            = u"a redirect to another server, http://localhost:1, is not followed"_s;
        QTest::newRow("307") << QByteArray("307 Temporary") << QByteArray("/there") << QString();
        QTest::newRow("308") << QByteArray("308 Permanent") << QByteArray("there") << QString();
        QTest::newRow("301") << QByteArray("301 Moved") << QByteArray("/there") << turns;
        QTest::newRow("302") << QByteArray("302 Found") << QByteArray("/there") << turns;
        QTest::newRow("303") << QByteArray("303 See Other") << QByteArray("/there") << turns;
        QTest::newRow("other host") << QByteArray("307 Temporary")
                                    << QByteArray("http://localhost:1/there?token=x") << elsewhere;
        QTest::newRow("other host, same port")
            << QByteArray("307 Temporary") << QByteArray("http://localhost:PORT/there")
            << u"a redirect to another server, http://localhost:"_s;
        QTest::newRow("other port")
            << QByteArray("307 Temporary") << QByteArray("http://127.0.0.1:1/there")
            << u"a redirect to another server, http://127.0.0.1:1"_s;
        QTest::newRow("downgrade") << QByteArray("307 Temporary") << QByteArray("ftp://127.0.0.1/")
                                   << u"a redirect to another server"_s;
        QTest::newRow("circle") << QByteArray("307 Temporary") << QByteArray("/")
                                << u"more than 5 redirects"_s;
    }
    void redirectsAreFollowedOnTheSameServerOnly()
    {
        QFETCH(const QByteArray, status);
        QFETCH(const QByteArray, location);
        QFETCH(const QString, error);
        serve([=, this](const HttpServer::Request &request, QTcpSocket *socket) {
            if (request.path == "/there")
                HttpServer::send(socket, "200 OK");
            else
                HttpServer::send(
                    socket, status, "moved",
                    "Location: " + QByteArray(location).replace("PORT", m_server->port()) + "\r\n");
        });
        const QString last = errorAfterRun(worker(m_server->url(), "s").get());
        QVERIFY2(last.contains(error), qPrintable(last));
        QVERIFY(!last.contains("token"_L1));
        if (error.isEmpty()) {
            QCOMPARE(jobs(), u"0"_s);
            QCOMPARE(m_server->requests().size(), size_t(2));
            const HttpServer::Request second = m_server->requests().back();
            QCOMPARE(second.method, "POST");
            QCOMPARE(second.body, R"({"a":[1,"ü"]})");
            QVERIFY(second.headers.contains("yardmaster-signature"));
        } else {
            QCOMPARE(jobs(), u"1"_s);
        }
    }

    void aRedirectFromHttpsToHttpIsNotFollowed()
    {
        if (!hasTls())
            QSKIP("TLS is not tested: there is no openssl program, or no TLS in Qt");
        const QTemporaryDir folder;
        QVERIFY(makeCertificate(folder, u"good"_s, u"IP:127.0.0.1"_s));
        const HttpTarget target = serveTls(
            folder, u"good"_s, true, [this](const HttpServer::Request &, QTcpSocket *socket) {
                HttpServer::send(socket, "307 Temporary", {},
                                 "Location: " + m_server->url().toLatin1() + "\r\n");
            });
        const QString error = errorAfterRun(worker(target).get());
        QVERIFY2(error.contains(
                     u"a redirect to another server, %1, is not followed"_s.arg(m_server->url({}))),
                 qPrintable(error));
        QCOMPARE(m_server->connections(), 1);
    }

    void nothingSecretIsTold()
    {
        const auto hides = [](const QString &text) {
            return !text.contains("pass"_L1) && !text.contains("s3cret"_L1)
                && !text.contains("tokn"_L1) && !text.contains("user"_L1);
        };
        serve("500 Oops");
        QString url = m_server->url(u"/tokn?tokn"_s);
        url.replace("http://"_L1, "http://user:pass@"_L1);
        const auto told = worker(url, "s3cret");
        QVERIFY(hides(told->registry->find(u"hook"_s)->describe()));
        QVERIFY(hides(told->registry->find(u"hook"_s)->facts().host));
        const QString failed = errorAfterRun(told.get());
        QVERIFY2(hides(failed), qPrintable(failed));
        QCOMPARE(m_server->requests().front().headers.value("authorization"),
                 "Basic " + QByteArray("user:pass").toBase64());
        m_server->close();
        sql("delete from graphile_worker._private_jobs");
        const QString refused = errorAfterRun(worker(url, "s3cret").get());
        QVERIFY2(hides(refused), qPrintable(refused));
    }

    void manyJobsNeedFewThreadsAndConnections()
    {
        serve("200 OK");
        sql("select graphile_worker.add_job('hook') from generate_series(1, 10000)");
        const auto busy = worker();
        busy->options.concurrency = 50;
        const int before = threads();
        int most = 0;
        QTimer look;
        connect(&look, &QTimer::timeout, this, [&most] { most = std::max(most, threads()); });
        look.start(20ms);
        QElapsedTimer clock;
        clock.start();
        QVERIFY(busy->drain());
        qInfo("10000 jobs in %lld ms, %d threads more, %d connections", clock.elapsed(),
              most - before, m_server->connections());
        QCOMPARE(jobs(), u"0"_s);
        QCOMPARE(m_server->requests().size(), size_t(10000));
        QVERIFY2(most - before <= 20, qPrintable(QString::number(most - before)));
        QVERIFY2(m_server->connections() <= 60,
                 qPrintable(QString::number(m_server->connections())));
    }

    void fiftyAreUnderWayAtOnce()
    {
        std::vector<QTcpSocket *> waiting;
        serve([&waiting](const HttpServer::Request &, QTcpSocket *socket) {
            waiting.push_back(socket);
            if (waiting.size() == 50) {
                for (QTcpSocket *one : waiting)
                    HttpServer::send(one, "200 OK");
            }
        });
        sql("select graphile_worker.add_job('hook') from generate_series(1, 50)");
        const auto busy = worker();
        busy->options.concurrency = 50;
        QVERIFY(busy->drain());
        QCOMPARE(jobs(), u"0"_s);
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

    void aDryRunIsSent()
    {
        serve("500 Oops", "real");
        const auto here = worker();
        Job job;
        job.info.id = 7;
        job.info.task = u"hook"_s;
        job.info.attempts = 1;
        job.info.maxAttempts = 25;
        job.payload = "{}";
        std::optional<DryRunOutcome> outcome;
        const std::unique_ptr<QThread> thread(QThread::create(
            [&] { outcome = runDry(here->options, here->registry, &here->events, job, {}, {}); }));
        thread->start();
        QTRY_VERIFY(thread->isFinished());
        QVERIFY2(outcome->outcome.error.endsWith("real"_L1), qPrintable(outcome->outcome.error));
        QCOMPARE(m_server->requests().size(), size_t(1));
        QCOMPARE(m_server->requests().front().headers.value("yardmaster-dry-run"), "yes");
    }

    /// Nor does its refusal stay with those that trust it.
    void aTaskTrustsOnlyItsOwnAuthorities()
    {
        if (!hasTls())
            QSKIP("TLS is not tested: there is no openssl program, or no TLS in Qt");
        const QTemporaryDir folder;
        QVERIFY(makeCertificate(folder, u"good"_s, u"IP:127.0.0.1"_s));
        const HttpTarget trusting = serveTls(folder, u"good"_s, true,
                                             [](const HttpServer::Request &, QTcpSocket *socket) {
                                                 HttpServer::send(socket, "200 OK");
                                             });
        HttpTarget other = trusting;
        other.authorities.clear();
        const auto worker = this->worker(trusting);
        worker->registry->addExecutor(u"other"_s, std::make_shared<HttpTask>(other),
                                      HttpTask::optionsFor(other));
        worker->options.concurrency = 1;
        worker->options.asyncConcurrency = 1;
        for (const char *task : {"hook", "other", "hook"})
            sql("select graphile_worker.add_job('" + QByteArray(task) + "', max_attempts := 1)");
        QVERIFY(worker->drain());
        QCOMPARE(m_server->requests().size(), size_t(2));
        QCOMPARE(scalar("select string_agg(task_identifier, ' ') from graphile_worker.jobs"),
                 u"other"_s);
    }

    void certificatesAreVerified()
    {
        if (!hasTls())
            QSKIP("TLS is not tested: there is no openssl program, or no TLS in Qt");
        const QTemporaryDir folder;
        QVERIFY(makeCertificate(folder, u"good"_s, u"IP:127.0.0.1"_s));
        QVERIFY(makeCertificate(folder, u"other"_s, u"DNS:example.com"_s));
        const auto errorWith = [&](const QString &certificate, bool isTrusted) {
            const HttpTarget target = serveTls(folder, certificate, isTrusted,
                                               [](const HttpServer::Request &, QTcpSocket *socket) {
                                                   HttpServer::send(socket, "200 OK");
                                               });
            sql("delete from graphile_worker._private_jobs");
            return errorAfterRun(worker(target).get());
        };
        const QString untrusted = errorWith(u"good"_s, false);
        QVERIFY2(untrusted.contains("TLS failed"_L1) && untrusted.contains("certificate"_L1),
                 qPrintable(untrusted));
        QCOMPARE(m_server->requests().size(), size_t(0));
        const QString wrongHost = errorWith(u"other"_s, true);
        QVERIFY2(wrongHost.contains("TLS failed"_L1) && wrongHost.contains("host"_L1),
                 qPrintable(wrongHost));
        QCOMPARE(m_server->requests().size(), size_t(0));
        QCOMPARE(errorWith(u"good"_s, true), QString());
        QCOMPARE(m_server->requests().size(), size_t(1));
        QCOMPARE(jobs(), u"0"_s);
    }
};

YARDMASTER_TEST(TestHttpTask)
#include "tst_httptask.moc"
