#include "models/alerts/alertcause.h"
#include "models/alerts/alertdraft.h"
#include "models/alerts/alertstate.h"
#include "models/alerts/alertwords.h"
#include "models/alerts/heartbeatages.h"
#include "models/overview/queuemetrics.h"
#include "models/query/filterparser.h"
#include "tests/models/alerts/alertfixture.h"
#include "tests/support/testprogram.h"
#include "worker/time/duration.h"

#include <QTest>

#include <functional>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// A rule and snapshots that come one after the other.
struct Course
{
    AlertRule rule;
    AlertState state = {};

    AlertPhase after(const AlertSnapshot &reading)
    {
        state = evaluate(rule, state, reading);
        return state.phase;
    }
};

} // namespace

class TestAlertRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void conditionHasToHold();
    void alertEndsAfterTheHoldTime();
    void unknownValuesChangeNothing();
    void gapStartsOver();
    void kindsAreMeasured_data();
    void kindsAreMeasured();
    void metricsBecomeSnapshots();
    void staleWorkersAreNamed();
    void workersSweptByOthersCount();
    void badInputIsReported_data();
    void badInputIsReported();
    void typedTextIsParsedBack();
    void causesAreFilters();
    void rulesOfATaskNameIt();
};

void TestAlertRules::conditionHasToHold()
{
    Course course{ruleFor(AlertKind::FailedForGood, 5, 60s)};
    QCOMPARE(course.after(withFailed(0, 4)), AlertPhase::Calm);
    QCOMPARE(course.after(withFailed(10, 5)), AlertPhase::Pending);
    QCOMPARE(course.after(withFailed(60, 9)), AlertPhase::Pending);
    QCOMPARE(course.after(withFailed(65, 2)), AlertPhase::Calm); // a moment without: from the start
    QCOMPARE(course.after(withFailed(70, 6)), AlertPhase::Pending);
    QCOMPARE(course.after(withFailed(129, 6)), AlertPhase::Pending);
    QCOMPARE(course.after(withFailed(130, 6)), AlertPhase::Raised);
    QCOMPARE(course.state.raisedAt, kStart.addSecs(130));
    QCOMPARE(course.after(withFailed(140, 20)), AlertPhase::Raised);
    QCOMPARE(course.after(withFailed(150, 7)), AlertPhase::Raised);
    QCOMPARE(course.state.worst, 20);

    Course atOnce{ruleFor(AlertKind::FailedForGood, 5)};
    QCOMPARE(atOnce.after(withFailed(0, 5)), AlertPhase::Raised);
}

void TestAlertRules::alertEndsAfterTheHoldTime()
{
    Course course{ruleFor(AlertKind::FailedForGood, 5)};
    QCOMPARE(course.after(withFailed(0, 5)), AlertPhase::Raised);
    QCOMPARE(course.after(withFailed(10, 0)), AlertPhase::Easing);
    QVERIFY(course.state.isRaised());
    QCOMPARE(course.after(withFailed(30, 5)), AlertPhase::Raised); // the same alert
    QCOMPARE(course.state.raisedAt, kStart);
    QCOMPARE(course.after(withFailed(40, 0)), AlertPhase::Easing);
    QCOMPARE(course.after(withFailed(99, 0)), AlertPhase::Easing);
    QCOMPARE(course.after(withFailed(100, 0)), AlertPhase::Calm);

    Course slow{ruleFor(AlertKind::FailedForGood, 5, 100s)};
    slow.after(withFailed(0, 5));
    QCOMPARE(slow.after(withFailed(100, 5)), AlertPhase::Raised);
    slow.after(withFailed(110, 0));
    QCOMPARE(slow.after(withFailed(200, 0)), AlertPhase::Easing); // as long as it has to hold
    QCOMPARE(slow.after(withFailed(210, 0)), AlertPhase::Calm);
}

void TestAlertRules::unknownValuesChangeNothing()
{
    Course course{ruleFor(AlertKind::FailedForGood, 5, 60s)};
    course.after(withFailed(0, 5));
    QCOMPARE(course.after(at(30)), AlertPhase::Pending);
    QCOMPARE(course.after(at(90)), AlertPhase::Pending); // not raised by unknown values
    QCOMPARE(course.after(withFailed(95, 5)), AlertPhase::Raised);
    QCOMPARE(course.after(at(300)), AlertPhase::Raised);
    AlertSnapshot away = at(400);
    away.isAnswered = false;
    QCOMPARE(course.after(away), AlertPhase::Raised);
    QVERIFY(!course.state.last.isMet);
}

