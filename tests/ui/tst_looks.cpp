#include "tests/support/testprogram.h"
#include "ui/shell/mainwindow.h"

#include "models/console/queuemonitor.h"
#include "models/localworker/localworker.h"
#include "tests/support/testdatabase.h"
#include "tests/support/untilstopped.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/pagetabs.h"
#include "ui/kit/theme.h"
#include "ui/shell/closingbar.h"
#include <yardmaster/taskregistry.h>

#include <QDir>
#include <QHeaderView>
#include <QLabel>
#include <QPixmap>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using yardmaster::test::TestDatabase;

namespace {

const QString kLongTask = u"billing/invoices/very_long_folder_name/"
                          "send_monthly_reminder_to_customers_with_open_balance_v2"_s;
const QString kHebrewTask = u"שליחת_דואר"_s;

std::shared_ptr<TaskRegistry> registryForPictures()
{
    auto registry = std::make_shared<TaskRegistry>();
    registry->add(u"hello"_s, [](const TaskContext &context) {
        context.output(u"Hello, Ada"_s, false);
        return TaskOutcome::success();
    });
    registry->add(u"resize_image"_s, [](const TaskContext &) { return TaskOutcome::success(); });
    registry->add(u"import_feed"_s, [](const TaskContext &) {
        return TaskOutcome::retryLater(u"connect ETIMEDOUT 203.0.113.7:443"_s, 1h);
    });
    registry->add(u"charge_card"_s, [](const TaskContext &) {
        return TaskOutcome::failForGood(u"The card was declined: insufficient funds"_s);
    });
    registry->add(u"video/transcode"_s, test::runUntilStopped);
    registry->add(kLongTask, [](const TaskContext &) {
        return TaskOutcome::retryLater(
            u"TypeError: Cannot read properties of undefined (reading 'balance')\n"_s
                + u"    at reminder (/srv/tasks/reminder.js:48:13)\n"_s.repeated(200),
            1h);
    });
    registry->add(kHebrewTask,
                  [](const TaskContext &) { return TaskOutcome::failForGood(u"הלקוח לא נמצא"_s); });
    return registry;
}

const QByteArray kTypicalJobs = R"(
    select graphile_worker.add_job('resize_image') from generate_series(1, 6);
    select graphile_worker.add_job('hello', json_build_object('name', 'Ada'));
    select graphile_worker.add_job('import_feed') from generate_series(1, 2);
    select graphile_worker.add_job('charge_card');
    select graphile_worker.add_job('hello', run_at := now() + interval '1 day')
        from generate_series(1, 48);
    select graphile_worker.add_job('no_worker_knows_this') from generate_series(1, 1214);
    select graphile_worker.add_job('video/transcode') from generate_series(1, 2);
)";

QByteArray extremeJobs()
{
    return kTypicalJobs + "select graphile_worker.add_job('" + kLongTask.toUtf8()
        + "') from generate_series(1, 3);"
          "select graphile_worker.add_job('"
        + kHebrewTask.toUtf8() + "');" + R"(
        select graphile_worker.add_job('no_worker_knows_this') from generate_series(1, 10500);
        select graphile_worker.add_job('hello', run_at := now() + interval '2 days')
            from generate_series(1, 10500);
        update graphile_worker._private_jobs set attempts = max_attempts
            where id in (select id from graphile_worker._private_jobs
                         where run_at > now() limit 4812);
        update graphile_worker._private_jobs
            set locked_at = now() - interval '5 hours', locked_by = 'worker-gone'
            where id in (select id from graphile_worker._private_jobs
                         where is_available and run_at > now() limit 3);)";
}

} // namespace

/// Every view in light and dark with empty, typical and extreme data. Checks that nothing is cut
/// off; with YARDMASTER_SCREENSHOTS=<folder> the pictures are kept, for people to judge.
class TestLooks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void window_data();
    void window();

private:
    void check(MainWindow &window, const QString &name);

    Theme m_theme;
    QTemporaryDir m_folder;
};

void TestLooks::initTestCase()
{
    QApplication::setApplicationVersion(u"0.1.0"_s);
}

void TestLooks::window_data()
{
    QTest::addColumn<QString>("scene");
    for (const char *scene : {"waiting", "failure", "empty", "typical", "extreme", "stopped",
                              "trouble", "watching", "closing", "narrow"})
        QTest::newRow(scene) << QString::fromLatin1(scene);
}

