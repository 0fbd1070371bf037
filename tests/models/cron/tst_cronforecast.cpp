#include "models/cron/cronforecast.h"

#include "models/cron/crontimes.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

QDateTime at(const char *time)
{
    return QDateTime::fromString(QString::fromLatin1(time) + u'Z', Qt::ISODate);
}

QList<CrontabEntry> entriesOf(const QString &text)
{
    return analyseCrontab(text, CrontabDialect::Extended).entries;
}

} // namespace

/// Forecasts of a crontab: its week, runs at the same time, clock changes.
class TestCronForecast : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWeekIsWhatTheScheduleSays();
    void tooManyRunsAreCutAlike();
    void aCancelledSimulationIsCut();
    void pileUpsAreGrouped();
    void clockChangesAreReported();
    void utcEntriesShiftByLocalClocks();
    void theNewestRequestIsAnswered();
    void tenThousandEntriesAreBounded();
};

void TestCronForecast::aWeekIsWhatTheScheduleSays()
{
    const auto entries = entriesOf(u"*/7 * * * * a\n"
                                   "30 2 * * * b ?tz=Europe/Berlin\n"
                                   "0 0 1,15 * fri c\n"
                                   "0 0 31 2 * d\n"_s);
    QCOMPARE(entries.size(), 4);
    // The clock of Berlin goes forward on the 29th.
    const QDateTime from = at("2026-03-26T10:07:30");
    const CronSimulation week = simulate(entries, from, from.addDays(7), 1'000'000);
    QVERIFY(!week.isCut());
    QCOMPARE(week.from, at("2026-03-26T10:08:00"));
    qint64 runs = 0;
    for (qsizetype i = 0; i < entries.size(); ++i) {
        std::vector<qint32> expected; // minute by minute
        for (QDateTime t = week.from; t < week.to; t = t.addSecs(60)) {
            if (entries[i].schedule.matches(t))
                expected.push_back(qint32(week.from.secsTo(t) / 60));
        }
        QVERIFY2(week.minutes[size_t(i)] == expected, qPrintable(entries[i].item.task));
        runs += qint64(expected.size());
    }
    QCOMPARE(week.runs, runs);
    QCOMPARE(week.minutes[1].size(), size_t(7));
    QVERIFY(week.minutes[3].empty());
}

