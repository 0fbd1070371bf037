#include "tests/support/testprogram.h"
#include "tests/worker/cron/crontabgenerator.h"
#include <yardmaster/cronschedule.h>

#include <QElapsedTimer>
#include <QTest>

#include <set>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kMinuteMs = 60'000;

QDateTime utc(const QString &text)
{
    return QDateTime::fromString(text, Qt::ISODate).toUTC();
}

CronSchedule scheduleOf(const QString &text, const QByteArray &zone = {})
{
    const auto schedule = CronSchedule::parse(text, CrontabDialect::Extended,
                                              zone.isEmpty() ? QTimeZone() : QTimeZone(zone));
    if (!schedule)
        qFatal("%s", qUtf8Printable(schedule.error().first().text()));
    return *schedule;
}

QStringList texts(const QList<QDateTime> &times)
{
    QStringList list;
    for (const QDateTime &time : times)
        list << time.toString(Qt::ISODate);
    return list;
}

/// Cron's rule for one local time, implemented once more.
bool isDueBy(const CronFields &fields, const QDateTime &clock)
{
    const auto has = [](quint64 bits, int n) { return (bits >> n & 1) != 0; };
    const QDate date = clock.date();
    const bool day = has(fields.days, date.day());
    const bool weekday = has(fields.weekdays, date.dayOfWeek() % 7);
    const bool isEither = fields.restrictsDays() && fields.restrictsWeekdays();
    return has(fields.minutes, clock.time().minute()) && has(fields.hours, clock.time().hour())
        && has(fields.months, date.month()) && (isEither ? day || weekday : day && weekday);
}

/// Due minutes from `from` on, found by checking every minute: a local time that has not occurred
/// before is due by the fields; skipped local times make the first minute after the gap due.
std::set<qint64> dueByScanning(const CronFields &fields, const QTimeZone &zone, qint64 from,
                               int minutes)
{
    std::set<qint64> due;
    // Local times, as if they were UTC. A day earlier, so that repeats are recognised.
    qint64 highest = std::numeric_limits<qint64>::min();
    for (qint64 minute = from - 1440; minute < from + minutes; ++minute) {
        const auto instant = QDateTime::fromMSecsSinceEpoch(minute * kMinuteMs, QTimeZone::utc());
        const qint64 reading = minute + zone.offsetFromUtc(instant) / 60;
        const qint64 first = highest < reading - 1440 ? reading : highest + 1;
        for (qint64 r = first; r <= reading; ++r) {
            const auto clock = QDateTime::fromMSecsSinceEpoch(r * kMinuteMs, QTimeZone::utc());
            if (minute >= from && isDueBy(fields, clock))
                due.insert(minute);
        }
        highest = std::max(highest, reading);
    }
    return due;
}

} // namespace

