#include "models/console/consolecontext.h"
#include "models/operations/operationlist.h"
#include "tests/models/jobs/jobsfixture.h"
#include "tests/support/stallwatch.h"
#include "tests/support/testdatabase.h"
#include "tests/support/widgets.h"
#include "tests/ui/wholewindow.h"
#include "ui/kit/filter/filterbar.h"
#include "ui/kit/pagetabs.h"
#include "ui/kit/theme.h"
#include "ui/pages/inspector/inspectorpanel.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/jobs/jobstable.h"
#include "ui/pages/operations/operationspanel.h"
#include "ui/shell/countsbar.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/statetile.h"

#include <QAction>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using yardmaster::test::child;
using yardmaster::test::fillMix;
using yardmaster::test::kPatience;
using yardmaster::test::openWindow;
using yardmaster::test::readyDialog;
using yardmaster::test::StallWatch;
using yardmaster::test::TestDatabase;
using yardmaster::test::WindowFolder;

/// What operators do in the whole window, with keyboard and mouse, across panels.
class TestConsole : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_settings
            = std::make_unique<QSettings>(m_folder.filePath(u"s.ini"_s), QSettings::IniFormat);
    }
    void failedJobsAreRetriedTogetherAndUndone();
    void aJobIsFoundAndExplained();
    void productionIsLockedUntilArmed();
    void viewsFollowEachOther();
    void theWindowAlwaysAnswers();

private:
    [[nodiscard]] std::unique_ptr<MainWindow> opened(const TestDatabase &database,
                                                     Environment environment)
    {
        return openWindow(m_settings.get(), database, environment);
    }
    static StateTile *tile(const MainWindow &window, JobState state)
    {
        const auto tiles = window.findChildren<StateTile *>();
        return *std::find_if(tiles.begin(), tiles.end(),
                             [state](StateTile *tile) { return tile->state() == state; });
    }

    WindowFolder m_folder;
    std::unique_ptr<QSettings> m_settings;
};

