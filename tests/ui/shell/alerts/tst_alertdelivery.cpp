#include "models/console/queuemonitor.h"
#include "models/overview/metricspoller.h"
#include "tests/support/testprogram.h"
#include "tests/support/testworker.h"
#include "tests/ui/shell/alerts/alertsui.h"
#include "worker/queue/workerregistry.h"

#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// What the console has: a queue that is polled, and the parts.
struct Console
{
    Console()
        : database(TestDatabase::createMigrated())
        , metrics(&monitor, SessionPool(database.settings()), u"graphile_worker"_s)
    {
        monitor.setInterval(100ms);
        metrics.setInterval(100ms);
        monitor.watch(SessionPool(database.settings()), u"graphile_worker"_s);
        metrics.setPaused(false);
        target.connection = database.settings();
        target.profileName = u"test"_s;
    }

    TestDatabase database;
    QueueMonitor monitor;
    MetricsPoller metrics;
    ConsoleTarget target;
};

} // namespace

class TestAlertDelivery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void chipSaysWhatIsWrong();
    void withoutTrayTheWindowNotifies();
    void notificationLeadsToTheCause();
    void notificationsHoldNoMarkup();
    void failingJobsRaiseAnAlert();
    void staleWorkerRaisesAnAlert();
    void lostServerRaisesAnAlert();

private:
    Theme m_theme;
};

void TestAlertDelivery::chipSaysWhatIsWrong()
{
    Window window;
    window.widget.show();
    QCOMPARE(window.chip->text(), u"Alerts off"_s);
    QVERIFY(!child<QAction>(window.widget, "alerts.show")->isEnabled());
    window.alertMonitor.setSettings(
        {{ruleFor(AlertKind::FailedForGood, 5),
          ruleFor(AlertKind::OldestReady, 300, AlertSeverity::Critical)},
         {}});
    window.alertMonitor.take(reading(0, 1s));
    QCOMPARE(window.chip->text(), u"No alerts"_s);
    window.alertMonitor.take(reading(7, 1s));
    QCOMPARE(window.chip->text(), u"Jobs failed for good: 7"_s);
    window.alertMonitor.take(reading(7, 552s));
    QCOMPARE(window.chip->text(), u"2 alerts · Oldest ready job: 9 min 12 s"_s);
    QCOMPARE(window.chip->accessibleName(), "Alerts: "_L1 + window.chip->text());

    const QSignalSpy filters(&window.context, &ConsoleContext::filterRequested);
    child<QAction>(window.widget, "alerts.show")->trigger();
    QCOMPARE(filters.last().first().toString(), u"state:ready run<now-300s"_s);
    window.chip->setFocus();
    QTest::keyClick(window.chip, Qt::Key_Space);
    auto *menu = child<QMenu>(window.widget, "alertMenu");
    QVERIFY(menu->isVisible());
    QVERIFY(menu->actions().at(1)->text().startsWith(u"Jobs failed for good: 7"_s));
    menu->actions().at(1)->trigger();
    menu->hide();
    QCOMPARE(filters.last().first().toString(), u"state:failed"_s);

    child<QAction>(window.widget, "alerts.acknowledge")->trigger();
    QVERIFY(window.alertMonitor.active().first().isAcknowledged);
    QVERIFY(!child<QAction>(window.widget, "alerts.acknowledge")->isEnabled());
    auto *snooze = child<QAction>(window.widget, "alerts.snooze");
    snooze->trigger();
    QVERIFY(window.alertMonitor.snoozedUntil().isValid());
    QVERIFY2(window.chip->text().startsWith(u"Snoozed until "_s), qPrintable(window.chip->text()));
    snooze->trigger();
    QVERIFY(!window.alertMonitor.snoozedUntil().isValid());
}

