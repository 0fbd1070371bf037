#include "tests/support/stallwatch.h"
#include "tests/support/testdatabase.h"
#include "tests/support/widgets.h"
#include "tests/support/yardmasterprocess.h"
#include "ui/pages/live/joblogview.h"
#include "ui/pages/live/livepanel.h"
#include "ui/pages/live/livetable.h"

#include "models/console/consolecontext.h"
#include "models/live/noticelistenerthread.h"
#include "models/localworker/localworker.h"
#include "models/values/showntext.h"
#include "tests/models/live/livefixture.h"
#include "ui/kit/textviewer.h"
#include <yardmaster/taskregistry.h>

#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTemporaryDir>

#include <condition_variable>
#include <thread>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

std::shared_ptr<TaskRegistry> makeRegistry()
{
    auto registry = std::make_shared<TaskRegistry>();
    registry->add(u"resize_image"_s, [](const TaskContext &) { return TaskOutcome::success(); });
    registry->add(u"send_email"_s, [](const TaskContext &) {
        return TaskOutcome::failure(u"connect ETIMEDOUT 10.0.0.7:587\nat Socket.emit"_s);
    });
    return registry;
}

WorkerOptions optionsFor(const TestDatabase &database)
{
    WorkerOptions options;
    options.connection = database.settings();
    options.concurrency = 2;
    return options;
}

ConsoleTarget targetOf(const TestDatabase &database)
{
    ConsoleTarget target;
    target.connection = database.settings();
    return target;
}

} // namespace

/// Long because both sources, every kind of line and each command are tried.
class TestLivePanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    }
    void cleanupTestCase() { m_database.reset(); }
    void bothSourcesAreShown();
    void workerOutsideIsNoticed();
    void pauseLosesNothing();
    void tailIsFollowedUntilTheUserScrolls();
    void filterAndKindsAreChosen();
    void everyEventIsALineOfItsOwn();
    void jobsAreLinksAndHaveTheirLog();
    void aForeignTaskStaysInTheTitleOfItsLog();
    void whatIsShownIsExportedAndCopied();
    void clearEmptiesIt();
    void emptyPageSaysWhy();
    void commandsAreNamed();
    void tenThousandEventsASecondDoNotStall();
    void looks();

private:
    static void show(LivePanel *panel)
    {
        panel->resize(1280, 720);
        panel->show();
        panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(panel, kPatience));
    }
    [[nodiscard]] static QString cell(LivePanel *panel, int row, QLatin1StringView column)
    {
        return panel->model()->cell(row, column).data().toString();
    }
    [[nodiscard]] static int rowWith(LivePanel *panel, const QString &message)
    {
        for (int row = 0; row < panel->model()->rowCount(); ++row) {
            if (panel->model()->at(row).message.contains(message))
                return row;
        }
        return -1;
    }
    static void tell(LocalWorker *worker, int first, int count)
    {
        for (int id = first; id < first + count; ++id)
            Q_EMIT worker->bus()->jobCompleted(jobEvent(id));
    }

    Theme m_theme;
    std::unique_ptr<TestDatabase> m_database;
};

