#include "models/values/format.h"
#include "models/values/moment.h"

#include "models/values/connectiontext.h"
#include "models/values/language.h"
#include "tests/support/testprogram.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QTest>
#include <QTimeZone>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestFormat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { Language::install(u"en"_s); }
    void counts();
    void sentencesEndOnce();
    void oneIsSingular_data();
    void oneIsSingular();
    void numbersFollowTheLanguage();
    void estimatesAreRound();
    void countsAreAdded();
    void betterCountWins();
    void sourcesOfCountsAreSaid();
    void durations_data();
    void durations();
    void agesAndCountdowns();
    void wholeRoundAndExact();
    void instantsAreUtc();
    void psqlCommandHidesPasswords();
    void exampleJobQuotesWhereNeeded();
};

void TestFormat::counts()
{
    QCOMPARE(formatCount({8214}), u"8,214"_s);
    QCOMPARE(formatCount({10000, Count::AtLeast}), u"10,000+"_s);
    QCOMPARE(formatCount({}), u"counting…"_s);
    QCOMPARE(formatCount({0, Count::AtLeast}), u"unknown"_s);
    QCOMPARE(formatCount({0}), u"0"_s);
}

void TestFormat::sentencesEndOnce()
{
    QCOMPARE(asSentence(u"stopped: the server is gone"_s), u"Stopped: the server is gone."_s);
    for (const QString &whole : {u"Too many connections?"_s, u"Gone."_s, QString()})
        QCOMPARE(asSentence(whole), whole);
}

void TestFormat::oneIsSingular_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<qint64>("jobs");
    QTest::addColumn<bool>("isLowerBound");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << u"en"_s << qint64(0) << false << u"0 jobs"_s;
    QTest::newRow("one") << u"en"_s << qint64(1) << false << u"1 job"_s;
    QTest::newRow("many") << u"en"_s << qint64(8214) << false << u"8,214 jobs"_s;
    QTest::newRow("at least one") << u"en"_s << qint64(1) << true << u"1+ jobs"_s;
    QTest::newRow("more than an int")
        << u"en"_s << qint64(1LL << 32 | 1) << false << u"4,294,967,297 jobs"_s;
    QTest::newRow("one in German") << u"de"_s << qint64(1) << false << u"1 Job"_s;
    QTest::newRow("many in German") << u"de"_s << qint64(8214) << false << u"8.214 Jobs"_s;
}

void TestFormat::oneIsSingular()
{
    QFETCH(const QString, language);
    QFETCH(const qint64, jobs);
    QFETCH(const bool, isLowerBound);
    Language::install(language);
    const Count count = Count::counted(jobs, isLowerBound);
    QTEST(QCoreApplication::translate("Operation", "%1 jobs", nullptr, pluralOf(count))
              .arg(formatCount(count)),
          "text");
}

void TestFormat::numbersFollowTheLanguage()
{
    QCOMPARE(formatBytes(512), u"512 bytes"_s);
    QCOMPARE(formatBytes(7549747), u"7.2 MB"_s);
    Language::install(u"de"_s);
    QCOMPARE(formatBytes(7549747), u"7,2 MB"_s);
    QCOMPARE(formatExactDuration(1500ms), u"1,5 s"_s);
    // The unit is that in which durations are typed.
    QCOMPARE(formatAge(50h), u"vor 2 d"_s);
    QCOMPARE(formatWholeDuration(76h), u"3 d 4 h"_s);
}