void TestAlertRules::gapStartsOver()
{
    Course course{ruleFor(AlertKind::FailedForGood, 5, 60s)};
    course.after(withFailed(0, 5));
    QCOMPARE(course.after(withFailed(4 * 3600, 5)), AlertPhase::Pending); // the machine slept
    QCOMPARE(course.after(withFailed(4 * 3600 + 60, 5)), AlertPhase::Raised);

    Course back{ruleFor(AlertKind::FailedForGood, 5, 60s)};
    back.after(withFailed(1000, 5));
    QCOMPARE(back.after(withFailed(10, 5)), AlertPhase::Pending); // the clock was set back
    QCOMPARE(back.after(withFailed(70, 5)), AlertPhase::Raised);
}

void TestAlertRules::kindsAreMeasured_data()
{
    QTest::addColumn<AlertKind>("kind");
    QTest::addColumn<double>("threshold");
    QTest::addColumn<AlertSnapshot>("reading");
    QTest::addColumn<int>("met"); // -1: unknown
    QTest::addColumn<QString>("text");
    const auto row
        = [](const char *name, AlertKind kind, double threshold,
             const std::function<void(AlertSnapshot &)> &fill, int met, const QString &text) {
              AlertSnapshot reading = at(0);
              fill(reading);
              QTest::newRow(name) << kind << threshold << reading << met << text;
          };
    const auto rates = [](double failures, double completions) {
        return [=](AlertSnapshot &reading) {
            reading.failuresPerMinute = failures;
            reading.completionsPerMinute = completions;
        };
    };
    const auto ready = [rates](const Count &count, double ended) {
        return [=](AlertSnapshot &reading) {
            rates(0, ended)(reading);
            reading.ready = count;
        };
    };
    using Kind = AlertKind;
    row("rate", Kind::FailureRate, 10, rates(10, 0), 1, u"~10 per minute"_s);
    row("rate, below", Kind::FailureRate, 10, rates(9.5, 0), 0, u"~9.5 per minute"_s);
    row(
        "rate, unknown", Kind::FailureRate, 10, [](AlertSnapshot &) {}, -1, u"unknown"_s);
    row(
        "rate, at least", Kind::FailureRate, 10,
        [](AlertSnapshot &reading) {
            reading.failuresPerMinute = 5;
            reading.isFailuresLowerBound = true;
        },
        -1, u"5 per minute or more"_s);
    row("share", Kind::FailureShare, 25, rates(5, 15), 1, u"~25 %"_s);
    row("share, below", Kind::FailureShare, 25, rates(4, 16), 0, u"~20 %"_s);
    row("share of few", Kind::FailureShare, 25, rates(1, 0), 0, u"~100 %"_s);
    row("share of none", Kind::FailureShare, 25, rates(0, 0), 0, u"0 %"_s);
    row(
        "oldest", Kind::OldestReady, 300,
        [](AlertSnapshot &reading) { reading.oldestReady = 552s; }, 1, u"9 min 12 s"_s);
    row(
        "oldest, long", Kind::OldestReady, 300,
        [](AlertSnapshot &reading) { reading.oldestReady = 3h + 12s; }, 1, u"3 h"_s);
    row(
        "oldest, none", Kind::OldestReady, 300,
        [](AlertSnapshot &reading) { reading.oldestReady = 0s; }, 0, u"0 s"_s);
    row("standstill", Kind::NoThroughput, 1, ready({3}, 0), 1, u"3 ready, none finishing"_s);
    row("it moves", Kind::NoThroughput, 1, ready({3}, 1), 0, u"3 ready"_s);
    row("nothing to do", Kind::NoThroughput, 1, ready({0}, 0), 0, u"0 ready"_s);
    row(
        "stuck", Kind::Stuck, 1, [](AlertSnapshot &reading) { reading.stuck = {1}; }, 1, u"1"_s);
    row("backlog, at least more", Kind::ReadyBacklog, 5000, ready({10000, Count::AtLeast}, 0), 1,
        u"10,000+"_s);
    row("backlog, at least fewer", Kind::ReadyBacklog, 50000, ready({10000, Count::AtLeast}, 0), -1,
        u"10,000+"_s);
    row("backlog, long", Kind::ReadyBacklog, 50000, ready({178214}, 0), 1, u"178,214"_s);
    row("backlog, estimated", Kind::ReadyBacklog, 50000, ready({178214, Count::Estimate}, 0), 1,
        u"~178 k"_s);
    row("backlog, estimated shorter", Kind::ReadyBacklog, 500000,
        ready({178214, Count::Estimate}, 0), 0, u"~178 k"_s);
    const auto exact = [](double failures, double successes) {
        return [=](AlertSnapshot &reading) {
            reading.failuresPerMinute = failures;
            reading.completionsPerMinute = successes;
            reading.areRatesExact = true;
        };
    };
    row("rate of the history", Kind::FailureRate, 10, exact(10, 0), 1, u"10 per minute"_s);
    row("share of the history", Kind::FailureShare, 25, exact(4, 16), 0, u"20 %"_s);
    const auto runs = [](const TaskRuns &of) {
        return [=](AlertSnapshot &reading) {
            reading.runs = QHash<QString, TaskRuns>{{QString(), of}};
        };
    };
    row("slow", Kind::SlowRuns, 60, runs({61s, 0s}), 1, u"1 min 1 s"_s);
    row("not slow", Kind::SlowRuns, 60, runs({59s, 0s}), 0, u"59 s"_s);
    row("nothing ran", Kind::SlowRuns, 60, runs({{}, 0s}), 0, u"0 s"_s);
    row("success lately", Kind::NoSuccess, 90000, runs({{}, 24h}), 0, u"1 d"_s);
    row("success long ago", Kind::NoSuccess, 90000, runs({{}, 26h}), 1, u"1 d 2 h"_s);
    row("no success known", Kind::NoSuccess, 90000, runs({{}, 24h, true}), -1, u"1 d or more"_s);
    row("no success for long", Kind::NoSuccess, 90000, runs({{}, 26h, true}), 1,
        u"1 d 2 h or more"_s);
    row(
        "no history", Kind::NoSuccess, 90000, [](AlertSnapshot &) {}, -1, u"unknown"_s);
    row(
        "answers", Kind::Unreachable, 0, [](AlertSnapshot &) {}, 0, u"answers"_s);
    row(
        "no answer", Kind::Unreachable, 0,
        [](AlertSnapshot &reading) { reading.isAnswered = false; }, 1, u"no answer"_s);
    row(
        "no answer tells nothing else", Kind::Stuck, 1,
        [](AlertSnapshot &reading) { reading.isAnswered = false; }, -1, u"unknown"_s);
}

