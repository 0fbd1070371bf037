#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/pages/workers/workerspanel.h"

#include "models/console/consolecontext.h"
#include "models/operations/operatorlog.h"
#include "tests/support/testworker.h"
#include "tests/support/yardmasterprocess.h"
#include "ui/kit/factlist.h"
#include "ui/pages/workers/sweepdialog.h"
#include "ui/pages/workers/unlockdialog.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSemaphore>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// Long because each kind of worker has other actions, each with a confirmation.
class TestWorkersPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void kindsAndStatesAreShown();
    void whatAWorkerDidLastIsShown();
    void jobsOfAWorkerAreOneStepAway();
    void unlockNeedsTheWordAndNeverEnter();
    void unlockOfAnUnregisteredWorkerNeedsItsName();
    void thisProgramsWorkerIsLeftAlone();
    void sweepReturnsTheJobsOfACrashedProcess();
    void sweepIsOpenedForOtherPages();
    void changedThresholdIsAppliedAgain();
    void productionIsLockedUntilArmed();
    void withoutRegistryItSaysSo();
    void emptyAndErrorStatesAreShown();
    void looks();

private:
    [[nodiscard]] ConsoleTarget target(Environment environment = Environment::Development) const;
    static void show(WorkersPanel *panel);
    void waitFor(WorkersPanel *panel, qsizetype workers, qint64 jobs) const;
    void lockJobs(const QByteArray &owner, int count, const QByteArray &age,
                  const QByteArray &more = {});
    template <typename Dialog> static Dialog *dialogOf(const WorkersPanel &panel)
    {
        return panel.findChild<Dialog *>();
    }

    Theme m_theme;
    std::unique_ptr<TestDatabase> m_database;
};

void TestWorkersPanel::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
}

void TestWorkersPanel::init()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
}

void TestWorkersPanel::cleanup()
{
    m_database.reset();
}

ConsoleTarget TestWorkersPanel::target(Environment environment) const
{
    ConsoleTarget target;
    target.connection = m_database->settings();
    target.environment = environment;
    return target;
}

void TestWorkersPanel::show(WorkersPanel *panel)
{
    panel->resize(1180, 700);
    panel->show();
    panel->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(panel, kPatience));
}

void TestWorkersPanel::waitFor(WorkersPanel *panel, qsizetype workers, qint64 jobs) const
{
    QTRY_VERIFY_WITH_TIMEOUT(
        [&] {
            qint64 held = 0;
            for (const WorkerRow &row : panel->model()->rows())
                held += row.jobs;
            return panel->model()->rowCount() == workers && held == jobs
                && panel->poller()->locks();
        }(),
        kPatience);
}

void TestWorkersPanel::lockJobs(const QByteArray &owner, int count, const QByteArray &age,
                                const QByteArray &more)
{
    m_database->script("with added as (select (graphile_worker.add_job('send_newsletter'" + more
                       + ")).id from generate_series(1, " + QByteArray::number(count)
                       + ")) select from added");
    m_database->script(
        "update graphile_worker._private_jobs set attempts = attempts + 1, locked_by "
        "= '"
        + owner + "', locked_at = now() - interval '" + age + "' where locked_at is null");
}

void TestWorkersPanel::kindsAndStatesAreShown()
{
    m_database->script("insert into graphile_worker._private_workers values "
                       "('yardmaster-web-1-4711-abc123', now() + interval '1 h', now(), "
                       "'{\"program\": \"yardmaster\", \"host\": \"web-1\", \"pid\": 4711}'), "
                       "('rusty', now() - interval '6 min', now(), null)");
    lockJobs("pool-0123456789abcdef01", 3, "5 min");
    ConsoleContext context(target());
    WorkersPanel panel(&context);
    show(&panel);
    waitFor(&panel, 3, 3);
    const auto cell = [&panel](int row, QLatin1StringView column) {
        return panel.model()->cell(row, column).data().toString();
    };
    QCOMPARE(cell(0, "life"_L1), u"Stale"_s);
    QCOMPARE(cell(1, "life"_L1), u"Unknown"_s);
    QCOMPARE(cell(1, "program"_L1), u"graphile-worker"_s);
    QCOMPARE(cell(1, "jobs"_L1), u"3"_s);
    QCOMPARE(cell(1, "last-sign"_L1), u"–"_s);
    QCOMPARE(cell(2, "worker"_L1), u"web-1, process 4711"_s);
    QCOMPARE(cell(2, "life"_L1), u"Alive"_s);
    const QString remark = child<QLabel>(panel, "workersRemark")->text();
    QVERIFY2(remark.contains(u"1 alive"_s) && remark.contains(u"1 stale"_s), qPrintable(remark));
    // The one in trouble is chosen, and what is known of it is in view.
    QCOMPARE(child<QLabel>(panel, "workerTitle")->text(), u"rusty"_s);
    QVERIFY(child<QLabel>(panel, "workerLife")->text().contains(u"no heartbeat"_s));
}

