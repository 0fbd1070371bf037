#include "tests/support/testprogram.h"
#include "ui/shell/mainwindow.h"

#include "models/connecting/profile.h"
#include "models/console/consolecontext.h"
#include "models/console/queuemonitor.h"
#include "models/localworker/localworker.h"
#include "models/localworker/workersetup.h"
#include "tests/support/testdatabase.h"
#include "tests/support/untilstopped.h"
#include "tests/ui/wholewindow.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/pagetabs.h"
#include "ui/kit/theme.h"
#include "ui/pages/inspector/inspectorpanel.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/jobs/jobstable.h"
#include "ui/pages/live/livepanel.h"
#include "ui/pages/live/livetable.h"
#include "ui/shell/closingbar.h"
#include "ui/shell/connectionbar.h"
#include "ui/shell/consolepage.h"
#include "ui/shell/countsbar.h"
#include "ui/shell/navigator/navigatorpanel.h"
#include "ui/shell/statetile.h"
#include <yardmaster/taskregistry.h>

#include <QAction>
#include <QFile>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using yardmaster::test::child;
using yardmaster::test::TestDatabase;

namespace {

/// Tasks a test can steer: "hello" greets, "fails" fails, "hangs" runs until it is told to stop.
std::shared_ptr<TaskRegistry> makeRegistry()
{
    auto registry = std::make_shared<TaskRegistry>();
    registry->add(u"hello"_s, [](const TaskContext &context) {
        context.output(u"Hello, Ada"_s, false);
        return TaskOutcome::success();
    });
    registry->add(u"fails"_s, [](const TaskContext &) {
        return TaskOutcome::retryLater(u"no such host"_s, 1h);
    });
    registry->add(u"fails_for_good"_s, [](const TaskContext &) {
        return TaskOutcome::failForGood(u"the customer does not exist"_s);
    });
    registry->add(u"hangs"_s, test::runUntilStopped);
    return registry;
}

MainWindowSetup makeSetup(const TestDatabase &database)
{
    MainWindowSetup setup;
    setup.connection = database.settings();
    setup.profileName = u"sandbox"_s;
    setup.environment = Environment::Sandbox;
    setup.worker.emplace();
    setup.worker->connection = database.settings();
    setup.worker->concurrency = 4;
    setup.registry = makeRegistry();
    setup.startWorker = true;
    return setup;
}

/// What a screen reader would say of a tile: "Ready: 3".
QString tileText(const MainWindow &window, JobState state)
{
    const auto tiles = window.findChildren<StateTile *>();
    for (const StateTile *tile : tiles) {
        if (tile->accessibleName().startsWith(jobStateWord(state) + u':'))
            return tile->accessibleName().section(u": "_s, 1);
    }
    return {};
}

QString labelText(const MainWindow &window, const char *name)
{
    const auto *label = window.findChild<QLabel *>(QString::fromLatin1(name));
    return label ? label->text() : QString();
}

QPushButton *workerButton(const MainWindow &window)
{
    return window.findChild<QPushButton *>(u"workerButton"_s);
}

/// Jobs whose runs the live page shows as ended, in the order of their lines.
QList<qint64> endedRuns(const MainWindow &window)
{
    QList<qint64> jobs;
    for (const LiveLine &line : window.findChild<LivePanel *>()->model()->lines(true)) {
        if (line.isRun() && line.kind != LiveKind::Running)
            jobs << line.jobId;
    }
    std::ranges::sort(jobs);
    return jobs;
}

} // namespace