void TestAlertRules::kindsAreMeasured()
{
    QFETCH(const AlertKind, kind);
    QFETCH(const double, threshold);
    QFETCH(const AlertSnapshot, reading);
    QFETCH(const int, met);
    const AlertMeasure found = measure(ruleFor(kind, threshold), reading);
    QCOMPARE(found.isMet ? int(*found.isMet) : -1, met);
    QTEST(alertValue(kind, found), "text");
}

void TestAlertRules::metricsBecomeSnapshots()
{
    QueueMetrics metrics;
    metrics.time = kStart;
    metrics.readyTime = kStart.addSecs(-100);
    metrics.takenTime = kStart.addSecs(-30);
    metrics.ready = {7};
    metrics.failed = {3};
    metrics.stuck = {1};
    metrics.oldestReady = 12s;
    metrics.failures = 4;
    metrics.completions = 2;
    AlertSnapshot reading = alertSnapshotOf(metrics);
    QCOMPARE(reading.at, kStart);
    QCOMPARE(reading.ready.value, 7);
    QCOMPARE(reading.failed.value, 3);
    QCOMPARE(reading.stuck.value, 1);
    QCOMPARE(*reading.oldestReady, 12s);
    QCOMPARE(*reading.failuresPerMinute, 4);
    QCOMPARE(*reading.completionsPerMinute, 2);
    metrics.takenTime = kStart.addSecs(-3600); // says nothing about now
    reading = alertSnapshotOf(metrics);
    QVERIFY(!reading.failed.value && !reading.stuck.value);
    QCOMPARE(reading.ready.value, 7);
    metrics.readyTime = kStart.addSecs(-3600);
    QVERIFY(!alertSnapshotOf(metrics).ready.value);
}