void TestWorkersPanel::whatAWorkerDidLastIsShown()
{
    m_database->script(
        "insert into graphile_worker._private_workers "
        "select 'yardmaster-web-' || n || '-4711-abc123', now() + interval '1 h', now(), "
        "jsonb_build_object('program', 'yardmaster', 'host', 'web-' || n, 'pid', 4711, "
        "'tasks', json_build_array('send_newsletter', 'resize_image'), "
        "'fetched_at', now() - interval '3 min') || case when n = 1 then "
        "jsonb_build_object('released_at', now() - interval '2 h') else '{}' end "
        "from generate_series(1, 2) as n");
    ConsoleContext context(target());
    WorkersPanel panel(&context);
    show(&panel);
    waitFor(&panel, 2, 0);
    const auto fact = [&panel](const QString &name) {
        const QList<Fact> &facts = child<FactList>(panel, "workerFacts")->facts();
        const auto found = std::ranges::find(facts, name, &Fact::name);
        return found == facts.cend() ? QString() : found->value;
    };
    QCOMPARE(fact(u"Last fetch"_s), u"3 min ago"_s);
    QCOMPARE(fact(u"Last result"_s), u"2 h ago"_s);
    QVERIFY(takePictures(&m_theme, &panel, u"workers-alive"_s));
    child<QTableView>(panel, "workersTable")->selectRow(1);
    QCOMPARE(fact(u"Last result"_s), u"none yet"_s);
}

void TestWorkersPanel::jobsOfAWorkerAreOneStepAway()
{
    lockJobs("web 1", 2, "5 min");
    ConsoleContext context(target());
    WorkersPanel panel(&context);
    show(&panel);
    waitFor(&panel, 1, 2);
    const QSignalSpy filters(&context, &ConsoleContext::filterRequested);
    const QSignalSpy jobs(&context, &ConsoleContext::jobRequested);
    auto *table = child<QTableView>(panel, "workersTable");
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(filters.count(), 1);
    QCOMPARE(filters.first().first().toString(), u"locked-by:\"web 1\""_s);
    QTest::keyClick(table, Qt::Key_J);
    QCOMPARE(filters.count(), 2);
    auto *held = child<QTreeWidget>(panel, "workerJobs");
    QCOMPARE(held->topLevelItemCount(), 2);
    held->setFocus();
    held->setCurrentItem(held->topLevelItem(1));
    QTest::keyClick(held, Qt::Key_Return);
    QCOMPARE(jobs.count(), 1);
    QCOMPARE(jobs.first().first().toLongLong(), panel.model()->rows().first().shownJobs.at(1).id);
}