/// Long because of the ways in which a window starts, loses its server and is closed.
class TestMainWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void jobRunsAndNumbersFollow();
    void numbersBeyondTenThousandAreCounted();
    void tilesSayWhereTheirNumbersComeFrom();
    void stopButtonStopsAndStartsAgain();
    void lockingOffersToStopTheWorker();
    void closingWaitsForTheWorkerAndCanBeCutShort();
    void closingTwiceDoesNotWait();
    void closingCanBeTakenBack();
    void closesAtOnceWithoutAWorker();
    void jobsAreReadBeforeTheWindowIsShown();
    void pagesShareTheirSessions();
    void waitingThenFailureThenConnected();
    void lostServerKeepsTheNumbers();
    void missingSchemaIsExplained();
    void missingTableIsExplained();
    void workersThatStartByThemselvesWaitForTheServer();
    void welcomeStartsNothing();
    void smallWindowsHideWhatIsBesideTheList();
    void geometryIsKept();
    void tabReachesTheButtons();

private:
    [[nodiscard]] std::unique_ptr<MainWindow> shown();

    QTemporaryDir m_folder;
    std::unique_ptr<QSettings> m_settings;
};

void TestMainWindow::init()
{
    m_settings
        = std::make_unique<QSettings>(m_folder.filePath(u"window.ini"_s), QSettings::IniFormat);
    m_settings->clear();
}

std::unique_ptr<MainWindow> TestMainWindow::shown()
{
    auto window = std::make_unique<MainWindow>(m_settings.get());
    window->show();
    if (!QTest::qWaitForWindowExposed(window.get(), 60000))
        qFatal("the window does not appear");
    return window;
}

void TestMainWindow::jobRunsAndNumbersFollow()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto window = shown();
    window->connectTo(makeSetup(database));
    QCOMPARE(window->windowTitle(), u"Yardmaster — sandbox"_s);
    QTRY_COMPARE(labelText(*window, "workerState"), u"Worker running"_s);
    QTRY_COMPARE(labelText(*window, "connectionState"), u"Connected"_s);
    QTRY_COMPARE(tileText(*window, JobState::FailedForGood), u"0"_s);
    database.script("select graphile_worker.add_job('hello', json_build_object('name', 'Ada'));"
                    "select graphile_worker.add_job('fails');"
                    "select graphile_worker.add_job('fails_for_good');"
                    "select graphile_worker.add_job('hello', run_at := now() + interval '1 day');");
    QTRY_COMPARE(tileText(*window, JobState::FailedForGood), u"1"_s);
    QTRY_COMPARE(tileText(*window, JobState::Retrying), u"1"_s);
    QTRY_COMPARE(tileText(*window, JobState::Scheduled), u"1"_s);
    QTRY_COMPARE(
        labelText(*window, "workerTotals"),
        u"Runs ended here: 1 completed · 1 failed with attempts left · 1 failed for good"_s);
    window->findChild<QAction *>(u"view.page-live"_s)->trigger();
    QTRY_VERIFY(window->findChild<LivePanel *>()->table()->isVisible());
    QTRY_COMPARE(endedRuns(*window), (QList<qint64>{1, 2, 3}));
}

void TestMainWindow::numbersBeyondTenThousandAreCounted()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script(
        "select graphile_worker.add_job('unknown here', queue_name := 'q')"
        " from generate_series(1, 150);"
        "update graphile_worker._private_job_queues set locked_by = 'w', locked_at = now();"
        "insert into graphile_worker._private_jobs (task_id) select tasks.id from"
        " graphile_worker._private_tasks as tasks, generate_series(1, 12000)"
        " where tasks.identifier = 'unknown here'");
    const auto window = shown();
    MainWindowSetup setup = makeSetup(database);
    setup.startWorker = false;
    window->connectTo(setup);
    QTRY_COMPARE(tileText(*window, JobState::Ready), u"12,000"_s);
    QCOMPARE(tileText(*window, JobState::Blocked), u"150"_s);
}

