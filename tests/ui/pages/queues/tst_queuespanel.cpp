#include "tests/support/testprogram.h"
#include "tests/ui/pages/queues/queuespage.h"

#include "models/localworker/localworker.h"
#include "tests/support/testworker.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScopeGuard>
#include <QStackedWidget>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using Lock = QueueRow::Lock;

/// The queues page over a real server, with a real worker where it takes one.
class TestQueuesPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void queuesAreListedWithTheirLocks();
    void keyboardListsJobsAndFindsQueues();
    void rowsKeepTheirPlace();
    void hiddenPageReadsNothing();
    void orphanIsReleasedAfterALook();
    void runningQueueIsNotReleased();
    void lockTakenMeanwhileIsShown();
    void staleOwnerNeedsNoTyping();
    void productionIsLockedUntilArmed();
    void holdHereStopsTheLocalWorker();
    void holdEverywhereIsUndoneByResume();
    void emptyAndErrorStatesAreShown();
    void looks();

private:
    Theme m_theme;
};

void TestQueuesPanel::queuesAreListedWithTheirLocks()
{
    const QueuesPage page(kMix);
    QVERIFY(page.hasRead(4));
    QVERIFY(page.text("queuesRemark").startsWith(u"4 queues"_s));
    QVERIFY(page.choose(u"mail-us"_s));
    QVERIFY(page.text("queueSentence").contains(u"(send_email) was fetched 2 min"_s));
    QVERIFY(page.button("queueShowJob")->isVisible());
    const QSignalSpy jobs(page.ui.context.get(), &ConsoleContext::jobRequested);
    page.button("queueShowJob")->click();
    QCOMPARE(jobs.size(), 1);
    QCOMPARE(
        jobs.first().first().toString(),
        page.ui.scalar("select min(id) from graphile_worker.jobs where queue_name = 'mail-us'"));

    QVERIFY(page.choose(u"billing"_s));
    QVERIFY(page.text("queueSentence").contains(u"nothing is running"_s));
    QVERIFY(!page.button("queueShowJob")->isVisible());
    QVERIFY(page.button("queues.release")->isEnabled());
    QVERIFY(page.choose(u"mail-eu"_s));
    QVERIFY(!page.button("queues.release")->isEnabled());
    QVERIFY(page.button("queues.release")->toolTip().contains(u"free"_s));
}

void TestQueuesPanel::keyboardListsJobsAndFindsQueues()
{
    const QueuesPage page(kMix);
    QVERIFY(page.hasRead(4));
    const QSignalSpy filters(page.ui.context.get(), &ConsoleContext::filterRequested);
    auto *table = child<QTableView>(*page.panel, "queuesTable");
    QVERIFY(table->columnWidth(page.panel->model()->section("queue"_L1)) > 100);
    // The one with most due jobs is first.
    QTRY_COMPARE_WITH_TIMEOUT(page.text("queueTitle"), u"mail-us"_s, kPatience);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(filters.size(), 1);
    QCOMPARE(filters.first().first().toString(), u"queue:mail-us"_s);
    auto *find = child<QLineEdit>(*page.panel, "queuesFind");
    QTest::keyClicks(find, u"BILL"_s);
    QCOMPARE(table->model()->rowCount(), 1);
    QCOMPARE(page.text("queueTitle"), u"billing"_s);
    QTest::keyClicks(find, u"xyz"_s);
    QCOMPARE(table->model()->rowCount(), 0);
    QVERIFY(child<QStackedWidget>(*page.panel)
                ->currentWidget()
                ->accessibleName()
                .contains(u"BILLxyz"_s));
    find->clear();
    QCOMPARE(table->model()->rowCount(), 4);
    QVERIFY(!table->accessibleName().isEmpty() && !find->accessibleName().isEmpty());
}

