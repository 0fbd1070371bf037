#include "models/console/consolecontext.h"
#include "models/operations/operation.h"
#include "models/operations/operationlist.h"
#include "tests/fleet/ownserver.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/ui/wholewindow.h"
#include "ui/kit/command.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/jobs/jobstable.h"
#include "ui/shell/consolepage.h"
#include <yardmaster/migrator.h>

#include <QTableView>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using yardmaster::test::bringToFront;
using yardmaster::test::child;
using yardmaster::test::kPatience;
using yardmaster::test::openWindow;
using yardmaster::test::OwnServer;
using yardmaster::test::textInFront;

namespace {

/// As long as a server can be written before the window has to know.
constexpr int kUntilWritable = 5000;

const QStringList kPages{u"overview"_s, u"jobs"_s,    u"errors"_s,     u"queues"_s,
                         u"tasks"_s,    u"workers"_s, u"cron"_s,       u"history"_s,
                         u"live"_s,     u"worker"_s,  u"operations"_s, u"maintenance"_s};

/// Those that change the database, or begin something that does. A command that is added belongs
/// here, or changes nothing but the window, files or the local worker.
const QStringList kWriting{u"cron.run-now"_s,
                           u"errors.edit-payload"_s,
                           u"errors.fail"_s,
                           u"errors.reschedule"_s,
                           u"errors.retry"_s,
                           u"history.add-again"_s,
                           u"inspector.add-again"_s,
                           u"jobs.add"_s,
                           u"jobs.change"_s,
                           u"jobs.complete"_s,
                           u"jobs.duplicate"_s,
                           u"jobs.edit-payload"_s,
                           u"jobs.fail"_s,
                           u"jobs.remove"_s,
                           u"jobs.reschedule"_s,
                           u"jobs.retry"_s,
                           u"jobs.run-here"_s,
                           u"jobs.unlock"_s,
                           u"maintenance.install-history"_s,
                           u"maintenance.operator-log"_s,
                           u"maintenance.remove-history"_s,
                           u"maintenance.remove-schema"_s,
                           u"maintenance.upgrade"_s,
                           u"operations.undo"_s,
                           u"queues.hold-everywhere"_s,
                           u"queues.release"_s,
                           u"tasks.hold-everywhere"_s,
                           u"workers.sweep"_s,
                           u"workers.unlock"_s};

/// Likewise, but with obstacles of their own.
const QStringList kAlsoWriting{u"guard.arm"_s, u"jobs.dry-run-here"_s};

/// Buttons that are no commands.
const QStringList kButtons{u"errorRetry"_s,    u"workerUnlock"_s,    u"workersSweep"_s,
                           u"removeSchema"_s,  u"sharedLogButton"_s, u"noticeUndo"_s,
                           u"installHistory"_s};

constexpr auto kJobs
    = "select graphile_worker.add_job('send', queue_name := 'q') from generate_series(1, 20);"
      "update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no' "
      "where id <= 5;"
      "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where id = 6;"
      "update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'w';"
      "insert into graphile_worker._private_workers (id, last_heartbeat_at) values ('w', "
      "now() - interval '1 hour')";

} // namespace

/// A whole window on a server that refuses every write, for a while: what is shown is right, and
/// every way to change something says why it is closed, before anything is asked.
class TestReadOnlyServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStandbyIsReadOnlyUntilItIsPromoted();
    void aServerThatForbidsWritesForAWhile_data();
    void aServerThatForbidsWritesForAWhile();