void TestMainWindow::tilesSayWhereTheirNumbersComeFrom()
{
    StateTile tile(JobState::Ready);
    tile.setReadAt(QDateTime::currentDateTimeUtc().addSecs(-90));
    tile.setCount({178214, Count::Estimate});
    QCOMPARE(tile.accessibleName(), u"Ready: ~178 k"_s);
    QVERIFY(tile.toolTip().contains(u"from a sample of the table, 1 min ago"_s));
    tile.setCount({178214});
    QCOMPARE(tile.accessibleName(), u"Ready: 178,214"_s);
    QVERIFY(tile.toolTip().contains(u"Counted 1 min ago"_s));
    tile.setCount({9850, Count::AtLeast});
    QCOMPARE(tile.accessibleName(), u"Ready: 9,850+"_s);
    QVERIFY(tile.toolTip().contains(u"At least this many"_s));
}

void TestMainWindow::stopButtonStopsAndStartsAgain()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto window = shown();
    window->connectTo(makeSetup(database));
    QTRY_COMPARE(labelText(*window, "workerState"), u"Worker running"_s);
    QCOMPARE(workerButton(*window)->text(), u"Stop worker"_s);

    QTest::mouseClick(workerButton(*window), Qt::LeftButton);
    QTRY_COMPARE(labelText(*window, "workerState"), u"Worker stopped"_s);
    QCOMPARE(workerButton(*window)->text(), u"Start worker"_s);
    database.script("select graphile_worker.add_job('hello');");
    QTRY_COMPARE(tileText(*window, JobState::Ready), u"1"_s);

    QTest::mouseClick(workerButton(*window), Qt::LeftButton);
    QTRY_COMPARE(tileText(*window, JobState::Ready), u"0"_s);
    QTRY_VERIFY(labelText(*window, "workerTotals").startsWith(u"Runs ended here: 1 completed"_s));
}

void TestMainWindow::lockingOffersToStopTheWorker()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto window = shown();
    MainWindowSetup setup = makeSetup(database);
    setup.environment = Environment::Production;
    window->connectTo(setup);
    QTRY_COMPARE(labelText(*window, "workerState"), u"Worker running"_s);
    auto *page = window->findChild<ConsolePage *>();
    const auto lock = [&] {
        page->context()->guard()->arm(std::chrono::minutes(5));
        window->findChild<QAction *>(u"guard.lock"_s)->trigger();
        QCOMPARE(page->context()->guard()->state(), WriteGuard::State::Locked);
    };
    lock();
    auto *box = window->findChild<QMessageBox *>(u"lockedBox"_s);
    QVERIFY(box);
    QVERIFY(!box->findChild<QPushButton *>(u"pauseOperations"_s));
    QTest::mouseClick(box->findChild<QPushButton *>(u"stopWorkerWhenLocked"_s), Qt::LeftButton);
    QTRY_COMPARE(labelText(*window, "workerState"), u"Worker stopped"_s);
    QTRY_VERIFY(!window->findChild<QMessageBox *>(u"lockedBox"_s));
    QVERIFY(!workerButton(*window)->isEnabled());
    lock(); // nothing is under way now
    QVERIFY(!window->findChild<QMessageBox *>(u"lockedBox"_s));
}

void TestMainWindow::closingWaitsForTheWorkerAndCanBeCutShort()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto window = shown();
    MainWindowSetup setup = makeSetup(database);
    setup.worker->gracePeriod = 1h;
    window->connectTo(setup);
    database.script("select graphile_worker.add_job('hangs') from generate_series(1, 2);");
    QTRY_COMPARE(tileText(*window, JobState::Running), u"2"_s);

    QVERIFY(!window->close());
    QVERIFY(window->isVisible());
    auto *bar = window->findChild<ClosingBar *>();
    QVERIFY(bar);
    QTRY_VERIFY(bar->findChild<QLabel *>()->text().startsWith(u"Closing. Waiting for 2 jobs;"_s));

    QTest::mouseClick(bar->findChild<QPushButton *>(u"closingStopNow"_s), Qt::LeftButton);
    QTRY_VERIFY(!window->isVisible());
    QCOMPARE(database.scalar("select count(*) from graphile_worker._private_jobs "
                             "where attempts = 0 and locked_at is null"),
             u"2"_s);
}

