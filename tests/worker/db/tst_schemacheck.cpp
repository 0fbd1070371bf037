#include "tests/support/testprogram.h"
#include <yardmaster/migrator.h>

#include <QTest>

using namespace Qt::StringLiterals;
using namespace yardmaster;
using Kind = DbError::Kind;

/// The decisions that need no server.
class SchemaCheckTest final : public QObject
{
    Q_OBJECT

private slots:
    void schemaNames_data();
    void schemaNames();
    void longNamesAreAWarning();
    void serversBeforeTwelveAreRefused_data();
    void serversBeforeTwelveAreRefused();
    void compatibility_data();
    void compatibility();
};

void SchemaCheckTest::schemaNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isLegal");
    QTest::newRow("usual") << u"graphile_worker"_s << true;
    QTest::newRow("anything") << u"we\"ird sch'ema; drop"_s << true;
    QTest::newRow("empty") << QString() << false;
    QTest::newRow("63 bytes") << QString(63, u'x') << true;
    QTest::newRow("64 bytes") << QString(64, u'x') << false;
    QTest::newRow("32 characters of 2 bytes") << QString(32, u'ä') << false;
    QTest::newRow("reserved") << u"pg_jobs"_s << false;
    QTest::newRow("NUL") << u"a\0b"_s << false;
    QTest::newRow("our quotes") << u"a$yardmaster$"_s << false;
}

void SchemaCheckTest::schemaNames()
{
    QFETCH(QString, name);
    QTEST(schemaNameProblem(name).isEmpty(), "isLegal");
}

void SchemaCheckTest::longNamesAreAWarning()
{
    QCOMPARE(schemaNameWarning(QString(32, u'x')), QString());
    QVERIFY(!schemaNameWarning(QString(33, u'x')).isEmpty());
    QVERIFY(!schemaNameWarning(QString(17, u'ä')).isEmpty());
}

void SchemaCheckTest::serversBeforeTwelveAreRefused_data()
{
    QTest::addColumn<int>("version");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("9.6.24") << 90624
                            << u"the server is PostgreSQL 9.6; version 12 or newer is needed"_s;
    QTest::newRow("11.22") << 110022
                           << u"the server is PostgreSQL 11; version 12 or newer is needed"_s;
    QTest::newRow("12.0") << 120000 << QString();
    QTest::newRow("18.1") << 180001 << QString();
}

void SchemaCheckTest::serversBeforeTwelveAreRefused()
{
    QFETCH(int, version);
    QFETCH(QString, sentence);
    const auto checked = checkServerVersion(version);
    QCOMPARE(checked.has_value(), sentence.isEmpty());
    if (!checked) {
        QCOMPARE(checked.error().kind, Kind::ServerTooOld);
        QCOMPARE(checked.error().message, sentence);
    }
    // A pooler without a server reports no version.
    const auto unknown = checkServerVersion(0);
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().kind, Kind::ConnectionLost);
}

void SchemaCheckTest::compatibility_data()
{
    using Family = SchemaState::Family;
    QTest::addColumn<Family>("family");
    QTest::addColumn<int>("revision");
    QTest::addColumn<int>("breaking");
    QTest::addColumn<QString>("verdict");
    QTest::newRow("nothing") << Family::None << 0 << 0 << u"fine"_s;
    QTest::newRow("old") << Family::Graphile << 10 << 3 << u"fine"_s;
    QTest::newRow("current") << Family::Graphile << 20 << 19 << u"fine"_s;
    QTest::newRow("harmless 21") << Family::Graphile << 21 << 19 << u"warning"_s;
    QTest::newRow("breaking 21") << Family::Graphile << 21 << 21 << u"refused"_s;
    QTest::newRow("breaking 21, harmless 22") << Family::Graphile << 22 << 21 << u"refused"_s;
    QTest::newRow("Rust 22") << Family::GraphileRust << 22 << 16 << u"fine"_s;
    QTest::newRow("Rust 23") << Family::GraphileRust << 23 << 16 << u"warning"_s;
    QTest::newRow("Rust breaking 23") << Family::GraphileRust << 23 << 23 << u"refused"_s;
}

void SchemaCheckTest::compatibility()
{
    QFETCH(SchemaState::Family, family);
    QFETCH(int, revision);
    QFETCH(int, breaking);
    SchemaState state;
    state.family = family;
    state.revision = revision;
    state.breakingRevision = breaking;
    QStringList warnings;
    const auto checked = checkCompatible(state, u"graphile_worker"_s, &warnings);
    if (!checked)
        QCOMPARE(checked.error().kind, Kind::SchemaTooNew);
    QTEST(!checked ? u"refused"_s : warnings.isEmpty() ? u"fine"_s : u"warning"_s, "verdict");
}

YARDMASTER_TEST(SchemaCheckTest)
#include "tst_schemacheck.moc"
