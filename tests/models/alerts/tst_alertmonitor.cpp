#include "models/alerts/alertmonitor.h"
#include "models/console/consolecontext.h"
#include "tests/models/alerts/alertfixture.h"
#include "tests/support/testprogram.h"

#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// An alert monitor that is fed by hand.
struct Desk
{
    explicit Desk(QList<AlertRule> rules, AlertPolicy policy = {}, QSettings *settings = nullptr)
        : alertMonitor(nullptr, ConsoleTarget(), settings)
        , told(&alertMonitor, &AlertMonitor::told)
    {
        alertMonitor.setClock([this] { return now; });
        alertMonitor.setSettings({std::move(rules), std::move(policy)});
    }

    void take(const AlertSnapshot &reading)
    {
        now = reading.at;
        alertMonitor.take(reading);
    }
    /// Kinds of the news since the last call, message after message.
    QList<AlertNews::Kind> news()
    {
        QList<AlertNews::Kind> kinds;
        for (const QList<QVariant> &arguments : std::as_const(told)) {
            for (const AlertNews &item : arguments.first().value<AlertMessage>().news)
                kinds << item.kind;
        }
        messages = told.count();
        told.clear();
        return kinds;
    }

    QDateTime now = kStart;
    AlertMonitor alertMonitor;
    QSignalSpy told;
    qsizetype messages = 0; // of the last news()
};

using News = QList<AlertNews::Kind>;
constexpr auto Raised = AlertNews::Kind::Raised;
constexpr auto Reminder = AlertNews::Kind::Reminder;
constexpr auto Over = AlertNews::Kind::Over;

} // namespace

class TestAlertMonitor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void alertIsRaisedRemindedOfAndEnds();
    void flappingRaisesOneAlert();
    void alertsAtOnceAreOneMessage();
    void quietHoursSpanMidnight();
    void quietHoursHoldBack();
    void snoozeAndAcknowledge();
    void historyIsKept();
    void changedRulesStartOver();
    void settingsAreRestored();
    void invalidSettingsAreIgnored();
};

void TestAlertMonitor::alertIsRaisedRemindedOfAndEnds()
{
    AlertPolicy policy;
    policy.remind = 30min;
    Desk desk({ruleFor(AlertKind::FailedForGood, 5)}, policy);
    for (qint64 second = 0; second < 1800; second += 10)
        desk.take(withFailed(second, 9));
    QCOMPARE(desk.news(), News{Raised});
    desk.take(withFailed(1800, 9));
    QCOMPARE(desk.news(), News{Reminder});
    for (qint64 second = 1810; second < 3000; second += 10)
        desk.take(withFailed(second, 0));
    QCOMPARE(desk.news(), News{Over});
    QVERIFY(desk.alertMonitor.active().isEmpty());

    policy.remind = 0min; // never
    Desk once({ruleFor(AlertKind::FailedForGood, 5)}, policy);
    for (qint64 second = 0; second < 24 * 3600; second += 60)
        once.take(withFailed(second, 9));
    QCOMPARE(once.news(), News{Raised});
}

void TestAlertMonitor::flappingRaisesOneAlert()
{
    AlertPolicy policy;
    policy.remind = 60min;
    Desk desk({ruleFor(AlertKind::FailedForGood, 5)}, policy);
    // Three minutes up, three minutes down, for an hour.
    for (qint64 second = 0; second < 3600; second += 10)
        desk.take(withFailed(second, (second / 180) % 2 == 0 ? 9 : 0));
    QCOMPARE(desk.news(), (News{Raised, Over}));
    // After a longer calm it is another alert.
    for (qint64 second = 3600; second < 4400; second += 10)
        desk.take(withFailed(second, 0));
    desk.take(withFailed(4400, 9));
    QCOMPARE(desk.news(), News{Raised});
    // One that returns and lasts is announced in the end, reminders or not.
    policy.remind = 0min;
    Desk stays({ruleFor(AlertKind::FailedForGood, 5)}, policy);
    stays.take(withFailed(0, 9));
    for (qint64 second = 10; second < 120; second += 10)
        stays.take(withFailed(second, 0));
    QCOMPARE(stays.news(), (News{Raised, Over}));
    for (qint64 second = 120; second < 600; second += 10)
        stays.take(withFailed(second, 9));
    QCOMPARE(stays.news(), News{});
    for (qint64 second = 600; second < 800; second += 10)
        stays.take(withFailed(second, 9));
    QCOMPARE(stays.news(), News{Raised});
}