void TestMainWindow::closingTwiceDoesNotWait()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto window = shown();
    MainWindowSetup setup = makeSetup(database);
    setup.worker->gracePeriod = 1h;
    window->connectTo(setup);
    database.script("select graphile_worker.add_job('hangs');");
    QTRY_COMPARE(tileText(*window, JobState::Running), u"1"_s);
    QVERIFY(!window->close());
    QVERIFY(!window->close());
    QTRY_VERIFY(!window->isVisible());
}

void TestMainWindow::closingCanBeTakenBack()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto window = shown();
    MainWindowSetup setup = makeSetup(database);
    setup.worker->gracePeriod = 1h;
    window->connectTo(setup);
    database.script("select graphile_worker.add_job('hangs');");
    QTRY_COMPARE(tileText(*window, JobState::Running), u"1"_s);
    QVERIFY(!window->close());
    Q_EMIT window->findChild<ClosingBar *>()->keepOpenRequested();
    QTest::mouseClick(workerButton(*window), Qt::LeftButton); // "Stop now"
    QTRY_COMPARE(labelText(*window, "workerState"), u"Worker stopped"_s);
    QVERIFY(window->isVisible());
    QVERIFY(!window->findChild<ClosingBar *>());
    QVERIFY(window->close());
}

void TestMainWindow::closesAtOnceWithoutAWorker()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto window = shown();
    MainWindowSetup setup = makeSetup(database);
    setup.worker.reset();
    setup.environment = Environment::Production;
    setup.profileName = u"billing"_s;
    window->connectTo(setup);
    QCOMPARE(window->windowTitle(), u"Yardmaster — production · billing"_s);
    QTRY_COMPARE(tileText(*window, JobState::Ready), u"0"_s);
    QVERIFY(!workerButton(*window)->isVisible());
    QVERIFY(window->close());
}

/// At most four, of which one listens; and none but that one a minute after the window was hidden.
void TestMainWindow::jobsAreReadBeforeTheWindowIsShown()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('mail') from generate_series(1, 3)");
    MainWindow window(m_settings.get());
    MainWindowSetup setup = makeSetup(database);
    setup.worker.reset();
    window.connectTo(setup);
    QTRY_COMPARE_WITH_TIMEOUT(window.findChild<JobsPanel *>()->model()->rowCount(), 3, 60000);
}

void TestMainWindow::pagesShareTheirSessions()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('mail', queue_name => 'q' || n) "
                    "from generate_series(1, 100) as n");
    const auto window = shown();
    MainWindowSetup setup = makeSetup(database);
    setup.worker.reset();
    window->connectTo(setup);
    window->findChild<ConsoleContext *>()->sessions().setIdleLimit(200ms);
    // Live has a second one for the moment in which it tries out whether notifications arrive.
    const auto sessions = [&database] {
        return database
            .scalar("select count(*) filter (where application_name = 'yardmaster console') + "
                    "least(1, count(*) filter (where application_name = 'yardmaster live')) "
                    "from pg_stat_activity where datname = current_database()")
            .toInt();
    };
    auto *pages = window->findChild<PageTabs *>(u"consoleTabs"_s);
    QSignalSpy counts(window->findChild<ConsolePage *>()->monitor(), &QueueMonitor::countsRead);
    int most = 0;
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < pages->count(); ++i) {
            pages->setCurrentIndex(i);
            counts.clear();
            const auto isRead = [&] {
                most = std::max(most, sessions());
                return counts.count() > 0;
            };
            QTRY_VERIFY_WITH_TIMEOUT(isRead(), 60000);
        }
    }
    QVERIFY2(most >= 2 && most <= 4, qPrintable(QString::number(most)));
    static_assert(SessionPool::kIdleLimit <= 1min);
    window->hide();
    QTRY_COMPARE_WITH_TIMEOUT(sessions(), 1, 60000);
    QCOMPARE(database.scalar("select application_name from pg_stat_activity where datname = "
                             "current_database() and application_name in ('yardmaster console', "
                             "'yardmaster live')"),
             u"yardmaster live"_s);
}