void TestQueuesPanel::rowsKeepTheirPlace()
{
    const QueuesPage page(kMix);
    QVERIFY(page.hasRead(4));
    auto *table = child<QTableView>(*page.panel, "queuesTable");
    QVERIFY(page.choose(u"mail-eu"_s));
    const int row = table->currentIndex().row();
    page.ui.fixture.database.script("select graphile_worker.add_job('a', queue_name := 'a new "
                                    "one') from generate_series(1, 99);"
                                    "select graphile_worker.add_job('a', queue_name := 'reports') "
                                    "from generate_series(1, 99);");
    page.ui.context->announceChange();
    QVERIFY(page.hasRead(5));
    QCOMPARE(page.text("queueTitle"), u"mail-eu"_s);
    QCOMPARE(table->currentIndex().row(), row);
    QCOMPARE(table->model()->index(4, page.panel->model()->section("queue"_L1)).data().toString(),
             u"a new one"_s);
    page.button("queuesRefresh")->click(); // sorts
    QCOMPARE(page.text("queueTitle"), u"mail-eu"_s);
    QVERIFY(
        table->model()->index(0, page.panel->model()->section("due"_L1)).data(RawValueRole).toInt()
        == 99);
}

void TestQueuesPanel::hiddenPageReadsNothing()
{
    const QueuesPage page(kMix);
    QVERIFY(page.hasRead(4));
    page.panel->hide();
    page.ui.fixture.database.script("select graphile_worker.add_job('a', queue_name := 'late');");
    page.ui.context->announceChange();
    QVERIFY(!QTest::qWaitFor([&] { return page.panel->model()->rowCount() == 5; }, 700));
    page.panel->show();
    QVERIFY(page.hasRead(5));
}

void TestQueuesPanel::orphanIsReleasedAfterALook()
{
    const QueuesPage page(kMix);
    QVERIFY(page.hasRead(4));
    QVERIFY(page.choose(u"billing"_s));
    const QSignalSpy changes(page.ui.context.get(), &ConsoleContext::jobsChanged);
    ReleaseDialog *dialog = page.openRelease();
    QVERIFY(child<QLabel>(*dialog, "releaseVerdict")->text().contains(u"looks orphaned"_s));
    const QString facts = child<QLabel>(*dialog, "releaseFacts")->text();
    QVERIFY2(facts.contains(u"Locked by worker-1207"_s), qPrintable(facts));
    QVERIFY2(facts.contains(u"not in the worker registry"_s), qPrintable(facts));
    QVERIFY2(facts.contains(u"Connected to this database"_s), qPrintable(facts));
    QVERIFY(child<QPlainTextEdit>(*dialog, "releaseSql")->toPlainText().contains(u"'billing'"_s));
    auto *confirm = child<QPushButton>(*dialog, "releaseConfirm");
    QVERIFY(!confirm->isEnabled()); // that worker never registered: it may live
    auto *typed = child<QLineEdit>(*dialog, "releaseTyped");
    QTest::keyClicks(typed, u"billing"_s);
    QVERIFY(confirm->isEnabled());
    QTest::keyClick(typed, Qt::Key_Return);
    QTest::keyClick(dialog, Qt::Key_Return);
    QCOMPARE(page.ui.scalar("select locked_by from graphile_worker._private_job_queues where "
                            "queue_name = 'billing'"),
             u"worker-1207"_s);
    confirm->click();
    QTRY_COMPARE_WITH_TIMEOUT(changes.size(), 1, kPatience);
    QCOMPARE(child<QLabel>(*dialog, "releaseProblem")->text(), u"The queue is free."_s);
    QCOMPARE(page.ui.scalar("select is_available from graphile_worker._private_job_queues where "
                            "queue_name = 'billing'"),
             u"t"_s);
    dialog->close();
    QTRY_VERIFY_WITH_TIMEOUT(page.text("queueSentence").startsWith(u"Free"_s), kPatience);
}

void TestQueuesPanel::runningQueueIsNotReleased()
{
    const QueuesPage page(kMix);
    QVERIFY(page.hasRead(4));
    QVERIFY(page.choose(u"mail-us"_s));
    ReleaseDialog *dialog = page.openRelease();
    QVERIFY(child<QLabel>(*dialog, "releaseVerdict")->text().contains(u"not orphaned"_s));
    QVERIFY(!child<QPushButton>(*dialog, "releaseConfirm")->isEnabled());
    QVERIFY(!child<QLineEdit>(*dialog, "releaseTyped")->isVisible());
    QVERIFY(!child<QPlainTextEdit>(*dialog, "releaseSql")->isVisible());
    dialog->close();
}