class TestCronSchedule : public QObject
{
    Q_OBJECT

private slots:
    void fieldsBecomeSets_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QList<int>>("minutes");
        QTest::addColumn<QList<int>>("weekdays");
        QTest::newRow("number") << u"7 * * * 3"_s << QList{7} << QList{3};
        QTest::newRow("list") << u"1,5,1 * * * 1,3"_s << QList{1, 5} << QList{1, 3};
        QTest::newRow("range") << u"3-5 * * * 1-2"_s << QList{3, 4, 5} << QList{1, 2};
        QTest::newRow("step") << u"*/20 * * * */3"_s << QList{0, 20, 40} << QList{0, 3, 6};
        QTest::newRow("sunday is 7") << u"0 * * * 7"_s << QList{0} << QList{0};
        QTest::newRow("sunday ends a range") << u"0 * * * 5-7"_s << QList{0} << QList{0, 5, 6};
        QTest::newRow("name ends a range") << u"0 * * * fri-sun"_s << QList{0} << QList{0, 5, 6};
        QTest::newRow("sunday begins a range")
            << u"0 * * * Sun-Tue"_s << QList{0} << QList{0, 1, 2};
        QTest::newRow("full name") << u"0 * * * Wednesday"_s << QList{0} << QList{3};
        QTest::newRow("step of a range")
            << u"10-30/10 * * * 1-5/2"_s << QList{10, 20, 30} << QList{1, 3, 5};
    }
    void fieldsBecomeSets()
    {
        QFETCH(QString, text);
        QFETCH(QList<int>, minutes);
        QFETCH(QList<int>, weekdays);
        const CronFields fields = scheduleOf(text).fields();
        quint64 minuteBits = 0;
        for (const int minute : minutes)
            minuteBits |= quint64(1) << minute;
        quint64 weekdayBits = 0;
        for (const int day : weekdays)
            weekdayBits |= quint64(1) << day;
        QCOMPARE(fields.minutes, minuteBits);
        QCOMPARE(quint64(fields.weekdays), weekdayBits);
        QCOMPARE(fields.days, 0xfffffffe);
    }

    void stepsCountFromTheLowest()
    {
        QCOMPARE(scheduleOf(u"0 0 */10 */5 *"_s).fields().days,
                 (1U << 1 | 1U << 11 | 1U << 21 | 1U << 31));
        QCOMPARE(scheduleOf(u"0 0 */10 */5 *"_s).fields().months, (1U << 1 | 1U << 6 | 1U << 11));
    }

    void eitherDayIsEnough()
    {
        const CronSchedule schedule = scheduleOf(u"0 0 13 * fri"_s);
        QVERIFY(schedule.matches(utc(u"2026-01-13T00:00:00Z"_s))); // a Tuesday
        QVERIFY(schedule.matches(utc(u"2026-01-16T00:00:00Z"_s))); // a Friday
        QVERIFY(!schedule.matches(utc(u"2026-01-14T00:00:00Z"_s)));
        QVERIFY(!scheduleOf(u"0 0 13 * *"_s).matches(utc(u"2026-01-16T00:00:00Z"_s)));
        QVERIFY(!scheduleOf(u"0 0 * * fri"_s).matches(utc(u"2026-01-13T00:00:00Z"_s)));
        QVERIFY(!scheduleOf(u"0 0 1-31 * fri"_s).matches(utc(u"2026-01-13T00:00:00Z"_s)));
    }

    void wrongSchedulesAreRefused()
    {
        const auto few = CronSchedule::parse(u"* * * *");
        QVERIFY(!few);
        QVERIFY2(few.error().first().message.contains("4 fields"_L1),
                 qPrintable(few.error().first().message));
        const auto wrong = CronSchedule::parse(u"60  * 0 * mon");
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().size(), 2);
        QCOMPARE(wrong.error()[1].column, 7);
        const auto strict = CronSchedule::parse(u"* * * * mon", CrontabDialect::Strict);
        QVERIFY(!strict);
        QVERIFY(strict.error().first().hint.contains("--strict"_L1));
    }

    void nextIsStrictlyAfter()
    {
        const CronSchedule schedule = scheduleOf(u"*/15 * * * *"_s);
        QCOMPARE(*schedule.next(utc(u"2026-01-01T00:00:00Z"_s)), utc(u"2026-01-01T00:15:00Z"_s));
        QCOMPARE(*schedule.next(utc(u"2026-01-01T00:00:00Z"_s).addMSecs(-1)),
                 utc(u"2026-01-01T00:00:00Z"_s));
        QCOMPARE(*schedule.next(utc(u"2026-01-01T00:14:59Z"_s)), utc(u"2026-01-01T00:15:00Z"_s));
        QCOMPARE(*schedule.next(utc(u"1969-12-31T23:59:30Z"_s)), utc(u"1970-01-01T00:00:00Z"_s));
        QCOMPARE(schedule.next(utc(u"2026-01-01T00:00:00Z"_s))->timeSpec(), Qt::UTC);
        QVERIFY(!schedule.next(QDateTime()));
    }

    void leapDaysComeAcrossCenturies()
    {
        const CronSchedule schedule = scheduleOf(u"0 0 29 2 *"_s);
        QCOMPARE(texts(schedule.upcoming(utc(u"2092-03-01T00:00:00Z"_s), 3)),
                 (QStringList{u"2096-02-29T00:00:00Z"_s, u"2104-02-29T00:00:00Z"_s,
                              u"2108-02-29T00:00:00Z"_s}));
    }

    void neverDueSchedulesEndTheSearch_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("zone");
        for (const QString &text :
             {u"0 0 31 2 *"_s, u"* * 30,31 feb *"_s, u"0 0 31 4,6,9,11 *"_s}) {
            QTest::newRow(qPrintable(text)) << text << QByteArray();
            QTest::newRow(qPrintable(text + u" Paris"_s)) << text << QByteArray("Europe/Paris");
        }
    }
    void neverDueSchedulesEndTheSearch()
    {
        QFETCH(QString, text);
        QFETCH(QByteArray, zone);
        QVERIFY(!scheduleOf(text, zone).next(utc(u"2026-01-01T00:00:00Z"_s)));
        QVERIFY(scheduleOf(text, zone).upcoming(utc(u"2026-01-01T00:00:00Z"_s), 3).isEmpty());
    }

    void extremeDatesAreSafe()
    {
        for (const QByteArray &zone : {QByteArray(), QByteArray("Europe/Paris")}) {
            const CronSchedule schedule = scheduleOf(u"0 0 1 1 *"_s, zone);
            for (const qint64 ms :
                 {std::numeric_limits<qint64>::min(), std::numeric_limits<qint64>::min() / 2,
                  std::numeric_limits<qint64>::max() / 2, std::numeric_limits<qint64>::max()}) {
                const auto time = QDateTime::fromMSecsSinceEpoch(ms, QTimeZone::utc());
                QVERIFY(!schedule.matches(time));
                QCOMPARE(schedule.next(time).has_value(), ms < 0 && time.isValid());
            }
        }
    }

    /// A search by minutes takes milliseconds for each of these.
    void theSearchIsFast()
    {
        const QDateTime from = utc(u"2026-03-01T00:00:00Z"_s);
        for (const QString &text : {u"0 0 31 2 *"_s, u"0 0 29 2 *"_s, u"0 0 1 1 *"_s}) {
            for (const QByteArray &zone : {QByteArray(), QByteArray("Europe/Paris")}) {
                const CronSchedule schedule = scheduleOf(text, zone);
                QElapsedTimer timer;
                timer.start();
                for (int i = 0; i < 1000; ++i)
                    (void)schedule.next(from.addSecs(i));
                // Microseconds each, undisturbed.
                QVERIFY2(timer.nsecsElapsed() / 1000 < 2'000'000, qPrintable(text));
                qInfo("%s %s: %.1f us", qPrintable(text), zone.constData(),
                      double(timer.nsecsElapsed()) / 1e6);
            }
        }
    }

    void skippedTimesRunOnceAfterTheGap()
    {
        // 29 March 2026: 02:00 becomes 03:00 in Paris, at 01:00 UTC.
        const QDateTime day = utc(u"2026-03-28T23:30:00Z"_s);
        QCOMPARE(texts(scheduleOf(u"30 2 * * *"_s, "Europe/Paris").upcoming(day, 2)),
                 (QStringList{u"2026-03-29T01:00:00Z"_s, u"2026-03-30T00:30:00Z"_s}));
        QCOMPARE(texts(scheduleOf(u"10,20,30 2 * * *"_s, "Europe/Paris").upcoming(day, 2)),
                 (QStringList{u"2026-03-29T01:00:00Z"_s, u"2026-03-30T00:10:00Z"_s}));
        // The time after the gap is due itself.
        QCOMPARE(texts(scheduleOf(u"0 2,3 * * *"_s, "Europe/Paris").upcoming(day, 2)),
                 (QStringList{u"2026-03-29T01:00:00Z"_s, u"2026-03-30T00:00:00Z"_s}));
        QVERIFY(
            scheduleOf(u"30 2 * * *"_s, "Europe/Paris").matches(utc(u"2026-03-29T01:00:00Z"_s)));
        QVERIFY(
            !scheduleOf(u"30 2 * * *"_s, "Europe/Paris").matches(utc(u"2026-03-29T01:30:00Z"_s)));
        // From far away, over years of changes.
        QCOMPARE(texts(scheduleOf(u"30 2 29 3 *"_s, "Europe/Paris")
                           .upcoming(utc(u"2024-06-01T00:00:00Z"_s), 4)),
                 (QStringList{u"2025-03-29T01:30:00Z"_s, u"2026-03-29T01:00:00Z"_s,
                              u"2027-03-29T00:30:00Z"_s, u"2028-03-29T00:30:00Z"_s}));
        QCOMPARE(texts(scheduleOf(u"0 0 29 2 *"_s, "Europe/Paris").upcoming(day, 2)),
                 (QStringList{u"2028-02-28T23:00:00Z"_s, u"2032-02-28T23:00:00Z"_s}));
        // Half an hour only, at Lord Howe: 02:00 becomes 02:30 on 4 October.
        QCOMPARE(texts(scheduleOf(u"15 2 4 10 *"_s, "Australia/Lord_Howe").upcoming(day, 1)),
                 QStringList{u"2026-10-03T15:30:00Z"_s});
    }

    void repeatedTimesRunTheFirstTime()
    {
        // 25 October 2026: 03:00 becomes 02:00 in Paris, at 01:00 UTC.
        const QDateTime day = utc(u"2026-10-24T23:30:00Z"_s);
        QCOMPARE(texts(scheduleOf(u"30 2 * * *"_s, "Europe/Paris").upcoming(day, 2)),
                 (QStringList{u"2026-10-25T00:30:00Z"_s, u"2026-10-26T01:30:00Z"_s}));
        QCOMPARE(texts(scheduleOf(u"0 * * * *"_s, "Europe/Paris").upcoming(day, 3)),
                 (QStringList{u"2026-10-25T00:00:00Z"_s, u"2026-10-25T02:00:00Z"_s,
                              u"2026-10-25T03:00:00Z"_s}));
        QVERIFY(
            !scheduleOf(u"30 2 * * *"_s, "Europe/Paris").matches(utc(u"2026-10-25T01:30:00Z"_s)));
    }

    void aSkippedDayRunsOnceAfterIt()
    {
        // Samoa had no 30 December 2011: the 29th ended at 10:00 UTC on the 30th.
        const QDateTime before = utc(u"2011-12-29T12:00:00Z"_s);
        QCOMPARE(texts(scheduleOf(u"0 12 30 12 *"_s, "Pacific/Apia").upcoming(before, 2)),
                 (QStringList{u"2011-12-30T10:00:00Z"_s, u"2012-12-29T22:00:00Z"_s}));
    }

    void matcherFunctionsAreAsked()
    {
        const CronSchedule schedule(
            CronMatcher([](const CronDigest &d) { return d.minute == 5 && d.hour % 2 == 1; }));
        QVERIFY(schedule.hasMatcher());
        QVERIFY(schedule.matches(utc(u"2026-01-01T01:05:59Z"_s)));
        QCOMPARE(*schedule.next(utc(u"2026-01-01T01:05:00Z"_s)), utc(u"2026-01-01T03:05:00Z"_s));
        const CronSchedule never(CronMatcher([](const CronDigest &) { return false; }));
        QVERIFY(!never.next(utc(u"2026-01-01T00:00:00Z"_s)));
        const CronSchedule paris(CronMatcher([](const CronDigest &d) {
                                     return d.hour == 8 && d.minute == 0 && d.dayOfWeek == 4;
                                 }),
                                 QTimeZone("Europe/Paris"));
        QCOMPARE(*paris.next(utc(u"2026-01-01T00:00:00Z"_s)), utc(u"2026-01-01T07:00:00Z"_s));
    }

    /// next() and matches() against a check of every minute, over random schedules, around clock
    /// changes in zones with different rules.
    void searchAgreesWithScanning_data()
    {
        QTest::addColumn<QByteArray>("zone");
        for (const char *zone :
             {"UTC", "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu",
              "Africa/Casablanca", "America/St_Johns", "Pacific/Apia", "Asia/Gaza"})
            QTest::newRow(zone) << QByteArray(zone);
    }
    void searchAgreesWithScanning()
    {
        QFETCH(QByteArray, zone);
        const QTimeZone timeZone(zone);
        if (!timeZone.isValid())
            QSKIP("this system does not know the zone");
        const quint32 seed = seedOfRun();
        qInfo("seed %u", seed);
        CrontabGenerator generator(seed);
        for (int i = 0; i < 10; ++i) {
            QString text = generator.schedule(true, true);
            if (generator.oneIn(2)) // times that changes of the clock are about
                text = u"%1 %2 * * *"_s.arg(generator.number(60)).arg(generator.number(4));
            const CronSchedule schedule = scheduleOf(text, zone);
            // 2005 to 2033: half of the time around a change of the clock
            qint64 from = 18'400'000 + generator.number(15'000'000);
            if (timeZone.hasTransitions() && generator.oneIn(2)) {
                const auto change = timeZone.nextTransition(
                    QDateTime::fromMSecsSinceEpoch(from * kMinuteMs, QTimeZone::utc()));
                if (change.atUtc.isValid())
                    from = change.atUtc.toMSecsSinceEpoch() / kMinuteMs - generator.number(2500);
            }
            const int span = 2 * 1440;
            const auto due = dueByScanning(schedule.fields(), timeZone, from, span);

            std::set<qint64> matching;
            for (qint64 minute = from; minute < from + span; ++minute) {
                if (schedule.matches(
                        QDateTime::fromMSecsSinceEpoch(minute * kMinuteMs, QTimeZone::utc())))
                    matching.insert(minute);
            }
            std::set<qint64> found;
            auto time = std::optional(
                QDateTime::fromMSecsSinceEpoch(from * kMinuteMs - 1, QTimeZone::utc()));
            while ((time = schedule.next(*time))
                   && time->toMSecsSinceEpoch() < (from + span) * kMinuteMs)
                found.insert(time->toMSecsSinceEpoch() / kMinuteMs);
            const QByteArray context = text.toUtf8() + " from minute " + QByteArray::number(from);
            QVERIFY2(matching == due, context);
            QVERIFY2(found == due, context);
        }
    }
};

YARDMASTER_TEST(TestCronSchedule)
#include "tst_cronschedule.moc"