private:
    [[nodiscard]] WriteGuard *guard() const
    {
        return m_window->findChild<ConsolePage *>()->context()->guard();
    }
    void open(const ConnectionSettings &server, Environment environment)
    {
        m_settings
            = std::make_unique<QSettings>(m_folder.filePath(u"s.ini"_s), QSettings::IniFormat);
        m_window = openWindow(m_settings.get(), server, environment);
        QTRY_COMPARE_WITH_TIMEOUT(test::connectionWord(*m_window), u"Connected"_s, kPatience);
        bringToFront(*m_window, u"jobs"_s);
        auto *jobs = child<JobsPanel>(*m_window);
        QTRY_COMPARE_WITH_TIMEOUT(jobs->model()->rowCount(), 20, kPatience);
        jobs->table()->setCurrentIndex(jobs->model()->index(0, 0));
        const auto *inspector = child<InspectorPanel>(*m_window);
        QTRY_VERIFY_WITH_TIMEOUT(inspector->job()->details(), kPatience);
    }
    /// Each page shows what it has to, and nothing can be changed there.
    void checkThatAllIsClosed(const QString &word) const;
    void checkThatItIsOpen() const;
    /// Not in a session that is open already.
    void completeTheJobIn(int row) const;

    test::WindowFolder m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

void TestReadOnlyServer::checkThatAllIsClosed(const QString &word) const
{
    const QString reason = guard()->prohibition();
    QVERIFY2(reason.contains(word), qUtf8Printable(reason));
    QTRY_VERIFY_WITH_TIMEOUT(child<QLabel>(*m_window, "freshness")->text().contains(word),
                             kPatience);
    QStringList writing;
    for (const CommandAction *command : m_window->findChildren<CommandAction *>()) {
        if (!command->isWriting() && !kAlsoWriting.contains(command->objectName()))
            continue;
        if (command->isWriting())
            writing << command->objectName();
        QVERIFY2(!command->isEnabled(), qPrintable(command->objectName()));
        QCOMPARE(command->toolTip(), reason);
        QCOMPARE(command->statusTip(), reason);
    }
    writing.sort();
    QCOMPARE(writing, kWriting);
    for (const QString &page : kPages) {
        bringToFront(*m_window, page);
        QVERIFY2(QTest::qWaitFor(
                     [this] {
                         const QString text = textInFront(*m_window);
                         return !text.contains(u"Reading"_s) && !text.contains(u"Looking for"_s)
                             && !text.contains(u"Searching for"_s)
                             && !text.contains(u"Connecting to"_s);
                     },
                     kPatience),
                 qUtf8Printable(page + u'\n' + textInFront(*m_window)));
        const QString text = textInFront(*m_window);
        QVERIFY2(!text.contains(u"Cannot read"_s) && !text.contains(u"cannot execute"_s)
                     && !text.contains(u"Cannot connect"_s),
                 qUtf8Printable(page + u'\n' + text));
        QCOMPARE(test::connectionWord(*m_window), u"Connected"_s);
        for (const auto *table : m_window->findChildren<QTableView *>()) {
            const bool hasRows = table->objectName() == "errorGroups"_L1
                || table->objectName() == "queuesTable"_L1 || table->objectName() == "tasksTable"_L1
                || table->objectName() == "workersTable"_L1;
            if (hasRows && table->isVisible())
                QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > 0, kPatience);
        }
        for (const QString &name : kButtons) {
            const auto *button = m_window->findChild<QPushButton *>(name);
            QVERIFY2(button, qPrintable(name));
            if (!button->isVisible())
                continue;
            QVERIFY2(!button->isEnabled(), qPrintable(name));
            QVERIFY2(button->toolTip() == reason,
                     qUtf8Printable(name + u": "_s + button->toolTip()));
        }
    }
    bringToFront(*m_window, u"jobs"_s);
    // A stale worker holds this one: what helps is a sweep.
    m_window->findChild<ConsolePage *>()->context()->requestJob(6);
    const auto *help = child<QPushButton>(*m_window, "whyNotButton");
    QTRY_VERIFY_WITH_TIMEOUT(help->text().contains(u"Sweep"_s), kPatience);
    QVERIFY(!help->isEnabled());
    QCOMPARE(help->toolTip(), reason);
    QTest::keyClick(child<JobsPanel>(*m_window)->table(), Qt::Key_X); // not even by its key
    QVERIFY(!m_window->findChild<QDialog *>(u"operationDialog"_s));
}