void TestMainWindow::waitingThenFailureThenConnected()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto window = shown();
    QSignalSpy retry(window.get(), &MainWindow::retryRequested);
    window->showWaiting(u"Starting the sandbox database"_s, u"A moment"_s);
    window->showFailure(u"The sandbox database did not start"_s, u"The disk is full."_s);
    QPushButton *button = nullptr;
    const auto buttons = window->findChildren<QPushButton *>();
    for (QPushButton *candidate : buttons) {
        if (candidate->isVisible())
            button = candidate;
    }
    QVERIFY(button);
    QCOMPARE(button->text(), u"Try again"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(retry.count(), 1);
    window->connectTo(makeSetup(database));
    QTRY_COMPARE(labelText(*window, "workerState"), u"Worker running"_s);
    QVERIFY(!button->isVisible());
}

void TestMainWindow::lostServerKeepsTheNumbers()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('elsewhere') from generate_series(1, 3);");
    // The outage: a role that is thrown out and not let in again.
    const QByteArray role = "watcher_" + database.name().toUtf8();
    database.script("create role " + role + " superuser login;");
    const auto window = shown();
    MainWindowSetup setup = makeSetup(database);
    setup.connection.set(u"user"_s, QString::fromUtf8(role));
    setup.worker.reset();
    window->connectTo(setup);
    QTRY_COMPARE(tileText(*window, JobState::Ready), u"3"_s);
    const auto *monitor = window->findChild<ConsolePage *>()->monitor();

    database.script("alter role " + role
                    + " nologin;"
                      "select pg_terminate_backend(pid) from pg_stat_activity where usename = '"
                    + role + "';");
    QTRY_COMPARE(monitor->state(), QueueMonitor::State::Trouble);
    QCOMPARE(tileText(*window, JobState::Ready), u"3"_s);
    QTRY_VERIFY2(labelText(*window, "freshness").contains(u"These counts are from"_s),
                 qUtf8Printable(labelText(*window, "freshness")));

    database.script("alter role " + role
                    + " login;"
                      "select graphile_worker.add_job('elsewhere');");
    QTRY_COMPARE_WITH_TIMEOUT(labelText(*window, "connectionState"), u"Connected"_s, 60000);
    QTRY_COMPARE(tileText(*window, JobState::Ready), u"4"_s);
}

void TestMainWindow::missingSchemaIsExplained()
{
    const TestDatabase database = TestDatabase::createEmpty();
    const auto window = shown();
    MainWindowSetup setup = makeSetup(database);
    setup.startWorker = false;
    window->connectTo(setup);
    QTRY_COMPARE(labelText(*window, "connectionState"), u"No job queue here"_s);
    QCOMPARE(tileText(*window, JobState::Ready), u"counting…"_s);
    QTest::mouseClick(workerButton(*window), Qt::LeftButton);
    QTRY_COMPARE(labelText(*window, "connectionState"), u"Connected"_s);
    QTRY_COMPARE(tileText(*window, JobState::Ready), u"0"_s);
}

void TestMainWindow::missingTableIsExplained()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("alter table graphile_worker._private_jobs rename to gone");
    const auto window = shown();
    MainWindowSetup setup = makeSetup(database);
    setup.startWorker = false;
    window->connectTo(setup);
    QTRY_COMPARE(labelText(*window, "connectionState"), u"Cannot read the queue"_s);
    const QString said = window->findChild<ConnectionBar *>()->accessibleName();
    QVERIFY2(said.contains(u"_private_jobs is missing"_s), qUtf8Printable(said));
    QVERIFY2(!said.contains(u"may not read"_s), qUtf8Printable(said));
    QVERIFY(!window->findChild<QPushButton *>(u"migrateButton"_s)->isVisible());
    // No page says something else.
    for (const QString &page : {u"overview"_s, u"jobs"_s, u"errors"_s, u"queues"_s, u"tasks"_s,
                                u"workers"_s, u"maintenance"_s}) {
        test::bringToFront(*window, page);
        QTRY_VERIFY2(test::textOfPage(*window).contains(u"_private_jobs is missing"_s)
                         && !test::textOfPage(*window).contains(u"No job queue"_s),
                     qUtf8Printable(page + u'\n' + test::textOfPage(*window)));
    }
    database.script("alter table graphile_worker.gone rename to _private_jobs");
    QTRY_COMPARE(labelText(*window, "connectionState"), u"Connected"_s);
}