void TestAlertMonitor::alertsAtOnceAreOneMessage()
{
    Desk desk({ruleFor(AlertKind::FailedForGood, 5), ruleFor(AlertKind::Stuck, 1),
               ruleFor(AlertKind::ReadyBacklog, 10, 0s, AlertSeverity::Critical)});
    AlertSnapshot reading = withFailed(0, 9);
    reading.stuck = {2};
    reading.ready = {0};
    desk.take(reading);
    QCOMPARE(desk.news(), (News{Raised, Raised}));
    QCOMPARE(desk.messages, 1);
    // What follows soon waits, and comes together; its beginning is not lost.
    reading.at = kStart.addSecs(5);
    reading.ready = {10};
    desk.take(reading);
    QCOMPARE(desk.news(), News{});
    QCOMPARE(desk.alertMonitor.active().size(), 3);
    QCOMPARE(desk.alertMonitor.active().first().rule.kind,
             AlertKind::ReadyBacklog); // the worst first
    reading.at = kStart.addSecs(30);
    desk.take(reading);
    QCOMPARE(desk.news(), News{Raised});

    // Acknowledged before it was announced, it is not announced any more.
    Desk early({ruleFor(AlertKind::FailedForGood, 5), ruleFor(AlertKind::Stuck, 1)});
    reading.at = kStart;
    reading.stuck = {0};
    early.take(reading);
    reading.at = kStart.addSecs(5);
    reading.stuck = {2};
    early.take(reading);
    QCOMPARE(early.news(), News{Raised});
    early.alertMonitor.acknowledge(early.alertMonitor.active().last().rule.id);
    QVERIFY(early.alertMonitor.active().last().isAcknowledged);
    reading.at = kStart.addSecs(60);
    early.take(reading);
    QCOMPARE(early.news(), News{});
}

void TestAlertMonitor::quietHoursSpanMidnight()
{
    QuietHours hours;
    hours.isOn = true;
    hours.from = QTime(22, 0);
    hours.to = QTime(7, 0);
    hours.days = 0b0011111;                                      // beginning Monday to Friday
    const auto quiet = [&hours](int day, int hour, int minute) { // 2026-11-20 is a Friday
        return isQuiet(hours, QDateTime(QDate(2026, 11, day), QTime(hour, minute)));
    };
    QVERIFY(!quiet(20, 21, 59));
    QVERIFY(quiet(20, 22, 0));
    QVERIFY(quiet(21, 0, 0)); // Saturday, of the night that began on Friday
    QVERIFY(quiet(21, 6, 59));
    QVERIFY(!quiet(21, 7, 0));
    QVERIFY(!quiet(21, 23, 0)); // Saturday night
    QVERIFY(!quiet(22, 3, 0));
    QVERIFY(!quiet(23, 3, 0)); // Monday morning, of Sunday night
    QVERIFY(quiet(23, 22, 30));
    hours.from = QTime(12, 0);
    hours.to = QTime(13, 0);
    QVERIFY(quiet(20, 12, 30));
    QVERIFY(!quiet(20, 13, 0));
    QVERIFY(!quiet(21, 12, 30)); // Saturday
    hours.isOn = false;
    QVERIFY(!quiet(20, 12, 30));
}