void TestReadOnlyServer::checkThatItIsOpen() const
{
    QVERIFY2(QTest::qWaitFor([this] { return guard()->prohibition().isEmpty(); }, kUntilWritable),
             qUtf8Printable(guard()->prohibition()));
    QVERIFY(child<QAction>(*m_window, "jobs.add")->isEnabled());
    bringToFront(*m_window, u"workers"_s);
    QTRY_VERIFY_WITH_TIMEOUT(child<QAction>(*m_window, "workers.sweep")->isEnabled(), kPatience);
    bringToFront(*m_window, u"maintenance"_s);
    QTRY_VERIFY_WITH_TIMEOUT(child<QPushButton>(*m_window, "removeSchema")->isEnabled(), kPatience);
    completeTheJobIn(1);
}

void TestReadOnlyServer::completeTheJobIn(int row) const
{
    bringToFront(*m_window, u"jobs"_s);
    auto *jobs = child<JobsPanel>(*m_window);
    jobs->table()->setCurrentIndex({});
    jobs->table()->setCurrentIndex(jobs->model()->index(row, 0));
    child<QAction>(*m_window, "jobs.complete")->trigger();
    QDialog *dialog = test::readyDialog(*m_window);
    QVERIFY(dialog);
    const auto *operations = child<ConsolePage>(*m_window)->operations();
    const int before = operations->rowCount();
    child<QPushButton>(*dialog, "confirmOperation")->click();
    QTRY_VERIFY_WITH_TIMEOUT(operations->rowCount() > before, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!operations->hasRunning(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(operations->at(0).record.totals.changed, 1, 10000);
}

void TestReadOnlyServer::aStandbyIsReadOnlyUntilItIsPromoted()
{
    OwnServer primary(u"shop"_s);
    primary.start();
    {
        auto session = Session::open(primary.settings(), u"test"_s);
        QVERIFY(session && migrate(**session, u"graphile_worker"_s) && (*session)->script(kJobs));
    }
    OwnServer standby(u"shop"_s);
    standby.startAsStandbyOf(primary);
    open(standby.settings(), Environment::Staging);
    checkThatAllIsClosed(u"standby"_s);
    {
        // No session of the window ends.
        auto session = Session::open(standby.settings(), u"test"_s);
        QVERIFY(session && (*session)->query("select pg_promote(true, 60)"));
        QVERIFY((*session)->script("checkpoint")); // an operation would stop at a new timeline
    }
    checkThatItIsOpen();
    m_window.reset();
    standby.stop(SIGINT);
    primary.stop(SIGINT);
}

void TestReadOnlyServer::aServerThatForbidsWritesForAWhile_data()
{
    QTest::addColumn<QByteArray>("whose");
    QTest::newRow("database") << QByteArray("database %1$I");
    QTest::newRow("role") << QByteArray("role %2$I in database %1$I");
}

void TestReadOnlyServer::aServerThatForbidsWritesForAWhile()
{
    QFETCH(const QByteArray, whose);
    const auto set = [&](const test::TestDatabase &database, const QByteArray &what) {
        database.script("do $$ begin execute format('alter " + whose + " " + what
                        + "', current_database(), current_user); end $$");
    };
    const auto database = test::TestDatabase::createMigrated();
    database.script(kJobs);
    open(database.settings(), Environment::Staging);
    QVERIFY(guard()->mayWrite());
    completeTheJobIn(0);
    set(database, "set default_transaction_read_only = on");
    QVERIFY(QTest::qWaitFor([this] { return !guard()->prohibition().isEmpty(); }, kUntilWritable));
    checkThatAllIsClosed(u"read-only"_s);
    set(database, "reset default_transaction_read_only");
    checkThatItIsOpen();
    m_window.reset();
}

YARDMASTER_WINDOW_TEST(TestReadOnlyServer)
#include "tst_readonlyserver.moc"
