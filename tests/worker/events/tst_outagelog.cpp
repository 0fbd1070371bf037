#include "tests/support/testprogram.h"
#include "worker/events/outagelog.h"
#include <yardmaster/dberror.h>

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The log lines of an outage, with a simulated clock.
class TestOutageLog : public QObject
{
    Q_OBJECT

private:
    EventBus m_bus;
    std::unique_ptr<OutageLog> m_log;
    QStringList m_lines;
    OutageLog::Clock::time_point m_now{};
    const DbError m_refused{DbError::Kind::CannotConnect, {}, u"Connection refused"_s};
    const DbError m_lost{DbError::Kind::ConnectionLost, u"57P01"_s, u"the server was told to"_s};

    void trouble(const QString &during, const DbError &error, const QString &worker = u"w"_s)
    {
        Q_EMIT m_bus.databaseTrouble(during, error, worker);
    }
    void works(const QString &during, const QString &worker = u"w"_s)
    {
        Q_EMIT m_bus.databaseRecovered(during, worker);
    }

private slots:
    void init()
    {
        m_lines.clear();
        m_log = std::make_unique<OutageLog>(
            &m_bus, u"ann@db:5432/shop"_s,
            [this](OutageLog::Severity severity, const QString &line) {
                m_lines << (severity == OutageLog::Severity::Warning ? u"W "_s : u"I "_s) + line;
            });
        m_log->setClock([this] { return m_now; });
    }
    void cleanup() { m_log.reset(); }

    void anOutageIsTwoLogLines()
    {
        for (int tries = 0; tries < 20; ++tries) {
            trouble(u"listening"_s, tries == 0 ? m_lost : m_refused);
            trouble(u"fetching jobs"_s, m_refused);
            trouble(u"writing results"_s, m_refused);
            m_now += 250ms;
        }
        QCOMPARE(m_lines,
                 QStringList{u"W the database at ann@db:5432/shop is unreachable: the server was "
                             "told to; retrying until it is back"_s});
        works(u"fetching jobs"_s);
        trouble(u"writing results"_s, m_refused); // from an attempt that began before
        works(u"listening"_s);
        works(u"writing results"_s);
        QCOMPARE(m_lines.size(), 2);
        QCOMPARE(m_lines.last(), u"I the database at ann@db:5432/shop is back after 5.0 s"_s);
    }

    void theNextOutageIsLoggedAgain()
    {
        trouble(u"fetching jobs"_s, m_lost);
        works(u"fetching jobs"_s);
        trouble(u"fetching jobs"_s, m_lost);
        QCOMPARE(m_lines.filter(u"is unreachable"_s).size(), 2);
    }

    void persistentTroubleIsLoggedAgain()
    {
        trouble(u"fetching jobs"_s, m_lost);
        trouble(u"listening"_s, m_lost);
        works(u"listening"_s);
        m_now += OutageLog::kLate;
        trouble(u"fetching jobs"_s, m_refused);
        QCOMPARE(m_lines.filter(u"is unreachable"_s).size(), 2);
    }

    /// A connection that was cut in the outage, and is used again an hour later.
    void anOldConnectionIsNoNewOutage()
    {
        trouble(u"listening"_s, m_lost);
        works(u"listening"_s);
        m_now += 1h;
        trouble(u"writing results"_s, m_lost);
        works(u"writing results"_s);
        QCOMPARE(m_lines.size(), 2);
        QCOMPARE(m_log->outages(), 1);
        trouble(u"fetching jobs"_s, m_lost);
        QVERIFY(!m_log->isGone());
        trouble(u"fetching jobs"_s, m_refused); // there is a new outage
        QVERIFY(m_log->isGone());
        works(u"fetching jobs"_s);
        m_now += 1h;
        trouble(u"fetching jobs"_s, m_lost);
        QCOMPARE(m_log->outages(), 3);
    }

    void workersAreLoggedSeparately()
    {
        trouble(u"fetching jobs"_s, m_lost, u"one"_s);
        trouble(u"fetching jobs"_s, m_lost, u"two"_s);
        QCOMPARE(m_lines.filter(u"is unreachable"_s).size(), 2);
    }

    void refusedStatementsAreLoggedOncePerActivity()
    {
        const DbError denied{DbError::Kind::PermissionDenied, u"42501"_s, u"denied"_s};
        const DbError timeout{DbError::Kind::Cancelled, u"57014"_s, u"timeout"_s};
        for (int tries = 0; tries < 3; ++tries)
            trouble(u"fetching jobs"_s, denied);
        trouble(u"writing results"_s, denied);
        trouble(u"fetching jobs"_s, timeout);
        QCOMPARE(m_lines,
                 (QStringList{u"W database error while fetching jobs: denied; retrying"_s,
                              u"W database error while writing results: denied; retrying"_s,
                              u"W database error while fetching jobs: timeout; retrying"_s}));
        works(u"fetching jobs"_s);
        QCOMPARE(m_lines.last(), u"I fetching jobs works again"_s);
    }

    void linesOfTheClientLibraryAreJoined_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("line");
        QTest::newRow("two sentences")
            << u"connection to server at \"h\", port 1 failed: Connection refused\n"
               "\tIs the server running on that host and accepting TCP/IP connections?\n"_s
            << u"connection to server at \"h\", port 1 failed: Connection refused. "
               "Is the server running on that host and accepting TCP/IP connections?"_s;
        QTest::newRow("a sentence over two lines")
            << u"server closed the connection unexpectedly\n\tThis probably means the server "
               "terminated abnormally\n\tbefore or while processing the request.\n"_s
            << u"server closed the connection unexpectedly. This probably means the server "
               "terminated abnormally before or while processing the request."_s;
        QTest::newRow("two addresses")
            << u"connection to server at \"h\" (::1), port 1 failed: Connection refused\n"
               "\tIs the server running on that host and accepting TCP/IP connections?\n"
               "connection to server at \"h\" (127.0.0.1), port 1 failed: Connection refused\n"
               "\tIs the server running on that host and accepting TCP/IP connections?\n"_s
            << u"connection to server at \"h\" (::1), port 1 failed: Connection refused; "
               "connection to server at \"h\" (127.0.0.1), port 1 failed: Connection refused. "
               "Is the server running on that host and accepting TCP/IP connections?"_s;
        QTest::newRow("several hosts") << u"one failed: no\ntwo failed: FATAL:  gone\n"_s
                                       << u"one failed: no; two failed: gone"_s;
    }
    void linesOfTheClientLibraryAreJoined()
    {
        QFETCH(const QString, text);
        QTEST(singleLine(text), "line");
    }
};

YARDMASTER_TEST(TestOutageLog)
#include "tst_outagelog.moc"