void TestAlertRules::staleWorkersAreNamed()
{
    AlertSnapshot reading = at(0);
    reading.workers = {{u"one"_s, 90s}, {u"two"_s, 3s}};
    const AlertRule rule = ruleFor(AlertKind::StaleWorker, 60);
    const AlertMeasure found = measure(rule, reading);
    QCOMPARE(found.isMet, true);
    QCOMPARE(found.names, QStringList{u"one"_s});
    QCOMPARE(alertLine(rule, found), u"Stale worker: 1 min 30 s · one"_s);
    reading.workers = QList<HeartbeatAge>();
    QCOMPARE(measure(rule, reading).isMet, false);
    reading.workers.reset();
    QVERIFY(!measure(rule, reading).isMet);
}

void TestAlertRules::workersSweptByOthersCount()
{
    HeartbeatAges ages;
    const auto worker = [](const QString &id, qint64 beat, qint64 now) {
        ActiveWorker active;
        active.id = id;
        active.lastHeartbeatAt = kStart.addSecs(beat);
        active.silentFor = std::chrono::seconds(now - beat);
        return active;
    };
    const auto ageOf = [&ages](const QString &id, qint64 now) -> qint64 {
        for (const HeartbeatAge &age : ages.at(kStart.addSecs(now))) {
            if (age.worker == id)
                return age.silentFor / 1s;
        }
        return -1;
    };
    // Heartbeats every five seconds; "left" deregisters, "dead" crashes and is swept.
    ages.update({worker(u"dead"_s, 0, 1), worker(u"left"_s, 0, 1)}, kStart.addSecs(1));
    ages.update({worker(u"dead"_s, 5, 6), worker(u"left"_s, 5, 6)}, kStart.addSecs(6));
    ages.update({worker(u"dead"_s, 5, 11)}, kStart.addSecs(11));
    QCOMPARE(ageOf(u"left"_s, 11), -1);
    ages.update({worker(u"dead"_s, 5, 21)}, kStart.addSecs(21));
    ages.update({}, kStart.addSecs(26));
    QCOMPARE(ageOf(u"dead"_s, 26), 21);
    QCOMPARE(ageOf(u"dead"_s, 65), 60);
    ages.update({}, kStart.addSecs(26 + 20 * 60));
    QCOMPARE(ageOf(u"dead"_s, 26 + 20 * 60), -1);
}

void TestAlertRules::badInputIsReported_data()
{
    QTest::addColumn<AlertKind>("kind");
    QTest::addColumn<QString>("threshold");
    QTest::addColumn<QString>("hold");
    QTest::addColumn<QString>("problem"); // a part of the sentence; empty: none
    using Kind = AlertKind;
    QTest::newRow("fine") << Kind::Stuck << u"1"_s << u"0 s"_s << QString();
    QTest::newRow("many jobs") << Kind::FailedForGood << u"1,000,000"_s << u"2 min"_s << QString();
    QTest::newRow("no number") << Kind::Stuck << u"many"_s << u"0 s"_s << u"whole number"_s;
    QTest::newRow("half a job") << Kind::Stuck << u"1.5"_s << u"0 s"_s << u"whole number"_s;
    QTest::newRow("none") << Kind::Stuck << u"0"_s << u"0 s"_s << u"whole number"_s;
    QTest::newRow("long backlog") << Kind::ReadyBacklog << u"250,000"_s << u"0 s"_s << QString();
    QTest::newRow("share") << Kind::FailureShare << u"12.5 %"_s << u"0 s"_s << QString();
    QTest::newRow("too much") << Kind::FailureShare << u"101"_s << u"0 s"_s << u"100 %"_s;
    QTest::newRow("rate") << Kind::FailureRate << u"-1"_s << u"0 s"_s << u"above 0"_s;
    QTest::newRow("not finite") << Kind::FailureRate << u"inf"_s << u"0 s"_s << u"above 0"_s;
    QTest::newRow("span") << Kind::OldestReady << u"1h 30 min"_s << u"90s"_s << QString();
    QTest::newRow("no span") << Kind::OldestReady << u"soon"_s << u"0 s"_s << u"“90 s”"_s;
    QTest::newRow("no hold") << Kind::Stuck << u"1"_s << u"?"_s << u"0 s to 24 h"_s;
    QTest::newRow("long hold") << Kind::Stuck << u"1"_s << u"2 d"_s << u"0 s to 24 h"_s;
    QTest::newRow("empty") << Kind::Stuck << u"1"_s << QString() << u"0 s to 24 h"_s;
    QTest::newRow("throughput of a moment")
        << Kind::NoThroughput << u"1"_s << u"10 s"_s << u"at least 1 min"_s;
    QTest::newRow("no limit needed") << Kind::Unreachable << u"?"_s << u"1 min"_s << QString();
}

