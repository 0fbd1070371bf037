#include "models/connecting/connectiontest.h"
#include "models/console/queuemonitor.h"
#include "models/operations/operationlist.h"
#include "tests/support/testprogram.h"
#include "tests/ui/standbyservers.h"
#include "tests/ui/wholewindow.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/jobs/jobstable.h"
#include "ui/shell/consolepage.h"

using namespace yardmaster;
using namespace Qt::StringLiterals;
using yardmaster::test::child;
using yardmaster::test::kPatience;
using yardmaster::test::StandbyServers;

namespace {

constexpr auto kFollowing = "Lists are from standby"_L1;
constexpr auto kPrimary = "lists are from the primary"_L1;

} // namespace

/// A whole window whose profile names a standby.
class TestStandbyWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_servers.start(); }
    void cleanup() { m_servers.resumeReplay(); }

    void theConnectionTestAsksIt();
    void theWindowSaysWhereItsListsAreFrom();
    void previewsCountOnThePrimary();
    void changesAreShownWhileReplayIsPaused();

private:
    std::unique_ptr<MainWindow> opened()
    {
        m_settings
            = std::make_unique<QSettings>(m_folder.filePath(u"s.ini"_s), QSettings::IniFormat);
        return test::openWindow(m_settings.get(), m_servers.with(m_servers.name()),
                                Environment::Staging);
    }
    static QString bar(const MainWindow &window)
    {
        return child<QLabel>(window, "standbyState")->text();
    }

    test::WindowFolder m_folder;
    std::unique_ptr<QSettings> m_settings;
    StandbyServers m_servers;
};

void TestStandbyWindow::theConnectionTestAsksIt()
{
    ConnectionTest test;
    const auto run = [&](const QString &standby) {
        test.start(m_servers.with(standby), u"graphile_worker"_s);
        if (!QTest::qWaitFor([&] { return !test.isRunning(); }, kPatience))
            qFatal("the test does not end");
        return test.steps().back();
    };
    TestStep step;
    QVERIFY2(QTest::qWaitFor( // it has just been started
                 [&] {
                     step = run(m_servers.name());
                     return step.outcome == TestStep::Outcome::Passed;
                 },
                 kPatience),
             qUtf8Printable(step.sentence));
    QVERIFY(step.sentence.contains(u"up to date"_s));
    step = run(StandbyServers::addressOf(m_servers.primary.settings()));
    QCOMPARE(step.outcome, TestStep::Outcome::Warned);
    QVERIFY2(step.sentence.contains(u"is not a standby"_s), qUtf8Printable(step.sentence));
    QVERIFY(test.hasPassed()); // the window can be used without it
    step = run(u"/nowhere"_s);
    QCOMPARE(step.outcome, TestStep::Outcome::Warned);
    QVERIFY2(step.sentence.contains(u"cannot be reached"_s), qUtf8Printable(step.sentence));
    QVERIFY(!step.details.isEmpty());
}

void TestStandbyWindow::theWindowSaysWhereItsListsAreFrom()
{
    const auto window = opened();
    QTRY_VERIFY_WITH_TIMEOUT(bar(*window).startsWith(kFollowing), kPatience);
    QVERIFY(bar(*window).contains(m_servers.name()));
    QVERIFY(bar(*window).contains(u"up to date"_s));
    const auto *label = child<QLabel>(*window, "standbyState");
    QVERIFY(label->isVisible());
    QVERIFY(label->toolTip().contains(u"Measured"_s));

    Theme theme;
    for (const QSize &size : {QSize(1024, 700), QSize(1440, 900)}) {
        window->resize(size);
        QVERIFY(test::takePictures(&theme, window.get(), u"standby-%1"_s.arg(size.width())));
        // Small, too, how far it is behind can be read.
        QTRY_VERIFY_WITH_TIMEOUT(bar(*window).contains(u"up to date"_s)
                                     && label->width() >= label->sizeHint().width(),
                                 kPatience);
    }

    m_servers.standby.stop(SIGINT);
    QTRY_VERIFY_WITH_TIMEOUT(bar(*window).contains(u"cannot be reached"_s), kPatience);
    QVERIFY(bar(*window).contains(kPrimary));
    QVERIFY(test::takePictures(&theme, window.get(), u"standby-gone"_s));
    QCOMPARE(test::connectionWord(*window), u"Connected"_s);
    auto *model = child<JobsPanel>(*window)->model();
    model->reload();
    QTRY_VERIFY_WITH_TIMEOUT(model->phase() == JobsModel::Phase::Ready, kPatience);
    QCOMPARE(QString::number(model->rowCount()), m_servers.count());
    QCOMPARE(test::connectionWord(*window), u"Connected"_s);
    m_servers.standby.start();
    QTRY_VERIFY_WITH_TIMEOUT(bar(*window).startsWith(kFollowing), kPatience);
}