void TestAlertDelivery::withoutTrayTheWindowNotifies()
{
    Window window; // offscreen has no tray
    window.widget.show();
    QVERIFY(!window.notifier.hasNotifications());
    AlertNotice *notice = window.notifier.notice();
    QVERIFY(!notice->isVisible());
    window.alertMonitor.setSettings({{ruleFor(AlertKind::FailedForGood, 5)}, {}});
    window.alertMonitor.take(reading(7, 1s));
    QVERIFY(notice->isVisible());
    QCOMPARE(notice->text(), u"Jobs failed for good: 7"_s);
    QTest::mouseClick(child<QPushButton>(*notice, "alertNoticeDismiss"), Qt::LeftButton);
    QVERIFY(!notice->isVisible());
    QCOMPARE(window.alertMonitor.active().size(), 1);

    // Its end is told too; nothing of it leads anywhere.
    window.alertMonitor.take(reading(0, 1s, 40));
    window.alertMonitor.take(reading(0, 1s, 110));
    QVERIFY(notice->isVisible());
    QVERIFY(notice->text().startsWith(u"Resolved: Jobs failed for good"_s));
    QVERIFY(!child<QPushButton>(*notice, "alertNoticeShow")->isVisible());
}

void TestAlertDelivery::notificationLeadsToTheCause()
{
    ConsoleTarget target;
    target.profileName = u"shop"_s;
    target.environment = Environment::Production;
    auto owned = std::make_unique<FakeOutput>();
    FakeOutput *output = owned.get();
    Window window(target, nullptr, std::move(owned));
    AlertPolicy policy;
    policy.usesSound = true;
    QList<AlertRule> rules;
    for (int limit = 1; limit <= 6; ++limit)
        rules << ruleFor(AlertKind::FailureRate, 0.5 * limit);
    window.alertMonitor.setSettings({rules, policy});
    const QSignalSpy pages(&window.context, &ConsoleContext::pageRequested);
    window.alertMonitor.take(reading(0, 1s)); // the window is not in front
    QCOMPARE(output->texts.size(), 1);
    QVERIFY(output->titles.first().contains(u"shop"_s));
    QCOMPARE(output->texts.first().count(u'\n'), 3);
    QVERIFY(output->texts.first().endsWith(u"and 3 more"_s));
    QCOMPARE(output->beeps, 1);
    QVERIFY(!window.notifier.notice()->isVisibleTo(&window.widget));
    output->click();
    QVERIFY(window.widget.isVisible());
    QVERIFY(QTest::qWaitForWindowActive(&window.widget, kPatience));
    QCOMPARE(pages.count(), 1);
    QCOMPARE(pages.first().first().toString(), u"errors"_s);

    // In front, the window tells by itself.
    AlertSnapshot calm = reading(0, 1s, 100);
    calm.failuresPerMinute = 0;
    window.alertMonitor.take(calm);
    calm.at = calm.at.addSecs(100);
    window.alertMonitor.take(calm);
    QCOMPARE(output->texts.size(), 1);
    QVERIFY(window.notifier.notice()->isVisible());
    QCOMPARE(output->beeps, 1); // the end of trouble is silent
    QVERIFY(output->calms > 0);
}

void TestAlertDelivery::notificationsHoldNoMarkup()
{
    ConsoleTarget target;
    target.profileName = u"<img src=\"file:///dev/zero\">&amp;\u202e"_s;
    auto output = std::make_unique<FakeOutput>();
    FakeOutput &desktop = *output;
    Window window(target, nullptr, std::move(output));
    AlertPolicy policy;
    policy.usesTray = true;
    window.alertMonitor.setSettings({{ruleFor(AlertKind::FailedForGood, 5)}, policy});
    window.alertMonitor.take(reading(7, 1s));
    QVERIFY(!desktop.titles.isEmpty());
    for (const QString &text : desktop.titles + desktop.texts) {
        QVERIFY2(!text.contains(u'<') && !text.contains(u'&') && !text.contains(u'\u202e'),
                 qPrintable(text));
    }
    QVERIFY(desktop.titles.first().contains(u"img src"_s));
}