void TestAlertRules::badInputIsReported()
{
    QFETCH(const AlertKind, kind);
    QFETCH(const QString, problem);
    AlertDraft draft = draftOf(suggestedAlertRule(kind));
    QVERIFY(yardmaster::ruleOf(draft));
    QFETCH(const QString, threshold);
    QFETCH(const QString, hold);
    draft.threshold = threshold;
    draft.hold = hold;
    const auto rule = yardmaster::ruleOf(draft);
    QCOMPARE(rule.has_value(), problem.isEmpty());
    if (!rule)
        QVERIFY2(rule.error().first().sentence.contains(problem),
                 qPrintable(rule.error().first().sentence));
}

void TestAlertRules::typedTextIsParsedBack()
{
    for (const AlertRule &rule : suggestedAlertRules()) {
        QVERIFY2(problemsOf(rule).isEmpty(), qPrintable(rule.id));
        const auto again = yardmaster::ruleOf(draftOf(rule));
        QVERIFY(again);
        QVERIFY(*again == rule);
        QVERIFY(!alertKindTitle(rule.kind).isEmpty() && !alertKindHelp(rule.kind).isEmpty());
        QCOMPARE(alertKindFromKey(alertKindKey(rule.kind)), rule.kind);
    }
    for (const auto &[text, seconds] : std::initializer_list<std::pair<QString, qint64>>{
             {u"90 s"_s, 90}, {u"5"_s, 300}, {u"0,5"_s, -1}, {u"1 d 2 h"_s, 93600}, {u""_s, -1}})
        QCOMPARE(parseSpan(text).value_or(std::chrono::seconds(-1)).count(), seconds);
    QCOMPARE(typedDuration(93600s), u"1 d 2 h"_s);
    QCOMPARE(alertCondition(ruleFor(AlertKind::OldestReady, 300, 60s)),
             u"5 min or more, for 1 min"_s);
}

void TestAlertRules::causesAreFilters()
{
    for (const AlertRule &rule : suggestedAlertRules()) {
        const AlertCause cause = alertCause(rule);
        QVERIFY(cause.filter.isEmpty() != cause.page.isEmpty());
        QVERIFY2(parseFilter(cause.filter).isValid(), qPrintable(cause.filter));
    }
    QCOMPARE(alertCause(ruleFor(AlertKind::OldestReady, 300)).filter,
             u"state:ready run<now-300s"_s);
}

void TestAlertRules::rulesOfATaskNameIt()
{
    AlertRule rule = ruleFor(AlertKind::NoSuccess, 90000);
    rule.task = u"nightly"_s;
    AlertSnapshot reading = at(0);
    reading.runs = QHash<QString, TaskRuns>{{QString(), {{}, 1s}}};
    QVERIFY(!measure(rule, reading).isMet); // of others only
    reading.runs->insert(u"nightly"_s, {{}, 26h});
    const AlertMeasure found = measure(rule, reading);
    QCOMPARE(found.isMet, true);
    QCOMPARE(alertLine(rule, found), u"No success: 1 d 2 h · nightly"_s);
    QCOMPARE(alertCondition(rule), u"nightly: 1 d 1 h or more"_s);
}

YARDMASTER_TEST(TestAlertRules)
#include "tst_alertrules.moc"