void TestAlertMonitor::quietHoursHoldBack()
{
    const QDateTime local = kStart.toLocalTime();
    AlertPolicy policy;
    policy.quiet.isOn = true;
    policy.quiet.from = local.time().addSecs(60);
    policy.quiet.to = local.time().addSecs(3600);
    Desk desk({ruleFor(AlertKind::FailedForGood, 5),
               ruleFor(AlertKind::Stuck, 1, 0s, AlertSeverity::Critical)},
              policy);
    AlertSnapshot reading = withFailed(120, 9);
    reading.stuck = {0};
    desk.take(reading);
    QCOMPARE(desk.news(), News{});
    QCOMPARE(desk.alertMonitor.active().size(), 1); // seen all the same
    reading.at = kStart.addSecs(130);
    reading.stuck = {1};
    desk.take(reading);
    QCOMPARE(desk.news(), News{Raised}); // the critical one
    reading.at = kStart.addSecs(3590);
    desk.take(reading);
    QCOMPARE(desk.news(), News{});
    reading.at = kStart.addSecs(3600);
    desk.take(reading);
    QCOMPARE(desk.news(), News{Raised}); // it went on through the night

    // What began and ended in quiet hours is not announced afterwards.
    policy.quiet.letsCriticalThrough = false;
    Desk night({ruleFor(AlertKind::Stuck, 1, 0s, AlertSeverity::Critical)}, policy);
    for (qint64 second = 120; second < 4000; second += 30) {
        AlertSnapshot stuck = at(second);
        stuck.stuck = {second < 1000 ? 1 : 0};
        night.take(stuck);
    }
    QCOMPARE(night.news(), News{});
    QCOMPARE(night.alertMonitor.history().size(), 1);
    QVERIFY(night.alertMonitor.history().first().overAt.isValid());
}

void TestAlertMonitor::snoozeAndAcknowledge()
{
    AlertPolicy policy;
    policy.remind = 5min;
    const AlertRule rule = ruleFor(AlertKind::FailedForGood, 5, 0s, AlertSeverity::Critical);
    Desk desk({rule}, policy);
    desk.alertMonitor.snooze(10min);
    QCOMPARE(desk.alertMonitor.snoozedUntil(), kStart.addSecs(600));
    desk.take(withFailed(10, 9));
    QCOMPARE(desk.news(), News{});
    QCOMPARE(desk.alertMonitor.active().size(), 1);
    desk.take(withFailed(600, 9));
    QCOMPARE(desk.news(), News{Raised});
    QVERIFY(!desk.alertMonitor.snoozedUntil().isValid());

    desk.alertMonitor.acknowledge(rule.id);
    QVERIFY(desk.alertMonitor.active().first().isAcknowledged);
    for (qint64 second = 610; second < 3000; second += 30)
        desk.take(withFailed(second, 9));
    QCOMPARE(desk.news(), News{});
    for (qint64 second = 3000; second < 3200; second += 30)
        desk.take(withFailed(second, 0));
    QCOMPARE(desk.news(), News{Over});
    desk.alertMonitor.snooze(10min);
    desk.alertMonitor.endSnooze();
    for (qint64 second = 3900; second < 4000; second += 30)
        desk.take(withFailed(second, 9));
    QCOMPARE(desk.news(), News{Raised}); // acknowledged was the last one
}

void TestAlertMonitor::historyIsKept()
{
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(u"settings.ini"_s), QSettings::IniFormat);
    const AlertRule rule = ruleFor(AlertKind::FailedForGood, 5);
    {
        Desk desk({rule}, {}, &settings);
        for (int round = 0; round < 120; ++round) {
            desk.take(withFailed(round * 200, 9 + round));
            desk.take(withFailed(round * 200 + 10, 0));
            desk.take(withFailed(round * 200 + 80, 0));
        }
        QCOMPARE(desk.alertMonitor.history().size(), AlertMonitor::kMostRecords);
        const AlertRecord latest = desk.alertMonitor.history().first();
        QCOMPARE(latest.text, u"Jobs failed for good: 128"_s);
        QCOMPARE(latest.raisedAt, kStart.addSecs(119 * 200));
        QCOMPARE(latest.overAt, kStart.addSecs(119 * 200 + 80));
        desk.alertMonitor.snooze(90min);
    }
    AlertMonitor again(nullptr, ConsoleTarget(), &settings);
    QCOMPARE(again.history().size(), AlertMonitor::kMostRecords);
    QCOMPARE(again.history().first().text, u"Jobs failed for good: 128"_s);
    again.clearHistory();
    AlertMonitor third(nullptr, ConsoleTarget(), &settings);
    QVERIFY(third.history().isEmpty());
}