void TestAlertDelivery::failingJobsRaiseAnAlert()
{
    Console console;
    Window window(console.target, &console.metrics);
    window.widget.show();
    AlertSettings settings;
    settings.rules = {ruleFor(AlertKind::FailedForGood, 3)};
    settings.policy.usesCommand = true;
    const QString seen = window.folder.filePath(u"seen"_s);
    settings.policy.command = {u"/usr/bin/env"_s, u"touch \"%1-{rule}-{value}\""_s.arg(seen)};
    QVERIFY(problemsOf(settings.policy).isEmpty());
    window.alertMonitor.setSettings(settings);
    QTRY_COMPARE_WITH_TIMEOUT(window.chip->text(), u"No alerts"_s, kPatience);
    const QSignalSpy told(&window.alertMonitor, &AlertMonitor::told);

    console.database.script("select graphile_worker.add_job('boom', max_attempts => 1) "
                            "from generate_series(1, 4)");
    TestWorker worker(console.database);
    worker.handle(u"boom"_s, [](const TaskContext &) { return TaskOutcome::failure(u"no"_s); });
    QVERIFY(worker.drain());
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, kPatience);
    QVERIFY(window.notifier.notice()->isVisible());
    QVERIFY(window.notifier.notice()->text().startsWith(u"Jobs failed for good: "_s));
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(seen + "-failed-for-good-4"_L1)
                                 || QFile::exists(seen + "-failed-for-good-3"_L1),
                             kPatience);
    const QSignalSpy filters(&window.context, &ConsoleContext::filterRequested);
    QTest::mouseClick(child<QPushButton>(window.widget, "alertNoticeShow"), Qt::LeftButton);
    QCOMPARE(filters.count(), 1);
    QCOMPARE(filters.first().first().toString(), u"state:failed"_s);
    QCOMPARE(window.alertMonitor.history().size(), 1);
}

void TestAlertDelivery::staleWorkerRaisesAnAlert()
{
    Console console;
    const WorkerRegistry registry(u"graphile_worker"_s);
    Window window(console.target, &console.metrics);
    window.alertMonitor.setSettings({{ruleFor(AlertKind::StaleWorker, 3600)}, {}});
    const auto session = console.database.session();
    const Result<bool> exists = registry.exists(*session);
    QVERIFY(exists);
    if (!*exists)
        QSKIP("the template has no registry");
    QVERIFY(registry.heartbeat(*session, u"worker-7"_s));
    const QSignalSpy told(&window.alertMonitor, &AlertMonitor::told);
    QTRY_VERIFY_WITH_TIMEOUT(window.alertMonitor.latest().workers
                                 && window.alertMonitor.latest().workers->size() == 1,
                             kPatience);
    QVERIFY(window.alertMonitor.active().isEmpty());
    console.database.script("update graphile_worker._private_workers "
                            "set last_heartbeat_at = now() - interval '2 hours'");
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, kPatience);
    QVERIFY(window.chip->text().endsWith(u"worker-7"_s));
}

void TestAlertDelivery::lostServerRaisesAnAlert()
{
    QueueMonitor monitor;
    ConsoleTarget nowhere;
    nowhere.connection.set(u"host"_s, u"/nonexistent"_s);
    MetricsPoller metrics(&monitor, SessionPool(nowhere.connection), nowhere.schema);
    Window window(nowhere, &metrics);
    window.alertMonitor.setSettings({{ruleFor(AlertKind::Unreachable, 0)}, {}});
    const QSignalSpy told(&window.alertMonitor, &AlertMonitor::told);
    metrics.setPaused(false);
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, kPatience);
    QCOMPARE(window.chip->text(), u"Queue unreachable"_s);
}

YARDMASTER_WINDOW_TEST(TestAlertDelivery)
#include "tst_alertdelivery.moc"
