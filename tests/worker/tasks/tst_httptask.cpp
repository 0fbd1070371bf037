#include "tests/support/testprogram.h"
#include "tests/worker/tasks/httptest.h"

#include "worker/runner/dryrun.h"

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

/// What HTTP tasks send, whom they trust, and what the answer makes of the job.
class TestHttpTask final : public HttpTest
{
    Q_OBJECT

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