void TestLivePanel::bothSourcesAreShown()
{
    const TestDatabase database = TestDatabase::createMigrated();
    ConsoleContext context(targetOf(database));
    LocalWorker worker(optionsFor(database), makeRegistry());
    LivePanel panel(&context, &worker);
    show(&panel);
    worker.start();
    QTRY_COMPARE_WITH_TIMEOUT(panel.notices()->state(), ListenState::Listening, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(rowWith(&panel, u"tasks: resize_image, send_email"_s) >= 0, kPatience);
    database.script("select graphile_worker.add_job('resize_image', queue_name => 'images')");
    database.script("select graphile_worker.add_job('send_email')");
    QTRY_VERIFY_WITH_TIMEOUT(rowWith(&panel, u"jobs added: "_s) >= 0, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(rowWith(&panel, u"ETIMEDOUT"_s) >= 0, kPatience);
    const int failed = rowWith(&panel, u"ETIMEDOUT"_s);
    QCOMPARE(cell(&panel, failed, "kind"_L1), u"Retrying"_s);
    QCOMPARE(cell(&panel, failed, "task"_L1), u"send_email"_s);
    QCOMPARE(cell(&panel, failed, "attempt"_L1), u"1 of 25"_s);
    QCOMPARE(cell(&panel, failed, "source"_L1), u"This worker"_s);
    QCOMPARE(cell(&panel, rowWith(&panel, u"jobs added"_s), "source"_L1), u"Database"_s);
    panel.setFilterText(u"task:resize_image kind:completed"_s);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 1, kPatience);
    QCOMPARE(cell(&panel, 0, "queue"_L1), u"images"_s);
    QVERIFY(!cell(&panel, 0, "duration"_L1).isEmpty());
    QVERIFY(child<QLabel>(panel, "liveState")->text().contains(u"Listening to the database"_s));
    panel.setFilterText({});
    worker.stop();
    QTRY_COMPARE_WITH_TIMEOUT(worker.state(), LocalWorker::State::Stopped, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(rowWith(&panel, u"stop requested"_s) >= 0, kPatience);
}

void TestLivePanel::workerOutsideIsNoticed()
{
    const TestDatabase database = TestDatabase::createMigrated();
    QTemporaryDir folder;
    QFile task(folder.filePath(u"again"_s));
    QVERIFY(task.open(QIODevice::WriteOnly));
    task.write("#!/bin/sh\nexit 0\n");
    task.close();
    QVERIFY(task.setPermissions(QFileDevice::Permissions(0x7755)));
    ConsoleContext context(targetOf(database));
    LocalWorker worker(optionsFor(database), std::make_shared<TaskRegistry>());
    LivePanel panel(&context, &worker);
    show(&panel);
    QTRY_COMPARE_WITH_TIMEOUT(panel.notices()->state(), ListenState::Listening, kPatience);
    // Who adds the job and who runs it are both other processes: its crontab is of the worker
    // outside.
    QFile crontab(folder.filePath(u"crontab"_s));
    QVERIFY(crontab.open(QIODevice::WriteOnly));
    crontab.write("* * * * * again ?fill=2m\n");
    crontab.close();
    database.script("insert into graphile_worker._private_known_crontabs (identifier, known_since) "
                    "values ('again', now() - interval '1 hour')");
    YardmasterProcess outside({u"--no-gui"_s, u"--connection"_s, database.url(), u"--tasks"_s,
                               folder.path(), u"--crontab"_s, crontab.fileName()});
    QTRY_VERIFY_WITH_TIMEOUT(rowWith(&panel, u"jobs added: "_s) >= 0, kPatience);
    outside.sendSignal(15);
    QVERIFY(outside.waitForExit(60s) >= 0);
}

void TestLivePanel::pauseLosesNothing()
{
    ConsoleContext context(targetOf(*m_database));
    LocalWorker worker(optionsFor(*m_database), makeRegistry());
    LivePanel panel(&context, &worker);
    show(&panel);
    panel.setFilterText(u"source:worker"_s);
    tell(&worker, 1, 5);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 5, kPatience);
    child<QAction>(panel, "live.pause")->trigger();
    QVERIFY(panel.isPaused());
    tell(&worker, 6, 3000);
    auto *remark = child<QLabel>(panel, "liveRemark");
    QTRY_VERIFY_WITH_TIMEOUT(remark->text().startsWith(u"paused, 3,00"_s), kPatience);
    QCOMPARE(panel.model()->rowCount(), 5);
    child<QAction>(panel, "live.pause")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 3005, kPatience);
    for (int row = 0; row < 3005; ++row)
        QCOMPARE(panel.model()->at(row).jobId, row + 1);
    QCOMPARE(panel.model()->dropped(), quint64{0});
    // Hidden, it waits in the same way.
    panel.hide();
    tell(&worker, 4000, 10);
    show(&panel);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 3015, kPatience);
    // More than there is room for: what is lost is said.
    panel.setPaused(true);
    tell(&worker, 10000, int(LiveBuffer::kCapacity) + 50);
    QTRY_VERIFY_WITH_TIMEOUT(remark->text().contains(u"older ones dropped"_s), kPatience);
    QCOMPARE(panel.model()->lineCount() < qint64(LiveBuffer::kCapacity), true);
    panel.setPaused(false);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->lineCount(), qint64(LiveBuffer::kCapacity), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(panel.waiting().count(), quint64{0}, kPatience);
    QCOMPARE(panel.model()->dropped() + quint64(panel.model()->lineCount()), panel.model()->next());
}