/// Even in a window that nobody looks at.
void TestMainWindow::workersThatStartByThemselvesWaitForTheServer()
{
    const TestDatabase database = TestDatabase::createMigrated();
    QFile task(m_folder.filePath(u"greet"_s));
    QVERIFY(task.open(QIODevice::WriteOnly) && task.write("#!/bin/sh\n") > 0);
    task.setPermissions(QFileDevice::ReadOwner | QFileDevice::ExeOwner);
    task.close();
    MainWindowSetup setup = makeSetup(database);
    setup.worker.reset();
    setup.registry.reset();
    setup.startWorker = false;
    setup.profileId = u"profile"_s;
    WorkerSetup kept;
    kept.tasks.folder = m_folder.path();
    kept.startsByItself = true;
    kept.save(m_settings.get(), loginKey(setup.profileId, setup.connection));

    database.refuse("yardmaster console");
    const auto window = shown();
    window->connectTo(setup);
    window->hide();
    const LocalWorker *worker = window->findChild<ConsolePage *>()->worker();
    QSignalSpy states(worker, &LocalWorker::stateChanged);
    QTRY_COMPARE(worker->tasks(), QStringList{u"greet"_s});
    const auto *monitor = window->findChild<ConsolePage *>()->monitor();
    QTRY_COMPARE(monitor->state(), QueueMonitor::State::Trouble);
    QCOMPARE(states.count(), 0);
    database.admit();
    QTRY_COMPARE(worker->state(), LocalWorker::State::Running);
    QVERIFY(monitor->server());
}

void TestMainWindow::welcomeStartsNothing()
{
    const auto window = shown();
    Profile profile = Profile::make();
    profile.name = u"sh&op"_s;
    window->setRecent({profile});
    window->showWelcome({profile, profile});
    QVERIFY(window->isReplaceable());
    QSignalSpy connecting(window.get(), &MainWindow::connectRequested);
    QSignalSpy importing(window.get(), &MainWindow::importRequested);
    QSignalSpy session(window.get(), &MainWindow::sessionRequested);
    QSignalSpy sandbox(window.get(), &MainWindow::sandboxRequested);
    QSignalSpy recent(window.get(), &MainWindow::recentRequested);
    QTRY_VERIFY(child<QPushButton>(*window, "welcomeConnect")->hasFocus());
    QCOMPARE(sandbox.count(), 0);
    for (const char *name : {"welcomeConnect", "welcomeImport", "welcomeSession", "welcomeSandbox",
                             "welcomeExamples"}) {
        auto *button = child<QPushButton>(*window, name);
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Return);
    }
    QCOMPARE(connecting.count(), 1);
    QCOMPARE(importing.count(), 1);
    QCOMPARE(session.count(), 1);
    QCOMPARE(sandbox.count(), 2);
    QCOMPARE(sandbox.first().first().toBool(), false);
    QCOMPARE(sandbox.last().first().toBool(), true);
    const auto buttons = window->findChildren<QPushButton *>();
    const auto offered = std::ranges::find_if(buttons, [](const QPushButton *button) {
        return button->isVisible() && button->text().startsWith(u"sh&&op"_s);
    });
    QVERIFY(offered != buttons.end());
    (*offered)->click();
    QCOMPARE(recent.first().first().toString(), profile.id);
    window->showWelcome({profile});
    QVERIFY(!child<QPushButton>(*window, "welcomeSession")->isVisible()); // it is in the list
    window->showWaiting(u"Starting the sandbox database"_s, u"A moment"_s);
    QVERIFY(!child<QPushButton>(*window, "welcomeConnect")->isVisible());
}