void TestConsole::failedJobsAreRetriedTogetherAndUndone()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('send', json_build_object('n', n)) "
                    "from generate_series(1, 250) as n;"
                    "update graphile_worker._private_jobs set attempts = max_attempts, "
                    "last_error = 'refused' where id <= 230");
    const QByteArray failed
        = "select count(*) from graphile_worker._private_jobs where attempts = max_attempts";
    const auto window = opened(database, Environment::Staging);
    auto *jobs = child<JobsPanel>(*window);
    QTRY_COMPARE_WITH_TIMEOUT(jobs->table()->model()->rowCount(), 200, kPatience);

    QTest::mouseClick(tile(*window, JobState::FailedForGood), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(jobs->filterText(), u"state:failed"_s, kPatience);
    QVERIFY(tile(*window, JobState::FailedForGood)->isChecked());
    QTRY_VERIFY_WITH_TIMEOUT(jobs->model()->phase() == JobsModel::Phase::Ready
                                 && jobs->model()->rowCount() > 0
                                 && jobs->model()->jobs().first().state == JobState::FailedForGood,
                             kPatience);
    jobs->table()->setFocus();
    QTest::keyClick(jobs->table(), Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    QTest::keyClick(jobs->table(), Qt::Key_R);
    QDialog *dialog = readyDialog(*window);
    QVERIFY(dialog);
    auto *confirm = child<QPushButton>(*dialog, "confirmOperation");
    QCOMPARE(confirm->text(), u"Retry 230 jobs"_s);
    QTest::mouseClick(confirm, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(database.scalar(failed), u"0"_s, kPatience);

    // The line below says so, and offers to undo it.
    auto *undo = child<QPushButton>(*window, "noticeUndo");
    QTRY_VERIFY_WITH_TIMEOUT(undo->isVisible(), kPatience);
    child<QAction>(*window, "view.refresh")->trigger(); // rows leave only when asked to
    QTRY_COMPARE_WITH_TIMEOUT(jobs->model()->rowCount(), 0, kPatience);
    QTest::mouseClick(undo, Qt::LeftButton);
    dialog = readyDialog(*window);
    QVERIFY(dialog);
    QTest::mouseClick(child<QPushButton>(*dialog, "confirmOperation"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(database.scalar(failed), u"230"_s, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(child<OperationsPanel>(*window)->list()->rowCount(), 2, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!child<OperationsPanel>(*window)->list()->hasRunning(), kPatience);
}

void TestConsole::aJobIsFoundAndExplained()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('send') from generate_series(1, 30);"
                    "select graphile_worker.add_job('late', '{\"big\": 12345678901234567890}', "
                    "run_at := now() + interval '3 hours')");
    const auto window = opened(database, Environment::Staging);
    auto *jobs = child<JobsPanel>(*window);
    QTRY_COMPARE_WITH_TIMEOUT(jobs->model()->rowCount(), 31, kPatience);

    QTest::keyClick(jobs->table(), Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(jobs->filterBar()->isAncestorOf(window->focusWidget()), kPatience);
    QTest::keyClicks(window->focusWidget(), u"task:late"_s);
    QTest::keyClick(window->focusWidget(), Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(jobs->model()->rowCount(), 1, kPatience);
    QTest::mouseClick(jobs->table()->viewport(), Qt::LeftButton, {},
                      jobs->table()->visualRect(jobs->model()->index(0, 2)).center());
    auto *inspector = child<InspectorPanel>(*window);
    const auto says = [inspector](const QString &part) {
        const auto labels = inspector->findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&part](const QLabel *label) {
            return label->isVisible() && label->text().contains(part);
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(says(u"late"_s), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(says(u"due"_s) || says(u"Due"_s), kPatience);

    // And from the job back to a list.
    QTest::mouseClick(tile(*window, JobState::Ready), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(jobs->model()->rowCount(), 30, kPatience);
    QTest::mouseClick(tile(*window, JobState::Ready), Qt::LeftButton); // once more: all
    QTRY_COMPARE_WITH_TIMEOUT(jobs->model()->rowCount(), 31, kPatience);
}

void TestConsole::productionIsLockedUntilArmed()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('send') from generate_series(1, 5)");
    const auto window = opened(database, Environment::Production);
    auto *jobs = child<JobsPanel>(*window);
    QTRY_COMPARE_WITH_TIMEOUT(jobs->model()->rowCount(), 5, kPatience);
    jobs->table()->setCurrentIndex(jobs->model()->index(0, 2));
    auto *retry = child<QAction>(*window, "jobs.retry");
    auto *context = child<ConsolePage>(*window)->context();
    QTRY_VERIFY_WITH_TIMEOUT(context->guard()->state() == WriteGuard::State::Locked, kPatience);
    QVERIFY(!context->guard()->mayWrite());
    context->guard()->arm(std::chrono::minutes(5));
    QTRY_VERIFY_WITH_TIMEOUT(retry->isEnabled(), kPatience);
    retry->trigger();
    auto *dialog = child<QDialog>(*window, "operationDialog");
    QTRY_VERIFY_WITH_TIMEOUT(dialog->isVisible(), kPatience);
    auto *confirm = child<QPushButton>(*dialog, "confirmOperation");
    auto *typed = child<QLineEdit>(*dialog, "typedConfirmation");
    QTRY_VERIFY_WITH_TIMEOUT(typed->isVisible(), kPatience);
    QVERIFY(!confirm->isEnabled());
    QTest::keyClicks(typed, u"1"_s);
    QTRY_VERIFY_WITH_TIMEOUT(confirm->isEnabled(), kPatience);
    context->guard()->lock();
    QTRY_VERIFY_WITH_TIMEOUT(!confirm->isEnabled(), kPatience);
    dialog->reject();
}

void TestConsole::viewsFollowEachOther()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('send') from generate_series(1, 3);"
                    "update graphile_worker._private_jobs set attempts = max_attempts, "
                    "last_error = 'connect ETIMEDOUT 10.0.0.' || id || ':5432'");
    const auto window = opened(database, Environment::Staging);
    auto *tabs = child<PageTabs>(*window, "consoleTabs");
    child<QAction>(*window, "view.page-errors")->trigger();
    QCOMPARE(tabs->currentPage(), u"errors"_s);
    // Whoever asks for jobs brings their list to the front.
    child<ConsolePage>(*window)->context()->requestFilter(u"id:2"_s);
    QCOMPARE(tabs->currentPage(), u"jobs"_s);
    auto *jobs = child<JobsPanel>(*window);
    QTRY_COMPARE_WITH_TIMEOUT(jobs->model()->rowCount(), 1, kPatience);
    QCOMPARE(jobs->model()->jobs().first().id, 2);
}

void TestConsole::theWindowAlwaysAnswers()
{
    const TestDatabase database = TestDatabase::createMigrated();
    fillMix(database, 20000);
    const auto window = opened(database, Environment::Staging);
    auto *jobs = child<JobsPanel>(*window);
    QTRY_COMPARE_WITH_TIMEOUT(jobs->model()->rowCount(), 200, kPatience);
    const StallWatch watch;
    QScrollBar *bar = jobs->table()->verticalScrollBar();
    for (int page = 0; page < 20; ++page) {
        const int before = jobs->model()->rowCount();
        bar->setValue(bar->maximum());
        QTRY_VERIFY_WITH_TIMEOUT(jobs->model()->phase() != JobsModel::Phase::Loading, kPatience);
        QVERIFY(jobs->model()->rowCount() >= std::min(before, 200));
    }
    for (const QString &filter : {u"state:failed"_s, u"attempts>=3 task:mix_1"_s, QString()}) {
        jobs->setFilterText(filter);
        QTRY_VERIFY_WITH_TIMEOUT(jobs->model()->phase() == JobsModel::Phase::Ready
                                     && jobs->model()->rowCount() > 0,
                                 kPatience);
        for (int step = 0; step < 10; ++step)
            QTest::keyClick(jobs->table(), Qt::Key_Down);
    }
    QTest::keyClick(jobs->table(), Qt::Key_A, Qt::ControlModifier);
    auto *pages = child<PageTabs>(*window, "consoleTabs");
    for (int page = 0; page < pages->count(); ++page) {
        pages->setCurrentIndex(page);
        QTest::qWait(200);
    }
}

YARDMASTER_WATCHED_TEST(TestConsole)
#include "tst_console.moc"