void TestLivePanel::tailIsFollowedUntilTheUserScrolls()
{
    ConsoleContext context(targetOf(*m_database));
    LocalWorker worker(optionsFor(*m_database), makeRegistry());
    LivePanel panel(&context, &worker);
    show(&panel);
    panel.setFilterText(u"source:worker"_s);
    tell(&worker, 1, 200);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 200, kPatience);
    LiveTable *table = panel.table();
    QScrollBar *bar = table->verticalScrollBar();
    QVERIFY(table->isFollowing());
    QCOMPARE(bar->value(), bar->maximum());
    auto *fresh = child<QPushButton>(*table, "liveNew");
    QVERIFY(!fresh->isVisible());

    bar->setValue(50); // somebody scrolls up
    QVERIFY(!table->isFollowing());
    QVERIFY(!child<QAction>(panel, "live.follow")->isChecked());
    tell(&worker, 201, 12);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 212, kPatience);
    QCOMPARE(bar->value(), 50);
    QCOMPARE(table->newRows(), 12);
    QVERIFY(fresh->isVisible());
    QCOMPARE(fresh->text(), u"12 new ↓"_s);
    QTest::mouseClick(fresh, Qt::LeftButton);
    QVERIFY(table->isFollowing());
    QCOMPARE(bar->value(), bar->maximum());
    QVERIFY(!fresh->isVisible());

    // The rows in view stay while old ones go.
    tell(&worker, 1000, int(LiveBuffer::kCapacity) - 300);
    QTRY_COMPARE_WITH_TIMEOUT(panel.waiting().count(), quint64{0}, kPatience);
    bar->setValue(bar->maximum() - 100);
    const qint64 top = panel.model()->at(bar->value()).jobId;
    tell(&worker, 50000, 500);
    QTRY_VERIFY_WITH_TIMEOUT(panel.model()->dropped() > 0, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(panel.waiting().count(), quint64{0}, kPatience);
    QCOMPARE(panel.model()->at(bar->value()).jobId, top);

    table->setFocus();
    QTest::keyClick(table, Qt::Key_End);
    QVERIFY(table->isFollowing());
    // A row that is chosen does not run away either.
    const QRect last
        = table->visualRect(panel.model()->cell(panel.model()->rowCount() - 3, "message"_L1));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, last.center());
    QVERIFY(!table->isFollowing());
}

void TestLivePanel::filterAndKindsAreChosen()
{
    ConsoleContext context(targetOf(*m_database));
    LocalWorker worker(optionsFor(*m_database), makeRegistry());
    LivePanel panel(&context, &worker);
    show(&panel);
    JobEvent failed = jobEvent(900);
    failed.error = u"no such host"_s;
    tell(&worker, 1, 10);
    Q_EMIT worker.bus()->jobFailed(failed);
    auto *text = child<QLineEdit>(panel, "liveFilter");
    panel.table()->setFocus();
    QTest::keyClick(panel.table(), Qt::Key_Slash);
    QCOMPARE(QGuiApplication::focusObject(), text);
    QTest::keyClicks(text, u"kind:retrying"_s);
    QTest::keyClick(text, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 1, kPatience);
    QVERIFY(child<QLabel>(panel, "liveRemark")->text().contains(u" of "_s));
    auto *problem = child<QLabel>(panel, "liveFilterProblem");
    QVERIFY(!problem->isVisible());
    text->setText(u"kind:retryin"_s);
    QTRY_VERIFY_WITH_TIMEOUT(problem->isVisible(), kPatience);
    QVERIFY(problem->text().contains(u"There is no kind “retryin”"_s));
    QCOMPARE(panel.model()->rowCount(), 1); // as understood last
    text->setText(u"source:worker"_s);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 11, kPatience);
    auto *failures
        = child<QPushButton>(panel, qPrintable(u"liveGroup%1"_s.arg(int(LiveGroup::Failures))));
    QTest::mouseClick(failures, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 10, kPatience);
}