void TestMainWindow::smallWindowsHideWhatIsBesideTheList()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto window = shown();
    MainWindowSetup setup = makeSetup(database);
    setup.worker.reset();
    setup.startWorker = false;
    window->connectTo(setup);
    const auto *navigator = window->findChild<NavigatorPanel *>();
    const auto *inspector = window->findChild<InspectorPanel *>();
    const auto *counts = window->findChild<CountsBar *>();
    window->resize(1440, 900);
    QTRY_VERIFY(navigator->isVisible() && inspector->isVisible());
    QTRY_VERIFY(window->findChild<JobsTable *>()->hasFocus()); // the next key is for the list
    const auto *table = window->findChild<JobsTable *>();
    const auto end = [table](JobColumn column) {
        return table->columnViewportPosition(int(column)) + table->columnWidth(int(column));
    };
    QVERIFY(end(JobColumn::RunAt) < table->viewport()->width());
    QVERIFY2(table->columnWidth(int(JobColumn::Error)) >= 150,
             qPrintable(QString::number(table->columnWidth(int(JobColumn::Error)))));
    QVERIFY(end(JobColumn::Error) <= table->viewport()->width());
    QTRY_VERIFY(child<QAction>(*window, "view.header")->isChecked()
                && counts->height() == counts->sizeHint().height()); // it is laid out
    const int large = counts->height();
    window->resize(1024, 660);
    QTRY_VERIFY(!navigator->isVisible() && !inspector->isVisible());
    QTRY_VERIFY(counts->height() < large / 2);
    for (const StateTile *tile : counts->findChildren<StateTile *>()) {
        const auto *word = tile->findChild<ElidedLabel *>();
        QVERIFY2(word->isVisible() && word->linesIn(word->width()).first() == word->text(),
                 qPrintable(tile->accessibleName()));
    }
    // What was chosen holds at any size.
    child<QAction>(*window, "view.inspector")->trigger();
    child<QAction>(*window, "view.header")->trigger();
    QVERIFY(inspector->isVisible());
    QTRY_COMPARE(counts->height(), large);
    window->resize(1440, 900);
    child<QAction>(*window, "view.inspector")->trigger();
    QTRY_VERIFY(navigator->isVisible() && !inspector->isVisible());
    child<QAction>(*window, "view.page-queues")->trigger();
    QVERIFY(!child<QAction>(*window, "view.inspector")->isEnabled());
}

void TestMainWindow::geometryIsKept()
{
    {
        const auto window = shown();
        window->resize(1113, 711);
        QVERIFY(window->close());
    }
    const auto window = shown();
    QCOMPARE(window->size(), QSize(1113, 711));
}

void TestMainWindow::tabReachesTheButtons()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto window = shown();
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window.get(), 60000));
    window->connectTo(makeSetup(database));
    QTRY_COMPARE(labelText(*window, "workerState"), u"Worker running"_s);
    QSet<QWidget *> reached;
    for (int i = 0; i < 200; ++i) { // more than there is to reach
        QTest::keyClick(window->focusWidget() ? window->focusWidget() : window.get(), Qt::Key_Tab);
        reached.insert(window->focusWidget());
    }
    const auto buttons = window->findChildren<QPushButton *>();
    for (QPushButton *button : buttons) {
        if (button->isVisible() && button->isEnabled())
            QVERIFY2(reached.contains(button), qUtf8Printable(button->text()));
    }
}

YARDMASTER_WINDOW_TEST(TestMainWindow)
#include "tst_mainwindow.moc"