void TestQueuesPanel::lockTakenMeanwhileIsShown()
{
    const QueuesPage page(kMix);
    QVERIFY(page.hasRead(4));
    QVERIFY(page.choose(u"billing"_s));
    ReleaseDialog *dialog = page.openRelease();
    QTest::keyClicks(child<QLineEdit>(*dialog, "releaseTyped"), u"billing"_s);
    page.ui.fixture.database.script(
        "update graphile_worker._private_job_queues set locked_by = 'worker-2', locked_at = now() "
        "where queue_name = 'billing'");
    child<QPushButton>(*dialog, "releaseConfirm")->click();
    auto *problem = child<QLabel>(*dialog, "releaseProblem");
    QTRY_VERIFY_WITH_TIMEOUT(problem->text().contains(u"worker-2 has taken"_s), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(
        child<QLabel>(*dialog, "releaseFacts")->text().contains(u"Locked by worker-2"_s),
        kPatience);
    QCOMPARE(page.ui.scalar("select locked_by from graphile_worker._private_job_queues where "
                            "queue_name = 'billing'"),
             u"worker-2"_s);
    dialog->close();
}

void TestQueuesPanel::staleOwnerNeedsNoTyping()
{
    const QueuesPage page(
        kMix
        + "insert into graphile_worker._private_workers (id, last_heartbeat_at) values "
          "('worker-1207', now() - interval '5 hours');");
    QVERIFY(page.hasRead(4));
    QVERIFY(page.choose(u"billing"_s));
    QVERIFY(page.text("queueSentence").contains(u"registered but stale"_s));
    ReleaseDialog *dialog = page.openRelease();
    QVERIFY(child<QLabel>(*dialog, "releaseVerdict")->text().contains(u"owner is stale"_s));
    QVERIFY(!child<QLineEdit>(*dialog, "releaseTyped")->isVisible());
    QVERIFY(child<QPushButton>(*dialog, "releaseConfirm")->isEnabled());
    dialog->close();
}

void TestQueuesPanel::productionIsLockedUntilArmed()
{
    const QueuesPage page(kMix, Environment::Production);
    QVERIFY(page.hasRead(4));
    QVERIFY(page.choose(u"billing"_s));
    ReleaseDialog *dialog = page.openRelease(); // looking is free
    auto *confirm = child<QPushButton>(*dialog, "releaseConfirm");
    QTest::keyClicks(child<QLineEdit>(*dialog, "releaseTyped"), u"billing"_s);
    QVERIFY(!confirm->isEnabled());
    QCOMPARE(confirm->toolTip(), page.ui.context->guard()->reason());
    QVERIFY(child<QPushButton>(*dialog, "releaseArm")->isVisible());
    page.ui.context->guard()->arm(std::chrono::minutes{5});
    QVERIFY(confirm->isEnabled());
    dialog->close();
    page.ui.context->guard()->lock();
    page.ui.context->guard()->setForbidden(u"Read only."_s);
    QVERIFY(!page.button("queues.release")->isEnabled());
    QCOMPARE(page.button("queues.hold-everywhere")->toolTip(), u"Read only."_s);
}

void TestQueuesPanel::holdHereStopsTheLocalWorker()
{
    const TestDatabase elsewhere = TestDatabase::createMigrated();
    auto registry = std::make_shared<TaskRegistry>();
    registry->add(u"a"_s, succeed);
    WorkerOptions options;
    options.connection = elsewhere.settings();
    LocalWorker worker(options, registry);
    const QueuesPage page("select graphile_worker.add_job('a', queue_name := 'q');",
                          Environment::Development, &worker);
    QVERIFY(page.hasRead(1));
    QVERIFY(page.choose(u"q"_s));
    QVERIFY(!page.button("queues.resume")->isEnabled());
    page.button("queues.hold-here")->click();
    QCOMPARE(worker.heldNames().queues, QStringList{u"q"_s});
    QVERIFY(page.text("queueHolds").startsWith(u"Held here"_s));
    QVERIFY(!page.button("queues.hold-here")->isEnabled());
    QCOMPARE(page.panel->model()->cell(0, "hold"_L1).data().toString(), u"here"_s);
    page.button("queues.resume")->click();
    QVERIFY(worker.heldNames().isEmpty());
    QVERIFY(!child<QLabel>(*page.panel, "queueHolds")->isVisible());
}

void TestQueuesPanel::holdEverywhereIsUndoneByResume()
{
    QueuesPage page(kMix);
    QVERIFY(page.hasRead(4));
    QVERIFY(page.choose(u"mail-us"_s));
    QVERIFY(!page.button("queues.hold-here")->isEnabled()); // no worker here
    const auto contents
        = [&page] { return page.ui.fixture.contents("id, run_at, attempts, locked_by, task_id"); };
    const QString before = contents();
    page.button("queues.hold-everywhere")->click();
    auto *dialog = page.ui.dialog<QDialog>("operationDialog");
    const QString note = child<QLabel>(*dialog, "operationNote")->text();
    QVERIFY2(note.contains(u"Jobs added later are not held"_s), qPrintable(note));
    QVERIFY(OperationsUi::isReady(*dialog));
    QVERIFY(child<QPushButton>(*dialog, "confirmOperation")->text().contains(u"29 jobs"_s));
    child<QPushButton>(*dialog, "confirmOperation")->click();
    QVERIFY(page.ui.isOver(1));
    QCOMPARE(
        page.ui.scalar("select count(*) from graphile_worker.jobs where queue_name = 'mail-us' "
                       "and run_at > now() + interval '99 years'"),
        u"29"_s);
    page.ui.context->announceChange();
    QTRY_VERIFY_WITH_TIMEOUT(page.text("queueHolds").startsWith(u"Held everywhere since"_s)
                                 && page.text("queueHolds").contains(u"29 jobs"_s),
                             kPatience);
    QVERIFY(page.button("queues.resume")->isEnabled());
    QTest::qWait(0);
    page.button("queues.resume")->click();
    dialog = page.ui.dialog<QDialog>("operationDialog");
    QVERIFY(OperationsUi::isReady(*dialog));
    child<QPushButton>(*dialog, "confirmOperation")->click();
    QVERIFY(page.ui.isOver(2));
    QCOMPARE(contents(), before);
    page.ui.context->announceChange();
    QTRY_VERIFY_WITH_TIMEOUT(!page.button("queues.resume")->isEnabled(), kPatience);
}

void TestQueuesPanel::emptyAndErrorStatesAreShown()
{
    const QueuesPage page("");
    auto *pages = child<QStackedWidget>(*page.panel);
    QTRY_COMPARE_WITH_TIMEOUT(pages->currentWidget()->accessibleName(), u"No named queues"_s,
                              kPatience);
    ConsoleTarget nowhere;
    nowhere.connection.set(u"host"_s, u"/nonexistent"_s);
    ConsoleContext context(nowhere);
    QWidget window;
    JobActions actions(&context, &window);
    QueuesPanel panel(&context, nullptr, &actions);
    panel.show();
    QTRY_COMPARE_WITH_TIMEOUT(child<QStackedWidget>(panel)->currentWidget()->accessibleName(),
                              u"Cannot connect"_s, kPatience);
}

void TestQueuesPanel::looks()
{
    QueuesPage page(
        kMix
        + "select graphile_worker.add_job('resize_image', queue_name := 'customer-' || n) from "
          "generate_series(1, 24) as n;");
    QVERIFY(page.hasRead(28));
    QVERIFY(page.choose(u"mail-us"_s));
    QVERIFY(takePictures(&m_theme, page.panel, u"queues"_s));
    QVERIFY(page.choose(u"billing"_s));
    ReleaseDialog *dialog = page.openRelease();
    QVERIFY(takePictures(&m_theme, dialog, u"queue-release"_s));
    dialog->close();
    page.button("queues.hold-everywhere")->click();
    auto *hold = page.ui.dialog<QDialog>("operationDialog");
    QVERIFY(OperationsUi::isReady(*hold));
    QVERIFY(takePictures(&m_theme, hold, u"queue-hold"_s));
    hold->close();
}

YARDMASTER_WINDOW_TEST(TestQueuesPanel)
#include "tst_queuespanel.moc"