void TestFormat::estimatesAreRound()
{
    const auto text = [](qint64 number) { return formatCount({number, Count::Estimate}); };
    QCOMPARE(text(0), u"~0"_s);
    QCOMPARE(text(712), u"~712"_s);
    QCOMPARE(text(1000), u"~1.00 k"_s);
    QCOMPARE(text(17821), u"~17.8 k"_s);
    QCOMPARE(text(178214), u"~178 k"_s);
    QCOMPARE(text(999600), u"~1.00 M"_s);
    QCOMPARE(text(9512345), u"~9.51 M"_s);
    QCOMPARE(text(2'000'000'000), u"~2.00 G"_s);
}

void TestFormat::countsAreAdded()
{
    const Count exact{100};
    const Count estimate{5000, Count::Estimate};
    const Count bound{10000, Count::AtLeast};
    QCOMPARE(exact + exact, Count{200});
    QCOMPARE(exact + estimate, (Count{5100, Count::Estimate}));
    QCOMPARE(exact + bound, (Count{10100, Count::AtLeast}));
    QCOMPARE(bound + estimate, bound); // an estimate proves nothing
    QCOMPARE(exact + Count(), Count());
    QVERIFY(estimate.isWhole() && !bound.isWhole() && !Count().isWhole());
}

void TestFormat::betterCountWins()
{
    const Count bound{10000, Count::AtLeast};
    QCOMPARE(better(bound, {178000}), Count{178000});
    QCOMPARE(better(bound, {178000, Count::Estimate}), (Count{178000, Count::Estimate}));
    QCOMPARE(better(bound, {12, Count::AtLeast}), bound);
    QCOMPARE(better(bound, {12}), bound); // it was counted before
    QCOMPARE(better({5}, {178000}), Count{5});
    QCOMPARE(better({}, {12, Count::AtLeast}), (Count{12, Count::AtLeast}));
    QCOMPARE(better(bound, {}), bound);
    QCOMPARE(better({0, Count::AtLeast}, {0}), Count{0});
}

void TestFormat::sourcesOfCountsAreSaid()
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const QDateTime before = now.addSecs(-90);
    QCOMPARE(formatCountSource({5}, now), QString());
    QCOMPARE(formatCountSource({}, before), QString());
    QVERIFY(formatCountSource({5}, before).contains(u"1 min ago"_s));
    QVERIFY(formatCountSource({5, Count::Estimate}, before).contains(u"sample"_s));
    QVERIFY(formatCountSource({5, Count::Estimate}, before).contains(u"1 min ago"_s));
    QVERIFY(formatCountSource({5, Count::AtLeast}, before).startsWith(u"At least"_s));
    QVERIFY(formatCountSource({0, Count::AtLeast}, before).startsWith(u"None among"_s));
}

void TestFormat::durations_data()
{
    QTest::addColumn<qint64>("microseconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << qint64(0) << u"< 1 µs"_s;
    QTest::newRow("microseconds") << qint64(999) << u"999 µs"_s;
    QTest::newRow("one millisecond") << qint64(1000) << u"1.00 ms"_s;
    QTest::newRow("rounds to ten") << qint64(9996) << u"10.0 ms"_s;
    QTest::newRow("milliseconds") << qint64(123400) << u"123 ms"_s;
    QTest::newRow("rounds to a second") << qint64(999600) << u"1.00 s"_s;
    QTest::newRow("seconds") << qint64(59900000) << u"59.9 s"_s;
    QTest::newRow("rounds to a minute") << qint64(59960000) << u"1 min 00 s"_s;
    QTest::newRow("minutes") << qint64(125000000) << u"2 min 05 s"_s;
    QTest::newRow("hours") << qint64(15000) * 1000000 << u"4 h 10 min"_s;
    QTest::newRow("weeks") << qint64(4000000) * 1000000 << u"1,111 h 06 min"_s;
}

void TestFormat::durations()
{
    QFETCH(const qint64, microseconds);
    QTEST(formatDuration(std::chrono::microseconds(microseconds)), "text");
}

void TestFormat::agesAndCountdowns()
{
    QCOMPARE(formatAge(999ms), u"now"_s);
    QCOMPARE(formatAge(12s), u"12 s ago"_s);
    QCOMPARE(formatAge(4min + 59s), u"4 min ago"_s);
    QCOMPARE(formatAge(3h), u"3 h ago"_s);
    QCOMPARE(formatAge(50h), u"2 d ago"_s);
    QCOMPARE(formatUntil(-1s), u"now"_s);
    QCOMPARE(formatUntil(1ms), u"in 1 s"_s);
    QCOMPARE(formatUntil(2s), u"in 2 s"_s);
    QCOMPARE(formatUntil(59s + 500ms), u"in 1 min"_s);
    QCOMPARE(formatUntil(4min), u"in 4 min"_s);
    // A moment after it was typed.
    QCOMPARE(formatUntil(3h - 1ms), u"in 3 h"_s);
    QCOMPARE(formatUntil(3h - 31s), u"in 2 h"_s);
    QCOMPARE(formatUntil(5min - 2s), u"in 5 min"_s);
    QCOMPARE(formatUntil(72h - 3s), u"in 3 d"_s);
    QCOMPARE(formatUntil(61s), u"in 1 min"_s);
    QCOMPARE(formatAge(3h - 1ms), u"2 h ago"_s);
    const Timestamp now = timestamp(QDateTime::fromString(u"2026-11-20T12:00:00Z"_s, Qt::ISODate));
    QCOMPARE(formatRelative(Timestamp::min(), now), u"always"_s);
    QCOMPARE(formatRelative(Timestamp::max(), now), u"never"_s);
    QCOMPARE(formatRelative(now + 3h, now), u"in 3 h"_s);
    QCOMPARE(formatMoment(Timestamp::min(), now), u"always (-infinity)"_s);
    QCOMPARE(formatMoment(now - 2s, now), u"2 s ago, 2026-11-20 11:59:58 UTC"_s);
}

void TestFormat::wholeRoundAndExact()
{
    QCOMPARE(formatWholeDuration(12s), u"12 s"_s);
    QCOMPARE(formatWholeDuration(245s), u"4 min 05 s"_s);
    QCOMPARE(formatWholeDuration(47h), u"47 h 00 min"_s);
    QCOMPARE(formatWholeDuration(76h), u"3 d 4 h"_s);
    QCOMPARE(formatRoundDuration(0s), u"0"_s);
    QCOMPARE(formatRoundDuration(30min), u"30 min"_s);
    QCOMPARE(formatRoundDuration(24h), u"1 d"_s);
    QCOMPARE(formatExactDuration(250ms), u"250 ms"_s);
    QCOMPARE(formatExactDuration(1500ms), u"1.5 s"_s);
}

void TestFormat::instantsAreUtc()
{
    const QDateTime time(QDate(2026, 11, 20), QTime(15, 3, 7), QTimeZone("Europe/Berlin"));
    QCOMPARE(formatInstant(time), u"2026-11-20 14:03:07 UTC"_s);
}

void TestFormat::psqlCommandHidesPasswords()
{
    ConnectionSettings settings;
    QCOMPARE(psqlCommand(settings), u"psql"_s);
    settings.set(u"host"_s, u"/run/my sandbox"_s);
    settings.set(u"dbname"_s, u"it's"_s);
    settings.set(u"password"_s, u"hush"_s);
    settings.set(u"sslpassword"_s, u"hush"_s);
    QCOMPARE(psqlCommand(settings),
             uR"(psql 'dbname='\''it\'\''s'\'' host='\''/run/my sandbox'\''')"_s);
    ConnectionSettings tunnelled;
    tunnelled.set(u"host"_s, u"db.internal"_s);
    tunnelled.set(u"dbname"_s, u"shop"_s);
    tunnelled.setSsh(u"ada@bastion"_s, u"-i \"my key\""_s);
    QCOMPARE(psqlCommand(tunnelled),
             u"ssh -f -o ExitOnForwardFailure=yes -L 127.0.0.1:65432:db.internal:5432 -i 'my key' "
             "ada@bastion sleep 10 && psql 'dbname=shop host=db.internal hostaddr=127.0.0.1 "
             "port=65432'"_s);
}

void TestFormat::exampleJobQuotesWhereNeeded()
{
    QCOMPARE(exampleJobSql(u"graphile_worker"_s, u"hello"_s),
             u"SELECT graphile_worker.add_job('hello', json_build_object('name', 'Ada'));"_s);
    QCOMPARE(exampleJobSql(u"My \"jobs\""_s, u"it's"_s),
             uR"(SELECT "My ""jobs""".add_job('it''s', json_build_object('name', 'Ada'));)"_s);
}

YARDMASTER_TEST(TestFormat)
#include "tst_format.moc"
