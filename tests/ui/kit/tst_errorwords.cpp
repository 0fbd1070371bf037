#include "tests/support/testprogram.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/freshnesswords.h"

#include "models/session/freshness.h"

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using Kind = DbError::Kind;

/// What people read when the database cannot be: where it was looked for, why, and how old what
/// they see is.
class TestErrorWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sentencesNameHostAndPort_data();
    void sentencesNameHostAndPort();
    void freshnessIsSaid();
};

void TestErrorWords::sentencesNameHostAndPort_data()
{
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<QString>("text"); // libpq's
    QTest::addColumn<QString>("sentence");
    const QString refused = u"connection to server at \"%1, port 5433 failed: Connection refused\n"
                            "\tIs the server running on that host and accepting TCP/IP "
                            "connections?\n"_s;
    QTest::newRow("one address")
        << Kind::CannotConnect << refused.arg(u"10.0.0.7\""_s)
        << u"10.0.0.7:5433: Connection refused. Is the server running on that host and accepting "
           "TCP/IP connections? Jobs stay safe in the database."_s;
    QTest::newRow("two addresses")
        << Kind::CannotConnect
        << refused.arg(u"localhost\" (::1)"_s) + refused.arg(u"localhost\" (127.0.0.1)"_s)
        << u"localhost:5433 (::1): Connection refused; localhost:5433 (127.0.0.1): Connection "
           "refused. Is the server running on that host and accepting TCP/IP connections? Jobs "
           "stay safe in the database."_s;
    QTest::newRow("socket")
        << Kind::CannotConnect
        << u"connection to server on socket \"/run/postgresql/.s.PGSQL.5432\" failed: No such file "
           "or directory\n\tIs the server running locally and accepting connections on that "
           "socket?\n"_s
        << u"/run/postgresql/.s.PGSQL.5432: No such file or directory. Is the server running "
           "locally and accepting connections on that socket? Jobs stay safe in the database."_s;
    QTest::newRow("password")
        << Kind::Authentication
        << u"connection to server at \"db\" (10.0.0.7), port 5432 failed: FATAL:  password "
           "authentication failed for user \"ada\"\n"_s
        << u"db:5432 (10.0.0.7): password authentication failed for user \"ada\". Check the user "
           "name, the password (~/.pgpass) and pg_hba.conf."_s;
    QTest::newRow("statement") << Kind::Statement << u"division by zero"_s
                               << u"Division by zero."_s;
    QTest::newRow("lost")
        << Kind::ConnectionLost
        << u"server closed the connection unexpectedly\n\tThis probably means the server "
           "terminated abnormally\n\tbefore or while processing the request.\n"_s
        << u"Server closed the connection unexpectedly. This probably means the server terminated "
           "abnormally before or while processing the request. Jobs stay safe in the database."_s;
}

void TestErrorWords::sentencesNameHostAndPort()
{
    QFETCH(const Kind, kind);
    QFETCH(const QString, text);
    QTEST(errorSentence({kind, {}, singleLine(text)}), "sentence");
}

void TestErrorWords::freshnessIsSaid()
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const DbError error{Kind::CannotConnect, {}, u"no"_s};
    QCOMPARE(freshnessWords({now, {}, false}), QString());
    QCOMPARE(freshnessWords({{}, {}, false}), QString());
    QCOMPARE(freshnessWords({now.addSecs(-120), {}, false}), u"read 2 min ago"_s);
    QCOMPARE(freshnessWords({now.addSecs(-120), {}, true}), u"Reading… · data read 2 min ago"_s);
    QCOMPARE(freshnessWords({now.addSecs(-120), error, false}),
             u"Cannot connect · data read 2 min ago"_s);
    QCOMPARE(freshnessWords({{}, error, false}), u"Cannot connect"_s);
    QVERIFY(freshnessSentence({now, error, false}).startsWith(u"No. Jobs stay safe"_s));
}

YARDMASTER_TEST(TestErrorWords)
#include "tst_errorwords.moc"