void TestLooks::window()
{
    QFETCH(const QString, scene);
    QSettings settings(m_folder.filePath(u"window.ini"_s), QSettings::IniFormat);
    settings.clear();
    const TestDatabase database = TestDatabase::createMigrated();
    if (scene == "typical"_L1 || scene == "narrow"_L1 || scene == "stopped"_L1
        || scene == "trouble"_L1)
        database.script(kTypicalJobs);
    else if (scene == "extreme"_L1)
        database.script(extremeJobs());
    else if (scene == "closing"_L1)
        database.script("select graphile_worker.add_job('video/transcode') "
                        "from generate_series(1, 2);");

    MainWindow window(&settings);
    window.resize(scene == "narrow"_L1 ? QSize(1024, 640) : QSize(1100, 720));
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window, 60000));
    const QString name = QString::fromLatin1(QTest::currentDataTag());
    if (scene == "waiting"_L1) {
        window.showWaiting(u"Starting the sandbox database"_s,
                           u"Making a private PostgreSQL for this account. The first time takes a "
                           "few seconds."_s);
        check(window, name);
        return;
    }
    if (scene == "failure"_L1) {
        window.showFailure(
            u"The sandbox database did not start"_s,
            u"There are no PostgreSQL server programs on this computer. Install them "
            "with: apt install postgresql"_s);
        check(window, name);
        return;
    }

    MainWindowSetup setup;
    setup.connection = database.settings();
    setup.environment = scene == "watching"_L1 ? Environment::Production : Environment::Sandbox;
    setup.profileName = scene == "watching"_L1 ? u"billing"_s : u"sandbox"_s;
    if (scene == "trouble"_L1)
        setup.connection.set(u"user"_s, u"looks"_s);
    if (scene != "watching"_L1) {
        setup.worker.emplace();
        setup.worker->connection = database.settings();
        setup.worker->concurrency = 4;
        setup.worker->gracePeriod = scene == "stopped"_L1 ? 0ms : 1h;
        setup.registry = registryForPictures();
        setup.startWorker = true;
    }
    if (scene == "trouble"_L1)
        database.script("do $$ begin create role looks superuser login; exception when "
                        "duplicate_object then alter role looks login; end $$;");
    window.connectTo(setup);
    auto *page = window.findChild<ConsolePage *>();
    LocalWorker *worker = page->worker();
    if (setup.worker) {
        QTRY_COMPARE(worker->state(), LocalWorker::State::Running);
        const qint64 failures = scene == "empty"_L1 || scene == "closing"_L1 ? 0
            : scene == "extreme"_L1                                          ? 2
                                                                             : 1;
        QTRY_COMPARE(worker->totals().failedForGood, failures);
        if (scene != "empty"_L1)
            QTRY_COMPARE(worker->runningJobs(), 2);
    }
    QTRY_VERIFY(page->monitor()->takenReadAt().isValid());
    if (worker->runningJobs() > 0)
        QTRY_COMPARE(page->monitor()->counts().of(JobState::Running).value.value_or(0), 2);

    if (scene == "closing"_L1) {
        QVERIFY(!window.close());
        QVERIFY(window.findChild<ClosingBar *>());
    } else if (scene == "stopped"_L1) {
        worker->kill();
        QTRY_COMPARE(worker->state(), LocalWorker::State::Stopped);
        QTRY_COMPARE(page->monitor()->counts().of(JobState::Running).value.value_or(-1), 0);
    } else if (scene == "trouble"_L1) {
        database.script("alter role looks nologin; select pg_terminate_backend(pid) from "
                        "pg_stat_activity where usename = 'looks';");
        QTRY_COMPARE(page->monitor()->state(), QueueMonitor::State::Trouble);
        QTRY_COMPARE(page->monitor()->error().kind, DbError::Kind::Authentication);
    } else if (scene == "typical"_L1) {
        auto *pages = window.findChild<PageTabs *>(u"consoleTabs"_s);
        for (int i = 0; i < pages->count(); ++i) {
            pages->setCurrentIndex(i);
            QTest::qWait(200); // for what the page reads
            check(window, name + u'-' + pages->currentPage());
        }
        pages->setCurrentPage(u"jobs"_s);
    }
    check(window, name);
    worker->kill();
}

void TestLooks::check(MainWindow &window, const QString &name)
{
    for (const bool dark : {false, true}) {
        m_theme.setChoice(dark ? Theme::Choice::Dark : Theme::Choice::Light); // live
        QCoreApplication::processEvents();                                    // layouts
        const QPixmap picture = window.grab();
        QVERIFY(!picture.isNull());
        const QString folder = qEnvironmentVariable("YARDMASTER_SCREENSHOTS");
        if (folder.isEmpty())
            continue;
        QDir().mkpath(folder);
        const QString scale = qEnvironmentVariable("QT_SCALE_FACTOR", u"1"_s);
        QVERIFY(picture.save(
            u"%1/%2-%3@%4x.png"_s.arg(folder, name, dark ? u"dark"_s : u"light"_s, scale)));
    }
    // What an answer has just filled in is laid out by events of its own.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    const auto labels = window.findChildren<QLabel *>();
    for (const QLabel *label : labels) {
        const bool mayBeCut = label->wordWrap() || qobject_cast<const ElidedLabel *>(label);
        if (label->isVisible() && !mayBeCut)
            QVERIFY2(label->sizeHint().width() <= label->width(), qUtf8Printable(label->text()));
    }
}

YARDMASTER_WINDOW_TEST(TestLooks)
#include "tst_looks.moc"