void TestLivePanel::everyEventIsALineOfItsOwn()
{
    ConsoleContext context(targetOf(*m_database));
    LocalWorker worker(optionsFor(*m_database), makeRegistry());
    LivePanel panel(&context, &worker);
    show(&panel);
    panel.setFilterText(u"source:worker"_s);
    const JobEvent job = jobEvent(7);
    Q_EMIT worker.bus()->fetchStarted(u"w"_s);
    Q_EMIT worker.bus()->jobStarted(job);
    Q_EMIT worker.bus()->jobOutput(job.job, u"hello"_s, false);
    Q_EMIT worker.bus()->jobCompleted(job);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 1, kPatience);
    auto *output
        = child<QPushButton>(panel, qPrintable(u"liveGroup%1"_s.arg(int(LiveGroup::Output))));
    QVERIFY(!output->isVisible());
    child<QAction>(panel, "live.every")->trigger();
    QVERIFY(output->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 4, kPatience);
    QCOMPARE(cell(&panel, 0, "kind"_L1), u"Fetching"_s);
    QCOMPARE(cell(&panel, 2, "message"_L1), u"hello"_s);
    QVERIFY(panel.table()->isVisible());
    child<QAction>(panel, "live.every")->trigger();
    QCOMPARE(panel.model()->rowCount(), 1);
}

void TestLivePanel::jobsAreLinksAndHaveTheirLog()
{
    ConsoleContext context(targetOf(*m_database));
    LocalWorker worker(optionsFor(*m_database), makeRegistry());
    LivePanel panel(&context, &worker);
    const QSignalSpy requested(&context, &ConsoleContext::jobRequested);
    show(&panel);
    const JobEvent job = jobEvent(42);
    Q_EMIT worker.bus()->jobStarted(job);
    Q_EMIT worker.bus()->jobOutput(job.job, u"first line"_s, false);
    Q_EMIT worker.bus()->jobProgressed({job.job, 0.5, u"half of it"_s, {}});
    panel.setFilterText(u"job:42"_s);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 1, kPatience);
    auto *log = child<JobLogView>(panel);
    QVERIFY(!log->isVisible());
    LiveTable *table = panel.table();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                      table->visualRect(panel.model()->cell(0, "message"_L1)).center());
    QVERIFY(log->isVisible());
    QCOMPARE(requested.count(), 0);
    QVERIFY(child<TextViewer>(panel, "jobLogText")->text().contains(u"first line"_s));
    QCOMPARE(child<QProgressBar>(panel, "jobLogProgress")->value(), 500);
    Q_EMIT worker.bus()->jobOutput(job.job, u"second line"_s, true);
    QTRY_VERIFY_WITH_TIMEOUT(
        child<TextViewer>(panel, "jobLogText")->text().endsWith(u"! second line"_s), kPatience);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                      table->visualRect(panel.model()->cell(0, "job"_L1)).center());
    QCOMPARE(requested.count(), 1);
    QCOMPARE(requested.first().first().toLongLong(), 42);
    QTest::mouseClick(child<QPushButton>(panel, "jobLogShow"), Qt::LeftButton);
    QCOMPARE(requested.count(), 2);
    QTest::mouseClick(child<QAbstractButton>(panel, "jobLogClose"), Qt::LeftButton);
    QVERIFY(!log->isVisible());
    // From the keyboard.
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(requested.count(), 3);
}

void TestLivePanel::aForeignTaskStaysInTheTitleOfItsLog()
{
    ConsoleContext context(targetOf(*m_database));
    LocalWorker worker(optionsFor(*m_database), makeRegistry());
    LivePanel panel(&context, &worker);
    show(&panel);
    JobEvent job = jobEvent(43);
    job.job.task = u"שליחת"_s;
    Q_EMIT worker.bus()->jobStarted(job);
    Q_EMIT worker.bus()->jobOutput(job.job, u"first line"_s, false);
    panel.setFilterText(u"job:43"_s);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 1, kPatience);
    QTest::mouseClick(panel.table()->viewport(), Qt::LeftButton, {},
                      panel.table()->visualRect(panel.model()->cell(0, "message"_L1)).center());
    const QString title = child<QLabel>(panel, "jobLogTitle")->text();
    QVERIFY2(title.startsWith(u"Job 43 · "_s + isolated(u"שליחת"_s) + u" · "_s), qPrintable(title));
}