void TestCronForecast::tooManyRunsAreCutAlike()
{
    QString text;
    for (int i = 0; i < 50; ++i)
        text += u"* * * * * t%1\n"_s.arg(i);
    const QDateTime from = at("2026-01-01T00:00:00");
    const CronSimulation week = simulate(entriesOf(text), from, from.addDays(7), 10'000);
    QVERIFY(week.isCut());
    QVERIFY(week.runs >= 10'000 && week.runs <= 10'000 + 50 * 60);
    const auto minutes = size_t(week.from.secsTo(week.until) / 60);
    for (const auto &entry : week.minutes)
        QCOMPARE(entry.size(), minutes); // complete until there
    const CronSimulation none = simulate({}, from, from.addYears(100), 10);
    QCOMPARE(none.to, from.addDays(kLongestSimulationDays));
    QVERIFY(!none.isCut());
}

void TestCronForecast::aCancelledSimulationIsCut()
{
    int asked = 0;
    const QDateTime from = at("2026-01-01T00:00:00");
    const CronSimulation week = simulate(entriesOf(u"* * * * * a"_s), from, from.addDays(7),
                                         1'000'000, [&] { return ++asked > 3; });
    QVERIFY(week.isCut());
    QVERIFY(week.runs < 1000);
}

void TestCronForecast::pileUpsAreGrouped()
{
    const auto entries = entriesOf(u"0 4 * * * a\n0 4 * * * b\n0 4 * * * c\n"
                                   "0 4 * * mon d\n15 4 * * * e\n15 4 * * * f\n"_s);
    const QDateTime from = at("2026-01-01T00:00:00"); // Thursday
    const CronSimulation week = simulate(entries, from, from.addDays(7), 1'000'000);
    const QList<CronPileUp> three = pileUps(week, 3, 100);
    QCOMPARE(three.size(), 2);
    QCOMPARE(three[0].size, 4);
    QCOMPARE(three[0].times, 1);
    QCOMPARE(three[0].first, at("2026-01-05T04:00:00"));
    QCOMPARE(three[0].entries, (QList{0, 1, 2, 3}));
    QCOMPARE(three[1].size, 3);
    QCOMPARE(three[1].times, 6);
    QCOMPARE(three[1].first, at("2026-01-01T04:00:00"));
    QCOMPARE(pileUps(week, 2, 100).size(), 3);
    QCOMPARE(pileUps(week, 2, 1).size(), 1);
    QVERIFY(pileUps(week, 5, 100).isEmpty());
}

void TestCronForecast::clockChangesAreReported()
{
    const auto changesOf = [](const QString &line) {
        return clockChanges(entriesOf(line).first().schedule, at("2026-01-01T00:00:00"),
                            at("2027-01-01T00:00:00"), 10);
    };
    const auto both = changesOf(u"30 2 * * * a ?tz=Europe/Berlin"_s);
    QCOMPARE(both.size(), 2);
    QCOMPARE(both[0].kind, CronClockChange::Kind::Skipped);
    QCOMPARE(both[0].at, at("2026-03-29T01:00:00"));
    QCOMPARE(both[0].local, at("2026-03-29T02:30:00"));
    QCOMPARE(both[0].minutes, 60);
    QCOMPARE(both[1].kind, CronClockChange::Kind::Repeated);
    QCOMPARE(both[1].local, at("2026-10-25T02:30:00"));
    QVERIFY(clockChangeSentence(both[0]).contains(u"2026-03-29 02:30"_s));
    QVERIFY(changesOf(u"30 4 * * * a ?tz=Europe/Berlin"_s).isEmpty());
    QVERIFY(changesOf(u"30 2 * * mon a ?tz=Europe/Berlin"_s).isEmpty()); // it changes on Sundays
    QVERIFY(changesOf(u"30 2 * * * a"_s).isEmpty());
    // What is said agrees with what the schedule does: once a day all the same.
    const auto entry = entriesOf(u"30 2 * * * a ?tz=Europe/Berlin"_s).first();
    QCOMPARE(*entry.schedule.next(at("2026-03-29T00:00:00")), at("2026-03-29T01:00:00"));
}

void TestCronForecast::utcEntriesShiftByLocalClocks()
{
    const auto shiftOf = [](const QString &line) {
        return nextShift(entriesOf(line).first().schedule, QTimeZone("Europe/Berlin"),
                         at("2026-01-01T00:00:00"), at("2027-01-01T00:00:00"));
    };
    const auto shift = shiftOf(u"0 8 * * * a"_s);
    QVERIFY(shift);
    QCOMPARE(shift->minutes, 60);
    QCOMPARE(shift->at, at("2026-03-29T01:00:00"));
    QVERIFY(!shiftOf(u"*/5 * * * * a"_s));
    QVERIFY(!shiftOf(u"0 8 * * * a ?tz=Europe/Berlin"_s));
}

void TestCronForecast::theNewestRequestIsAnswered()
{
    CronForecaster forecaster;
    QSignalSpy ready(&forecaster, &CronForecaster::ready);
    const auto ask = [&](const QString &text) {
        forecaster.ask(
            std::make_shared<const CronAnalysis>(analyseCrontab(text, CrontabDialect::Extended)),
            {}, at("2026-01-01T00:00:00"), 3);
    };
    for (int i = 0; i < 20; ++i)
        ask(u"* * * * * old"_s);
    ask(u"0 4 * * * new"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!forecaster.isBusy(), kPatience);
    QCOMPARE(ready.count(), 1);
    QCOMPARE(forecaster.forecast()->analysis->entries.first().item.task, u"new"_s);
    QCOMPARE(forecaster.forecast()->week.runs, 7);
    QVERIFY(!forecaster.forecast()->hasKnownEntries);
}

void TestCronForecast::tenThousandEntriesAreBounded()
{
    QString text;
    QHash<QString, KnownCronEntry> known;
    for (int i = 0; i < 10'000; ++i) {
        text += u"* * * * * t%1 ?fill=1000w\n"_s.arg(i);
        known.insert(u"t%1"_s.arg(i), {at("2020-01-01T00:00:00"), at("2020-01-01T00:00:00")});
    }
    CronForecaster forecaster;
    forecaster.ask(
        std::make_shared<const CronAnalysis>(analyseCrontab(text, CrontabDialect::Extended)), known,
        at("2026-01-01T00:00:00"), 3);
    QTRY_VERIFY_WITH_TIMEOUT(!forecaster.isBusy(), 3 * kPatience);
    const CronForecastPtr forecast = forecaster.forecast();
    QVERIFY(forecast->week.isCut());
    QVERIFY(forecast->backfill.isCut);
    QCOMPARE(forecast->backfill.runs, qint64(kMostBackfills) * 10);
    QCOMPARE(forecast->backfill.listed.first().runs, kMostBackfills);
    QVERIFY(forecast->backfill.listed.first().isCut);
}

YARDMASTER_TEST(TestCronForecast)
#include "tst_cronforecast.moc"