void TestWorkersPanel::unlockNeedsTheWordAndNeverEnter()
{
    m_database->script("insert into graphile_worker._private_workers values "
                       "('rusty', now() - interval '5 min', now(), null)");
    lockJobs("rusty", 3, "6 min");
    ConsoleContext context(target());
    WorkersPanel panel(&context);
    show(&panel);
    waitFor(&panel, 1, 3);
    QTest::mouseClick(child<QPushButton>(panel, "workerUnlock"), Qt::LeftButton);
    auto *dialog = dialogOf<UnlockDialog>(panel);
    QVERIFY(dialog);
    auto *list = child<QTreeWidget>(*dialog, "unlockList");
    QTRY_COMPARE_WITH_TIMEOUT(list->topLevelItemCount(), 3, kPatience);
    auto *button = child<QPushButton>(*dialog, "confirmButton");
    auto *typed = child<QLineEdit>(*dialog, "typedConfirmation");
    QVERIFY(!button->isEnabled());
    QVERIFY(!button->isDefault() && !button->autoDefault());
    QTest::keyClick(dialog, Qt::Key_Return);
    typed->setFocus();
    QTest::keyClicks(typed, u"3"_s);
    QVERIFY(button->isEnabled());
    QTest::keyClick(typed, Qt::Key_Return);
    QVERIFY(dialog->isVisible());
    const auto locked = [this] {
        return m_database->scalar(
            "select count(*) from graphile_worker._private_jobs where locked_at is not null");
    };
    QCOMPARE(locked(), u"3"_s);
    const QSignalSpy changes(&context, &ConsoleContext::jobsChanged);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(
        child<QLabel>(*dialog, "confirmReport")->text().startsWith(u"Unlocked jobs: 3;"_s),
        kPatience);
    QCOMPARE(locked(), u"0"_s);
    QCOMPARE(changes.count(), 1);
    QVERIFY(!button->isVisible());
    QTest::mouseClick(child<QPushButton>(*dialog, "confirmClose"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!dialogOf<UnlockDialog>(panel), kPatience);
    waitFor(&panel, 1, 0);
}

void TestWorkersPanel::unlockOfAnUnregisteredWorkerNeedsItsName()
{
    lockJobs("pool-0123456789abcdef01", 2, "3 h");
    ConsoleContext context(target());
    WorkersPanel panel(&context);
    show(&panel);
    waitFor(&panel, 1, 2);
    panel.findChild<QAction *>(u"workers.unlock"_s)->trigger();
    auto *dialog = dialogOf<UnlockDialog>(panel);
    QVERIFY(dialog);
    QTRY_VERIFY_WITH_TIMEOUT(child<QLineEdit>(*dialog, "typedConfirmation")->isVisible(),
                             kPatience);
    QVERIFY(child<QLabel>(*dialog, "unlockConsequence")->text().contains(u"twice"_s));
    auto *typed = child<QLineEdit>(*dialog, "typedConfirmation");
    QTest::keyClicks(typed, u"2"_s);
    QVERIFY(!child<QPushButton>(*dialog, "confirmButton")->isEnabled());
    typed->setText(u"pool-0123456789abcdef01"_s);
    QVERIFY(child<QPushButton>(*dialog, "confirmButton")->isEnabled());
    // It takes one more job before the button is pressed: that one stays its own.
    lockJobs("pool-0123456789abcdef01", 1, "0");
    QTest::mouseClick(child<QPushButton>(*dialog, "confirmButton"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(
        child<QLabel>(*dialog, "confirmReport")->text().startsWith(u"Unlocked jobs: 2;"_s),
        kPatience);
    QCOMPARE(m_database->scalar(
                 "select count(*) from graphile_worker._private_jobs where locked_at is not null"),
             u"1"_s);
}

void TestWorkersPanel::thisProgramsWorkerIsLeftAlone()
{
    QSemaphore gate;
    TestWorker live(*m_database);
    live.handle(u"wait"_s, [&gate](const TaskContext &) {
        gate.acquire();
        return TaskOutcome::success();
    });
    live.start();
    QVERIFY(live.waitUntilRunning());
    m_database->script("select graphile_worker.add_job('wait')");
    ConsoleContext context(target());
    WorkersPanel panel(&context);
    show(&panel);
    waitFor(&panel, 1, 1);
    QVERIFY(panel.model()->cell(0, "worker"_L1).data().toString().contains(u"this program"_s));
    const auto *unlock = child<QPushButton>(panel, "workerUnlock");
    QVERIFY(!unlock->isEnabled());
    QVERIFY(unlock->toolTip().contains(u"This program runs"_s));
    QVERIFY(!panel.findChild<QAction *>(u"workers.unlock"_s)->isEnabled());
    gate.release(5);
    QVERIFY(live.stop());
}

void TestWorkersPanel::sweepReturnsTheJobsOfACrashedProcess()
{
    QTemporaryDir folder;
    QFile task(folder.filePath(u"slow"_s));
    QVERIFY(task.open(QIODevice::WriteOnly));
    task.write("#!/bin/sh\nexec sleep 300\n");
    task.close();
    QVERIFY(task.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner
                                | QFileDevice::ExeOwner));
    m_database->script("select graphile_worker.add_job('slow')");
    YardmasterProcess outside(
        {u"--no-gui"_s, u"-c"_s, m_database->url(), u"--tasks"_s, folder.path()});
    ConsoleContext context(target());
    WorkersPanel panel(&context);
    show(&panel);
    waitFor(&panel, 1, 1);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rows().first().life, WorkerLife::Alive, kPatience);
    outside.sendSignal(9);
    QCOMPARE(outside.waitForExit(), 128 + 9);
    m_database->script("update graphile_worker._private_workers set last_heartbeat_at = now() - "
                       "interval '1 min'");
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rows().first().life, WorkerLife::Stale, kPatience);
    QTest::mouseClick(child<QPushButton>(panel, "workersSweep"), Qt::LeftButton);
    auto *dialog = dialogOf<SweepDialog>(panel);
    QVERIFY(dialog);
    auto *button = child<QPushButton>(*dialog, "confirmButton");
    QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), kPatience);
    QCOMPARE(button->text(), u"Return 1 job"_s);
    QCOMPARE(child<QTreeWidget>(*dialog, "sweepList")->topLevelItemCount(), 1);
    const auto locked = [this] {
        return m_database->scalar("select count(*) from graphile_worker._private_jobs where "
                                  "locked_at is not null and attempts = 1");
    };
    QTest::keyClick(child<QSpinBox>(*dialog, "sweepThreshold"), Qt::Key_Return);
    QTest::keyClick(dialog, Qt::Key_Return);
    QVERIFY(dialog->isVisible());
    QCOMPARE(locked(), u"1"_s);
    QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), kPatience);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(
        child<QLabel>(*dialog, "confirmReport")->text().contains(u"back in the queue: 1."_s),
        kPatience);
    QCOMPARE(locked(), u"0"_s);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rows().first().life, WorkerLife::Gone, kPatience);
}