void TestLivePanel::whatIsShownIsExportedAndCopied()
{
    const QTemporaryDir folder;
    ConsoleContext context(targetOf(*m_database));
    LocalWorker worker(optionsFor(*m_database), makeRegistry());
    LivePanel panel(&context, &worker);
    show(&panel);
    tell(&worker, 1, 100);
    panel.setFilterText(u"job<=3"_s);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 3, kPatience);
    QSignalSpy exported(&panel, &LivePanel::exported);
    const QString path = folder.filePath(u"shown.ndjson"_s);
    panel.exportTo(path, true);
    QVERIFY(exported.wait(kPatience));
    QCOMPARE(exported.first().at(1).toString(), QString());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArrayList lines = file.readAll().trimmed().split('\n');
    QCOMPARE(lines.size(), 3);
    QCOMPARE(QJsonDocument::fromJson(lines.last()).object().value("job"_L1).toString(), u"3"_s);
    QVERIFY(child<QLabel>(panel, "liveRemark")->text().startsWith(u"3 lines written to "_s));
    panel.exportTo(folder.filePath(u"all.csv"_s), false);
    QVERIFY(exported.wait(kPatience));
    QFile all(folder.filePath(u"all.csv"_s));
    QVERIFY(all.open(QIODevice::ReadOnly));
    QVERIFY(all.readAll().count("\r\n") >= 101);
    panel.exportTo(u"/nonexistent/x.csv"_s, false);
    QVERIFY(exported.wait(kPatience));
    QVERIFY(!exported.last().at(1).toString().isEmpty());

    panel.table()->selectAll();
    panel.table()->setFocus();
    QTest::keySequence(panel.table(), QKeySequence::Copy);
    QCOMPARE(QGuiApplication::clipboard()->text().split(u'\n').size(), 3);
    QVERIFY(QGuiApplication::clipboard()->text().contains(u"\tCompleted\t3\thello\t"_s));
}

void TestLivePanel::clearEmptiesIt()
{
    ConsoleContext context(targetOf(*m_database));
    LocalWorker worker(optionsFor(*m_database), makeRegistry());
    LivePanel panel(&context, &worker);
    show(&panel);
    panel.setFilterText(u"source:worker"_s);
    tell(&worker, 1, 100);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 100, kPatience);
    child<QAction>(panel, "live.clear")->trigger();
    QCOMPARE(panel.model()->rowCount(), 0);
    tell(&worker, 200, 3);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 3, kPatience);
    QCOMPARE(panel.model()->dropped(), quint64{0});
}

void TestLivePanel::emptyPageSaysWhy()
{
    ConsoleTarget nowhere;
    nowhere.connection.set(u"host"_s, u"/nonexistent"_s);
    ConsoleContext context(nowhere);
    LocalWorker worker({}, std::make_shared<TaskRegistry>());
    LivePanel panel(&context, &worker);
    const auto said = [&panel] {
        return panel.findChild<QStackedWidget *>()->currentWidget()->accessibleName();
    };
    QCOMPARE(said(), u"Nothing has happened yet"_s);
    show(&panel);
    // Trouble is a line, and stays in the line above.
    auto *state = child<QLabel>(panel, "liveState");
    QTRY_VERIFY_WITH_TIMEOUT(state->text().contains(u"Not listening"_s), kPatience);
    QVERIFY(state->text().startsWith(u"Worker without tasks"_s));
    QTRY_VERIFY_WITH_TIMEOUT(rowWith(&panel, u"not listening"_s) >= 0, kPatience);
    panel.setFilterText(u"nothing_like_that"_s);
    QTRY_COMPARE_WITH_TIMEOUT(said(), u"No line matches the filter"_s, kPatience);
    panel.setPaused(true);
    panel.clear();
    QCOMPARE(said(), u"Paused"_s);
}

void TestLivePanel::commandsAreNamed()
{
    ConsoleContext context(targetOf(*m_database));
    LocalWorker worker(optionsFor(*m_database), makeRegistry());
    const LivePanel panel(&context, &worker);
    for (const char *name : {"live.pause", "live.follow", "live.clear", "live.export",
                             "live.exportAll", "live.filter", "live.every"}) {
        const auto *command = child<QAction>(panel, name);
        QVERIFY(!command->text().isEmpty());
        QVERIFY(!command->whatsThis().isEmpty());
        QVERIFY(panel.actions().contains(command));
    }
}

