#include "tests/support/testprogram.h"
#include <yardmaster/cronbuilder.h>
#include <yardmaster/crondescription.h>
#include <yardmaster/cronpreview.h>
#include <yardmaster/crontab.h>

#include <QFile>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QDateTime at(const QString &text)
{
    return QDateTime::fromString(text, Qt::ISODate).toUTC();
}

CrontabEntry entryOf(const QByteArray &line)
{
    const Crontab crontab = parseCrontab(line);
    if (!crontab.isValid() || crontab.entries.size() != 1)
        qFatal("%s", crontab.isValid() ? "no entry" : qPrintable(crontab.problems.first().text()));
    return crontab.entries.first();
}

} // namespace

class TestCrontab : public QObject
{
    Q_OBJECT

private slots:
    void aLineHasAllItsParts()
    {
        const CrontabEntry entry
            = entryOf("# first\n"
                      "  0 */4\t1 * *  send/email ?id=a-1&fill=1w2d3h4m5s&max=7"
                      "&queue=q:1&priority=-3&jobKey=k%26+x"
                      "&jobKeyMode=preserve_run_at {to: 'x',}\r\n");
        QCOMPARE(entry.line, 2);
        QCOMPARE(entry.item.task, u"send/email"_s);
        QCOMPARE(entry.item.identifier, u"a-1"_s);
        QCOMPARE(entry.item.schedule, u"0 */4\t1 * *"_s);
        QCOMPARE(entry.item.payload, QByteArray("{\"to\":\"x\"}"));
        const CronOptions &options = entry.item.options;
        QCOMPARE(options.backfillPeriod, 168h + 48h + 3h + 4min + 5s);
        QCOMPARE(options.maxAttempts, 7);
        QCOMPARE(options.queueName, u"q:1"_s);
        QCOMPARE(options.priority, -3);
        QCOMPARE(options.jobKey, u"k& x"_s);
        QCOMPARE(options.jobKeyMode, JobKeyMode::PreserveRunAt);
        QCOMPARE(entry.fields[1].column, 5);
        QCOMPARE(entry.fields[1].length, 3);
        QCOMPARE(entry.task.column, 16);
        QCOMPARE(entry.task.length, 10);
        QCOMPARE(entry.options.column, 28);
        QCOMPARE(entry.payload.length, 10);
    }

    void emptyIsFine()
    {
        for (const QByteArray &text :
             {QByteArray(), QByteArray("\n\n"), QByteArray(" # x\r\n"), QByteArray(" # caf\xe9\n"),
              QByteArray("\xef\xbb\xbf"), QByteArray("\xef\xbb\xbf#")}) {
            const Crontab crontab = parseCrontab(text, CrontabDialect::Strict);
            QVERIFY(crontab.isValid());
            QVERIFY(crontab.entries.isEmpty());
        }
    }

    void aByteOrderMarkIsNoColumn()
    {
        const Crontab crontab = parseCrontab("\xef\xbb\xbf* * * * 9 a");
        QCOMPARE(crontab.problems.size(), 1);
        QCOMPARE(crontab.problems.first().column, 9);
    }