void TestWorkersPanel::sweepIsOpenedForOtherPages()
{
    m_database->script("insert into graphile_worker._private_workers values "
                       "('first', now(), now(), '{}'), ('silent', now() - interval '1 hour', "
                       "now(), '{\"sweep_threshold_ms\": 20000}')");
    lockJobs("silent", 1, "50 min");
    ConsoleContext context(target());
    WorkersPanel panel(&context);
    const QSignalSpy wanted(&panel, &ConsolePanel::attentionRequested);
    show(&panel);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 2, kPatience);
    context.requestSweep(u"silent"_s);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(panel.model()->at(child<QTableView>(panel, "workersTable")->currentIndex().row()).id,
             u"silent"_s);
    auto *dialog = dialogOf<SweepDialog>(panel);
    QVERIFY(dialog && dialog->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(child<QTreeWidget>(*dialog, "sweepList")->topLevelItemCount(), 1,
                              kPatience);
}

void TestWorkersPanel::changedThresholdIsAppliedAgain()
{
    m_database->script("insert into graphile_worker._private_workers values "
                       "('rusty', now() - interval '60 s', now(), '{\"sweep_threshold_ms\": 20}')");
    lockJobs("rusty", 1, "6 min");
    lockJobs("node", 1, "3 h");
    ConsoleContext context(target());
    SweepDialog dialog(&context);
    dialog.open();
    auto *list = child<QTreeWidget>(dialog, "sweepList");
    QTRY_COMPARE_WITH_TIMEOUT(list->topLevelItemCount(), 1, kPatience);
    child<QSpinBox>(dialog, "sweepThreshold")->setValue(80000);
    QVERIFY(!child<QPushButton>(dialog, "confirmButton")->isEnabled());
    QTRY_COMPARE_WITH_TIMEOUT(list->topLevelItemCount(), 0, kPatience);
    QVERIFY(!child<QPushButton>(dialog, "confirmButton")->isEnabled());
    child<QSpinBox>(dialog, "sweepThreshold")->setValue(20);
    child<QCheckBox>(dialog, "sweepUnregistered")->setChecked(true);
    QVERIFY(child<QLabel>(dialog, "sweepWarning")->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(list->topLevelItemCount(), 2, kPatience);
    // With strangers among them, the number has to be typed.
    QTRY_VERIFY_WITH_TIMEOUT(child<QLineEdit>(dialog, "typedConfirmation")->isVisible(), kPatience);
    QVERIFY(!child<QPushButton>(dialog, "confirmButton")->isEnabled());
    child<QLineEdit>(dialog, "typedConfirmation")->setText(u"2"_s);
    QVERIFY(child<QPushButton>(dialog, "confirmButton")->isEnabled());
}

void TestWorkersPanel::productionIsLockedUntilArmed()
{
    lockJobs("node", 1, "3 h");
    ConsoleContext context(target(Environment::Production));
    WorkersPanel panel(&context);
    show(&panel);
    waitFor(&panel, 1, 1);
    const auto *unlock = child<QPushButton>(panel, "workerUnlock");
    QVERIFY(!unlock->isEnabled());
    QCOMPARE(unlock->toolTip(), context.guard()->reason());
    QVERIFY(!child<QPushButton>(panel, "workersSweep")->isEnabled());
    context.guard()->arm(std::chrono::minutes{5});
    QVERIFY(unlock->isEnabled());
    QVERIFY(child<QPushButton>(panel, "workersSweep")->isEnabled());
}

void TestWorkersPanel::withoutRegistryItSaysSo()
{
    m_database->script("drop table graphile_worker._private_workers cascade");
    lockJobs("node", 1, "3 h");
    ConsoleContext context(target());
    WorkersPanel panel(&context);
    show(&panel);
    waitFor(&panel, 1, 1);
    QVERIFY(child<QLabel>(panel, "workersRemark")->text().contains(u"no registry"_s));
    QVERIFY(!child<QPushButton>(panel, "workersSweep")->isEnabled());
    QVERIFY(child<QPushButton>(panel, "workersSweep")->toolTip().contains(u"no worker registry"_s));
    QVERIFY(child<QPushButton>(panel, "workerUnlock")->isEnabled());
}

void TestWorkersPanel::emptyAndErrorStatesAreShown()
{
    {
        ConsoleContext context(target());
        WorkersPanel panel(&context);
        show(&panel);
        QTRY_COMPARE_WITH_TIMEOUT(
            panel.findChild<QStackedWidget *>()->currentWidget()->accessibleName(),
            u"No worker on this queue"_s, kPatience);
    }
    ConsoleTarget nowhere;
    nowhere.connection.set(u"host"_s, u"/nonexistent"_s);
    ConsoleContext context(nowhere);
    WorkersPanel panel(&context);
    show(&panel);
    QTRY_COMPARE_WITH_TIMEOUT(
        panel.findChild<QStackedWidget *>()->currentWidget()->accessibleName(), u"Cannot connect"_s,
        kPatience);
}

void TestWorkersPanel::looks()
{
    m_database->script(
        "insert into graphile_worker._private_workers values "
        "('yardmaster-web-1-4711-abc123', now() - interval '2 s', now() - interval '3 h', "
        "'{\"program\": \"yardmaster\", \"host\": \"web-1\", \"pid\": 4711, \"version\": \"0.2\", "
        "\"tasks\": [\"send_newsletter\", \"resize_image\", \"bill\"]}'), "
        "('yardmaster-web-2-921-9ffe12', now() - interval '4 s', now() - interval '2 d', "
        "'{\"program\": \"yardmaster\", \"host\": \"web-2\", \"pid\": 921}'), "
        "('worker-7a01-rs', now() - interval '6 min', now() - interval '5 h', '{\"pid\": 77}')");
    lockJobs("worker-7a01-rs", 18, "4 min", ", queue_name => 'mails'");
    lockJobs("pool-0123456789abcdef01", 3, "38 min");
    lockJobs("yardmaster-web-1-4711-abc123", 8, "3 s");
    m_database->script("update graphile_worker._private_job_queues set locked_by = "
                       "'worker-7a01-rs', locked_at = now() - interval '4 min'");
    const auto named = m_database->session();
    (void)named->script("set application_name = 'worker-7a01-rs'");
    ConsoleContext context(target());
    WorkersPanel panel(&context);
    show(&panel);
    waitFor(&panel, 4, 29);
    QTRY_VERIFY_WITH_TIMEOUT(child<QTreeWidget>(panel, "workerSessions")->topLevelItemCount() == 1,
                             kPatience);
    QVERIFY(takePictures(&m_theme, &panel, u"workers"_s));
    panel.findChild<QAction *>(u"workers.unlock"_s)->trigger();
    auto *unlock = dialogOf<UnlockDialog>(panel);
    QTRY_COMPARE_WITH_TIMEOUT(child<QTreeWidget>(*unlock, "unlockList")->topLevelItemCount(), 18,
                              kPatience);
    QVERIFY(takePictures(&m_theme, unlock, u"workers-unlock"_s));
    unlock->reject();
    SweepDialog sweep(&context);
    sweep.open();
    QTRY_COMPARE_WITH_TIMEOUT(child<QTreeWidget>(sweep, "sweepList")->topLevelItemCount(), 1,
                              kPatience);
    QVERIFY(takePictures(&m_theme, &sweep, u"workers-sweep"_s));
}

YARDMASTER_WINDOW_TEST(TestWorkersPanel)
#include "tst_workerspanel.moc"