void TestLivePanel::tenThousandEventsASecondDoNotStall()
{
    ConsoleContext context(targetOf(*m_database));
    LocalWorker worker(optionsFor(*m_database), makeRegistry());
    LivePanel panel(&context, &worker);
    show(&panel);
    panel.setDetail(LiveDetail::Events);
    QTRY_COMPARE_WITH_TIMEOUT(panel.notices()->state(), ListenState::Listening, kPatience);
    // Three events a run from a thread, as the engine reports them.
    std::jthread engine([bus = worker.bus()](const std::stop_token &stop) {
        const auto begin = std::chrono::steady_clock::now();
        std::mutex mutex;
        std::condition_variable_any pause;
        qint64 told = 0;
        for (int id = 1; !stop.stop_requested(); ++id) {
            JobEvent event = jobEvent(id);
            Q_EMIT bus->jobStarted(event);
            Q_EMIT bus->jobSucceeded(event);
            Q_EMIT bus->jobCompleted(event);
            told += 3;
            std::unique_lock lock(mutex);
            pause.wait_until(lock, stop, begin + told * 100us, [] { return false; });
        }
    });
    {
        const StallWatch watch;
        // Long enough to fill the buffer and drop lines; meanwhile the page is used.
        QTRY_VERIFY_WITH_TIMEOUT(panel.model()->dropped() > 0, kPatience);
        panel.table()->verticalScrollBar()->setValue(100);
        panel.setFilterText(u"task:hello kind:completed"_s);
        const quint64 before = panel.model()->next();
        QTRY_VERIFY_WITH_TIMEOUT(panel.model()->next() > before + 10000, kPatience);
        panel.setPaused(true);
        QTRY_VERIFY_WITH_TIMEOUT(panel.waiting().count() > 10000, kPatience);
        panel.setPaused(false);
        panel.setDetail(LiveDetail::Runs);
        QTRY_VERIFY_WITH_TIMEOUT(panel.model()->rowCount() > 1000, kPatience);
    }
    engine.request_stop();
    engine.join();
}

void TestLivePanel::looks()
{
    const TestDatabase database = TestDatabase::createMigrated();
    ConsoleContext context(targetOf(database));
    LocalWorker worker(optionsFor(database), makeRegistry());
    LivePanel panel(&context, &worker);
    show(&panel);
    QTRY_COMPARE_WITH_TIMEOUT(panel.notices()->state(), ListenState::Listening, kPatience);
    worker.start();
    QTRY_COMPARE_WITH_TIMEOUT(worker.state(), LocalWorker::State::Running, kPatience);
    database.script("select graphile_worker.add_job(case when n % 7 = 0 then 'send_email' else "
                    "'resize_image' end, queue_name => case when n % 5 = 0 then 'images' end, "
                    "max_attempts => case when n = 14 then 1 else 25 end) "
                    "from generate_series(1, 30) n");
    QTRY_COMPARE_WITH_TIMEOUT(worker.totals().completed, 26, kPatience);
    JobEvent running = jobEvent(812);
    running.job.task = u"import_products"_s;
    running.job.attempts = 2;
    Q_EMIT worker.bus()->jobStarted(running);
    Q_EMIT worker.bus()->jobOutput(running.job, u"reading products.csv"_s, false);
    Q_EMIT worker.bus()->jobOutput(running.job, u"line 120: no price"_s, true);
    Q_EMIT worker.bus()->jobProgressed({running.job, 0.62, u"1,240 of 2,000 products"_s, {}});
    Q_EMIT worker.bus()->jobLostLease(jobEvent(813));
    Q_EMIT worker.bus()->databaseTrouble(u"fetching jobs"_s, dbError(u"the server went away"_s));
    Q_EMIT worker.bus()->databaseRecovered(u"fetching jobs"_s);
    QTRY_VERIFY_WITH_TIMEOUT(rowWith(&panel, u"the server went away"_s) >= 0, kPatience);
    const int row = rowWith(&panel, u"1,240"_s);
    LiveTable *table = panel.table();
    table->scrollTo(panel.model()->index(row, 0));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                      table->visualRect(panel.model()->cell(row, "task"_L1)).center());
    QVERIFY(takePictures(&m_theme, &panel, u"live"_s));
    panel.setDetail(LiveDetail::Events);
    QTRY_VERIFY_WITH_TIMEOUT(panel.model()->rowCount() > 50, kPatience);
    panel.setFilterText(u"kind:fialed"_s);
    panel.table()->verticalScrollBar()->setValue(3);
    QVERIFY(takePictures(&m_theme, &panel, u"live-events"_s));
}

YARDMASTER_WATCHED_TEST(TestLivePanel)
#include "tst_livepanel.moc"