void TestStandbyWindow::previewsCountOnThePrimary()
{
    const auto window = opened();
    QTRY_VERIFY_WITH_TIMEOUT(bar(*window).startsWith(kFollowing), kPatience);
    auto *jobs = child<JobsPanel>(*window);
    const int before = m_servers.count().toInt();
    QTRY_COMPARE_WITH_TIMEOUT(jobs->model()->rowCount(), before, kPatience);
    m_servers.pauseReplay();
    (void)StandbyServers::scalar(m_servers.primary.settings(),
                                 "delete from graphile_worker._private_jobs where id in "
                                 "(select min(id) from graphile_worker._private_jobs)");
    jobs->table()->setFocus();
    QTest::keyClick(jobs->table(), Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    child<QAction>(*window, "jobs.complete")->trigger();
    QDialog *dialog = test::readyDialog(*window);
    QVERIFY(dialog);
    const auto *confirm = child<QPushButton>(*dialog, "confirmOperation");
    QVERIFY2(confirm->text().contains(QString::number(before - 1)),
             qUtf8Printable(confirm->text()));
    dialog->reject();
}

void TestStandbyWindow::changesAreShownWhileReplayIsPaused()
{
    const auto window = opened();
    QTRY_VERIFY_WITH_TIMEOUT(bar(*window).startsWith(kFollowing), kPatience);
    auto *jobs = child<JobsPanel>(*window);
    const int before = m_servers.count().toInt();
    QTRY_COMPARE_WITH_TIMEOUT(jobs->model()->rowCount(), before, kPatience);
    m_servers.pauseReplay();
    jobs->table()->setCurrentIndex(jobs->model()->index(0, 0));
    child<QAction>(*window, "jobs.complete")->trigger();
    QDialog *dialog = test::readyDialog(*window);
    QVERIFY(dialog);
    child<QPushButton>(*dialog, "confirmOperation")->click();
    const auto *operations = child<ConsolePage>(*window)->operations();
    QTRY_VERIFY_WITH_TIMEOUT(operations->rowCount() > 0 && !operations->hasRunning(), kPatience);
    // The standby still has it, and will for as long as it is paused.
    const auto *monitor = child<ConsolePage>(*window)->monitor();
    QTRY_COMPARE_WITH_TIMEOUT(monitor->counts().ready.value, before - 1, kPatience);
    jobs->model()->reload(); // until then the row is there, struck through
    QTRY_COMPARE_WITH_TIMEOUT(jobs->model()->rowCount(), before - 1, kPatience);
    QCOMPARE(StandbyServers::scalar(m_servers.standby.settings(),
                                    "select count(*) from graphile_worker.jobs"),
             QString::number(before));
    // It says where that list is from.
    QTRY_VERIFY_WITH_TIMEOUT(bar(*window).contains(u"has yet to replay a change"_s), kPatience);
    QVERIFY(bar(*window).contains(kPrimary));
    m_servers.resumeReplay();
    QTRY_VERIFY_WITH_TIMEOUT(bar(*window).startsWith(kFollowing), kPatience);
}

YARDMASTER_WINDOW_TEST(TestStandbyWindow)
#include "tst_standbywindow.moc"