    void extensionsAreAcceptedUnlessStrict_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<int>("column");
        QTest::newRow("job_key") << QByteArray("* * * * * a ?job_key=x") << 14;
        QTest::newRow("job_key_mode") << QByteArray("* * * * * a ?job_key_mode=replace") << 14;
        QTest::newRow("tz") << QByteArray("* * * * * a ?max=1&tz=Europe/Paris") << 20;
        QTest::newRow("flags") << QByteArray("* * * * * a ?flags=a,b") << 14;
        QTest::newRow("month") << QByteArray("* * * jan *  a") << 7;
        QTest::newRow("weekday") << QByteArray("* * * * MON-fri a") << 9;
        QTest::newRow("step") << QByteArray("* 9-17/2 * * * a") << 3;
    }
    void extensionsAreAcceptedUnlessStrict()
    {
        QFETCH(QByteArray, line);
        QFETCH(int, column);
        QVERIFY(parseCrontab(line).isValid());
        const Crontab strict = parseCrontab(line, CrontabDialect::Strict);
        QCOMPARE(strict.problems.size(), 1);
        QCOMPARE(strict.problems.first().column, column);
        QVERIFY(!strict.problems.first().hint.isEmpty());
    }

    void extendedOptionsHaveTheirMeaning()
    {
        const CrontabEntry entry = entryOf(
            "0 8 * * * a ?job_key=k&job_key_mode=preserve_run_at&tz=Europe/Paris&flags=b,a,b");
        QCOMPARE(entry.item.options.jobKey, u"k"_s);
        QCOMPARE(entry.item.options.jobKeyMode, JobKeyMode::PreserveRunAt);
        QCOMPARE(entry.item.options.flags, (QStringList{u"b"_s, u"a"_s}));
        QCOMPARE(entry.item.options.timeZone, QByteArray("Europe/Paris"));
        QCOMPARE(*entry.schedule.next(at(u"2026-07-01T00:00:00Z"_s)),
                 at(u"2026-07-01T06:00:00Z"_s));
        QCOMPARE(entryOf("0 8 * * * a ?tz=Etc/GMT+5").item.options.timeZone,
                 QByteArray("Etc/GMT+5"));
        QVERIFY(entryOf("0 8 * * * a ?tz=UTC").schedule.isUtc());
        // Both spellings are one option.
        QVERIFY(!parseCrontab("* * * * * a ?job_key=k&jobKey=k").isValid());
    }

    void onlyTimeZonesAreTimeZones_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("isOne");
        for (const char *name : {"UTC", "Europe/Paris", "Etc/GMT%2B5"})
            QTest::newRow(name) << QByteArray(name) << true;
        // Debian 13 has these in a package of their own, tzdata-legacy.
        for (const char *name : {"Asia/Calcutta", "CET"})
            QTest::newRow(name) << QByteArray(name)
                                << QFile::exists("/usr/share/zoneinfo/"_L1 + QLatin1String(name));
        for (const char *name :
             {"", "foo", "Europe", "europe/paris", "../UTC", "Europe/../UTC", "/etc/localtime",
              "localtime", "EST5EDT,M3.2.0,M11.1.0", "right/UTC", "%00", "%FF"})
            QTest::newRow(name) << QByteArray(name) << false;
    }
    void onlyTimeZonesAreTimeZones()
    {
        QFETCH(QByteArray, name);
        QFETCH(bool, isOne);
        const Crontab crontab = parseCrontab("* * * * * a ?max=1&tz=" + name + "&priority=0");
        QCOMPARE(crontab.isValid(), isOne);
    }

    void everyMistakeIsFoundWithItsPosition()
    {
        const Crontab crontab = parseCrontab("61 4 * 13 * a\n"
                                             "# fine\n"
                                             "0 4 * * task\n"
                                             "@daily x\n"
                                             "* * * * * a b\n"
                                             "* * * * * b ?max=x&foo=1&id=1 {a:}\n"
                                             "* * * * * c {a: NaN}\n"
                                             "* * * * *\n"
                                             "\xc3\xa9\xff\n"
                                             "* * * * * ok\n"
                                             "* * * * * 1x ?\n"
                                             "* * * * * other ?id=ok\n"
                                             "* * *\n"
                                             "* * * * * d {} // x\n");
        QStringList places;
        for (const CrontabProblem &problem : crontab.problems) {
            places << u"%1:%2+%3"_s.arg(problem.line).arg(problem.column).arg(problem.length);
            QVERIFY(!problem.message.isEmpty());
            QVERIFY2(!problem.hint.isEmpty(), qPrintable(problem.message));
        }
        QCOMPARE(places,
                 (QStringList{u"1:1+2"_s, u"1:8+2"_s, u"3:9+4"_s, u"4:1+6"_s, u"5:13+1"_s,
                              u"6:14+5"_s, u"6:20+5"_s, u"6:26+4"_s, u"6:34+1"_s, u"7:17+3"_s,
                              u"8:10+1"_s, u"9:2+1"_s, u"11:11+2"_s, u"11:14+1"_s, u"12:11+5"_s,
                              u"13:6+1"_s, u"14:19+1"_s}));
        QVERIFY(crontab.problems[14].message.contains("line 10"_L1));
        QCOMPARE(crontab.entries.size(), 2); // the preview has the valid lines
    }

    void valuesTheDatabaseRefusesAreWarnings()
    {
        const Crontab crontab = parseCrontab("* * * * * a ?max=0\n* * * * * b ?priority=99999\n"
                                             "* * * * * c ?jobKey=\n0 0 31 2 * d\n* * * * * e");
        QVERIFY(crontab.isValid());
        QCOMPARE(crontab.warnings.size(), 4);
        for (int i = 0; i < 4; ++i)
            QCOMPARE(crontab.warnings[i].line, i + 1);
    }

    void hugeNumbersAreClamped()
    {
        const CronOptions options
            = entryOf("* * * * * a "
                      "?max=99999999999999999999&priority=-99999999999&fill=99999999999999w")
                  .item.options;
        QCOMPARE(options.maxAttempts, std::numeric_limits<int>::max());
        QCOMPARE(options.priority, -std::numeric_limits<int>::max());
        QCOMPARE(options.backfillPeriod, kLongestBackfill);
    }

    void itemsAreCheckedLikeLines()
    {
        CronItem good{.task = u"a"_s, .schedule = u"0 8 * * mon"_s};
        good.options.timeZone = "Europe/Paris";
        CronItem wrong{.task = QString(), .schedule = u"0 25 * *"_s};
        wrong.payload = "[1]";
        wrong.options.timeZone = "Mars/Base";
        wrong.options.backfillPeriod = -1h;
        const Crontab crontab = crontabFromItems({good, wrong, good});
        QCOMPARE(crontab.entries.size(), 2);
        QCOMPARE(crontab.entries.first().item.identifier, u"a"_s);
        QVERIFY(!crontab.entries.first().schedule.isUtc());
        QCOMPARE(crontab.problems.size(), 6);
        QCOMPARE(crontab.problems.first().line, 2);
        QVERIFY(crontab.problems.last().message.contains("item 1"_L1));
        QVERIFY(crontabFromItems({}).isValid());
    }

    void theBuilderWritesItems()
    {
        const QList<CronItem> items{
            Cron::everyMinute().task(u"a"_s),
            Cron::everyN(15).task(u"b"_s),
            Cron::everyN(240).task(u"c"_s),
            Cron::hourlyAt(5).task(u"d"_s),
            Cron::dailyAt(8, 0).task(u"e"_s).fill(2h),
            Cron::weeklyOn(Qt::Sunday, 9, 30).task(u"f"_s),
            Cron::weeklyOn({Qt::Monday, Qt::Friday}, 9, 30).task(u"g"_s),
            Cron::monthlyOn(31, 0, 0).task(u"h"_s),
            Cron::yearlyOn(12, 24, 18, 0).task(u"i"_s),
            Cron::when([](const CronDigest &digest) { return digest.minute == 7; }).task(u"j"_s),
            Cron::at(u"0 0 * * *"_s)
                .task(u"e"_s)
                .id(u"k"_s)
                .maxAttempts(3)
                .queue(u"q"_s)
                .priority(-1)
                .jobKey(u"key"_s, JobKeyMode::PreserveRunAt)
                .flags({u"f"_s})
                .timeZone("Europe/Paris")
                .payload({{u"n"_s, 1}}),
        };
        const Crontab crontab = crontabFromItems(items);
        QVERIFY2(crontab.isValid(),
                 crontab.isValid() ? "" : qPrintable(crontab.problems.first().text()));
        QStringList sentences;
        for (const CrontabEntry &entry : crontab.entries)
            sentences << describeSchedule(entry.schedule);
        QCOMPARE(sentences,
                 (QStringList{
                     u"every minute (UTC)"_s, u"every 15 minutes (UTC)"_s,
                     u"every 4 hours, on the hour (UTC)"_s, u"every hour, at minute 5 (UTC)"_s,
                     u"every day at 08:00 (UTC)"_s, u"on Sundays at 09:30 (UTC)"_s,
                     u"on Mondays and Fridays at 09:30 (UTC)"_s,
                     u"on the 31st of every month at 00:00 (UTC)"_s,
                     u"every year on 24 December at 18:00 (UTC)"_s,
                     u"when the program decides (UTC)"_s, u"every day at 00:00 (Europe/Paris)"_s}));
        QCOMPARE(crontab.entries[4].item.options.backfillPeriod, 2h);
        const CronItem &last = crontab.entries.last().item;
        QCOMPARE(last.identifier, u"k"_s);
        QCOMPARE(last.options.maxAttempts, 3);
        QCOMPARE(last.options.queueName, u"q"_s);
        QCOMPARE(last.options.priority, -1);
        QCOMPARE(last.options.jobKey, u"key"_s);
        QCOMPARE(last.options.jobKeyMode, JobKeyMode::PreserveRunAt);
        QCOMPARE(last.options.flags, QStringList{u"f"_s});
        QCOMPARE(last.payload, QByteArray("{\"n\":1}"));
        QVERIFY(!crontabFromItems({Cron::dailyAt(25, 0).task(u"x"_s)}).isValid());
        QVERIFY(!crontabFromItems({Cron::everyN(90).task(u"x"_s)}).isValid());
        QVERIFY(!crontabFromItems({Cron::everyN(0).task(u"x"_s)}).isValid());
        QVERIFY(!crontabFromItems({Cron::weeklyOn(QList<Qt::DayOfWeek>(), 1, 1).task(u"x"_s)})
                     .isValid());
    }

    void schedulesAreDescribedInWords_data()
    {
        QTest::addColumn<QByteArray>("schedule");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *schedule, const QString &words) {
            QTest::newRow(schedule) << QByteArray(schedule) << words;
        };
        row("0 * * * *", u"every hour, on the hour"_s);
        row("0,30 * * * *", u"every 30 minutes"_s);
        row("*/7 * * * *", u"at minutes 0, 7, 14, 21, 28, 35, 42, 49 and 56 of every hour"_s);
        row("0 8,12,18 * * *", u"every day at 08:00, 12:00 and 18:00"_s);
        row("30 8 * * 1-5", u"Monday to Friday at 08:30"_s);
        row("0 10 * * 6,0", u"on Saturdays and Sundays at 10:00"_s);
        row("*/10 * * * 6", u"every 10 minutes on Saturdays"_s);
        row("0 0 1,15 * *", u"on the 1st and 15th of every month at 00:00"_s);
        row("0 0 1-7 6-8 *", u"on the 1st to 7th in June to August at 00:00"_s);
        row("0 0 2,3,11,13,22,23 1 *",
            u"on the 2nd, 3rd, 11th, 13th, 22nd and 23rd in January at 00:00"_s);
        row("0 0 13 * 5", u"on the 13th of every month, and on Fridays at 00:00"_s);
        row("*/15 9-17 * * *", u"every 15 minutes from 09:00 to 17:45"_s);
        row("5 9-17 * * *", u"every hour from 09:05 to 17:05"_s);
        row("* 3 * 2 *", u"every minute from 03:00 to 03:59 every day in February"_s);
        row("0 12 * 2 *", u"every day in February at 12:00"_s);
        row("15 */6 * * *", u"every 6 hours, at minute 15"_s);
        row("*/20 1,3,5,9 * * *", u"every 20 minutes of the hours 1, 3, 5 and 9"_s);
        row("0 0 31 2 *", u"never"_s);
    }
    void schedulesAreDescribedInWords()
    {
        QFETCH(QByteArray, schedule);
        QFETCH(QString, words);
        QCOMPARE(describeSchedule(entryOf(schedule + " a").schedule), words + u" (UTC)"_s);
    }

    void backfillIsPreviewed()
    {
        const CrontabEntry entry = entryOf("0 * * * * a ?fill=5h");
        const QDateTime now = at(u"2026-01-02T12:30:00Z"_s);
        const QDateTime longAgo = at(u"2025-01-01T00:00:00Z"_s);
        QCOMPARE(backfillCount(entry, std::nullopt, now), 0); // unknown: none
        QCOMPARE(backfillCount(entry, KnownCronEntry{longAgo, {}}, now), 5);
        QCOMPARE(backfillTimes(entry, KnownCronEntry{longAgo, {}}, now, 2),
                 (QList{at(u"2026-01-02T08:00:00Z"_s), at(u"2026-01-02T09:00:00Z"_s)}));
        // What was executed is not done again; the minute of becoming known is.
        const QDateTime ten = at(u"2026-01-02T10:00:00Z"_s);
        QCOMPARE(backfillCount(entry, KnownCronEntry{longAgo, ten}, now), 2);
        QCOMPARE(backfillCount(entry, KnownCronEntry{ten, {}}, now), 3);
        // Exactly as far back as the period, and not the minute of now itself.
        const QDateTime noon = at(u"2026-01-02T12:00:00Z"_s);
        QCOMPARE(backfillTimes(entry, KnownCronEntry{longAgo, {}}, noon, 9).first(),
                 at(u"2026-01-02T07:00:00Z"_s));
        QCOMPARE(backfillCount(entry, KnownCronEntry{longAgo, {}}, noon), 5);
        QCOMPARE(backfillCount(entryOf("0 * * * * a"), KnownCronEntry{longAgo, {}}, now), 0);
        QCOMPARE(backfillCount(entryOf("* * * * * a ?fill=4w"), KnownCronEntry{longAgo, {}}, now),
                 40320);
    }
};

YARDMASTER_TEST(TestCrontab)
#include "tst_crontab.moc"