void TestAlertMonitor::changedRulesStartOver()
{
    AlertRule rule = ruleFor(AlertKind::FailedForGood, 5);
    Desk desk({rule});
    desk.take(withFailed(0, 9));
    QCOMPARE(desk.alertMonitor.active().size(), 1);
    rule.severity = AlertSeverity::Critical; // the same condition: the alert goes on
    desk.alertMonitor.setSettings({{rule}, {}});
    QCOMPARE(desk.alertMonitor.active().size(), 1);
    rule.threshold = 50;
    desk.alertMonitor.setSettings({{rule}, {}});
    QVERIFY(desk.alertMonitor.active().isEmpty());
    QVERIFY(desk.alertMonitor.history().first().overAt.isValid());
    rule.threshold = 8; // by the reading that is there
    desk.alertMonitor.setSettings({{rule}, {}});
    QCOMPARE(desk.alertMonitor.active().size(), 1);
    const QSignalSpy watching(&desk.alertMonitor, &AlertMonitor::watchingChanged);
    rule.isEnabled = false;
    desk.alertMonitor.setSettings({{rule}, {}});
    QVERIFY(!desk.alertMonitor.isWatching());
    QCOMPARE(watching.count(), 1);
    desk.take(withFailed(60, 99));
    QVERIFY(desk.alertMonitor.active().isEmpty());
    QCOMPARE(desk.alertMonitor.stateOf(rule.id).last.value, 99); // which the rule editor shows
}

void TestAlertMonitor::settingsAreRestored()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"settings.ini"_s);
    AlertSettings chosen;
    QVERIFY(std::none_of(chosen.rules.cbegin(), chosen.rules.cend(),
                         [](const AlertRule &rule) { return rule.isEnabled; }));
    chosen.rules = {ruleFor(AlertKind::OldestReady, 90, 30s, AlertSeverity::Critical),
                    ruleFor(AlertKind::FailureShare, 12.5, 300s)};
    chosen.policy.usesTray = false;
    chosen.policy.usesSound = true;
    chosen.policy.usesCommand = true;
    chosen.policy.command = {u"/bin/true"_s, u"--rule \"{rule} x\" {value}"_s};
    chosen.policy.remind = 15min;
    chosen.policy.quiet = {true, QTime(21, 30), QTime(6, 15), 0b1000001, false};
    ConsoleTarget target;
    target.profileId = u"shop/one"_s;
    {
        QSettings settings(file, QSettings::IniFormat);
        AlertMonitor(nullptr, target, &settings).setSettings(chosen);
    }
    QSettings settings(file, QSettings::IniFormat);
    const AlertMonitor again(nullptr, target, &settings);
    QVERIFY(again.settings() == chosen);
    target.profileId = u"other"_s;
    const AlertMonitor other(nullptr, target, &settings);
    QVERIFY(other.settings() == AlertSettings());
}

void TestAlertMonitor::invalidSettingsAreIgnored()
{
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(u"settings.ini"_s), QSettings::IniFormat);
    const QString good = u"{\"id\":\"a\",\"kind\":\"stuck\",\"enabled\":true,\"severity\":"
                         "\"notice\",\"threshold\":3,\"hold\":0}"_s;
    QString bad = good;
    bad.replace(u":3"_s, u":-3"_s).replace(u"\"a\""_s, u"\"b\""_s);
    QString later = good;
    later.replace(u"stuck"_s, u"moon-phase"_s).replace(u"\"a\""_s, u"\"c\""_s);
    settings.setValue("alerts/none/rules",
                      QStringList{u"no json"_s, good, good, bad, later, QString()});
    settings.setValue("alerts/none/remind_minutes", -5);
    settings.setValue("alerts/none/quiet_from", u"25:99"_s);
    settings.setValue("alerts/none/history", QStringList{u"{}"_s, u"["_s});
    const AlertMonitor alertMonitor(nullptr, ConsoleTarget(), &settings);
    QCOMPARE(alertMonitor.settings().rules.size(), 1);
    QCOMPARE(alertMonitor.settings().rules.first().threshold, 3);
    QVERIFY(alertMonitor.settings().policy == AlertPolicy());
    QVERIFY(alertMonitor.history().isEmpty());
}

YARDMASTER_TEST(TestAlertMonitor)
#include "tst_alertmonitor.moc"
