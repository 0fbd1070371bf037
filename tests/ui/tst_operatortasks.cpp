#include "models/operations/operationlist.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/ui/operator.h"
#include "tests/ui/wholewindow.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/jobs/jobstable.h"
#include "ui/pages/operations/operationspanel.h"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTableView>
#include <QToolBar>
#include <QTreeWidget>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// What an operator does with jobs, queues and tasks, by keyboard alone and by mouse, within the
/// budgets of the manual. See tst_operatorsetup for the rest of the twelve.
class TestOperatorTasks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void findsWhyAJobDoesNotRun_data() { bothWays(); }
    void findsWhyAJobDoesNotRun();
    void retriesAGroupOfErrors_data() { bothWays(); }
    void retriesAGroupOfErrors();
    void spreadsJobsAndTakesItBack_data() { bothWays(); }
    void spreadsJobsAndTakesItBack();
    void fixesAPayload_data() { bothWays(); }
    void fixesAPayload();
    void freesAQueue_data() { bothWays(); }
    void freesAQueue();
    void findsARunawayTaskAndPausesIt_data() { bothWays(); }
    void findsARunawayTaskAndPausesIt();

private:
    static void bothWays()
    {
        QTest::addColumn<bool>("isMouse");
        QTest::newRow("keyboard") << false;
        QTest::newRow("mouse") << true;
    }
    /// A window that has read the queue.
    void open(const QByteArray &sql, int jobs)
    {
        m_database->script(sql);
        m_window = openWindow(m_settings.get(), *m_database, Environment::Staging);
        m_operator = std::make_unique<Operator>(m_window.get());
        const auto *model = child<JobsPanel>(*m_window)->model();
        QTRY_VERIFY_WITH_TIMEOUT(model->rowCount() >= jobs, kPatience);
    }
    [[nodiscard]] PageTabs *tabs() const { return child<PageTabs>(*m_window, "consoleTabs"); }
    [[nodiscard]] QString text(const char *label) const
    {
        return child<QLabel>(*m_window, label)->text();
    }
    [[nodiscard]] QString scalar(const QByteArray &sql) const { return m_database->scalar(sql); }
    /// All operations begun so far have ended.
    [[nodiscard]] bool hasDone(int operations) const
    {
        OperationList *list = child<OperationsPanel>(*m_window)->list();
        return QTest::qWaitFor(
            [&] { return list->rowCount() == operations && !list->hasRunning(); }, kPatience);
    }
    [[nodiscard]] static int allowed(const QString &task)
    {
        QFETCH(const bool, isMouse);
        const Budget budget = budgetOf(task);
        return isMouse ? budget.mouse : budget.keyboard;
    }

    WindowFolder m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<Operator> m_operator;
};

void TestOperatorTasks::init()
{
    m_settings = m_folder.emptySettings();
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
}

void TestOperatorTasks::cleanup()
{
    m_operator.reset();
    m_window.reset();
    m_database.reset();
}

void TestOperatorTasks::findsWhyAJobDoesNotRun()
{
    QFETCH(const bool, isMouse);
    open("select graphile_worker.add_job('send') from generate_series(1, 30);"
         "select graphile_worker.add_job('late', run_at := now() + interval '3 hours')",
         31);
    if (isMouse) {
        auto *jobs = child<JobsPanel>(*m_window)->table();
        m_operator->clickRow(jobs, u"late"_s);
    } else {
        m_operator->press(Qt::Key_K, Qt::ControlModifier);
        m_operator->type(u"31"_s);
        m_operator->press(Qt::Key_Return);
    }
    QTRY_VERIFY_WITH_TIMEOUT(text("whyNotSentence").contains(u"due"_s), kPatience);
    QVERIFY(child<QLabel>(*m_window, "whyNotSentence")->isVisible());
    YARDMASTER_WITHIN(m_operator->actions(), allowed(u"Find out why a job is not running"_s));
}

void TestOperatorTasks::retriesAGroupOfErrors()
{
    QFETCH(const bool, isMouse);
    open("select graphile_worker.add_job('send') from generate_series(1, 40);"
         "update graphile_worker._private_jobs set attempts = max_attempts, last_error = case"
         " when id <= 30 then 'Error: refused' else 'Error: no such column' end",
         40);
    if (isMouse) {
        m_operator->click(tabs(), u"Errors"_s);
        m_operator->clickRow(child<QTableView>(*m_window, "errorGroups"),
                             u"Error: no such column"_s);
        m_operator->click(*m_window, "errorRetry");
        QVERIFY(readyDialog(*m_window));
        m_operator->click(*readyDialog(*m_window), "confirmOperation");
    } else {
        m_operator->press(Qt::Key_3, Qt::ControlModifier);
        (void)Operator::row(child<QTableView>(*m_window, "errorGroups"),
                            u"Error: no such column"_s);
        m_operator->press(Qt::Key_Down);
        QTRY_COMPARE_WITH_TIMEOUT(text("errorSignature"), u"Error: no such column"_s, kPatience);
        m_operator->press(Qt::Key_R);
        QVERIFY(readyDialog(*m_window));
        m_operator->press(Qt::Key_Return);
    }
    QVERIFY(hasDone(1));
    QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs where attempts = 0"),
             u"10"_s);
    YARDMASTER_WITHIN(m_operator->actions(), allowed(u"Retry a group of errors"_s));
}

void TestOperatorTasks::spreadsJobsAndTakesItBack()
{
    QFETCH(const bool, isMouse);
    open("select graphile_worker.add_job('sync', run_at := now() - interval '1 minute')"
         " from generate_series(1, 5000); select graphile_worker.add_job('send')"
         " from generate_series(1, 20)",
         200);
    const QByteArray moved = "select count(*) from graphile_worker._private_jobs"
                             " where run_at > now()";
    auto *jobs = child<JobsPanel>(*m_window);
    const auto isListed = [jobs] {
        return jobs->filterText() == u"task:sync"_s
            && jobs->model()->phase() == JobsModel::Phase::Ready && jobs->model()->rowCount() > 0
            && jobs->model()->jobs().first().task == u"sync"_s;
    };
    if (isMouse) {
        m_operator->clickRow(child<QTreeWidget>(*m_window, "navigatorTree"), u"sync"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isListed(), kPatience);
        m_operator->clickMenu(m_window->menuBar(),
                              {u"Jobs"_s, u"Select"_s, u"Select all that match"_s});
        auto *verbs = child<QToolBar>(*m_window, "jobVerbs");
        m_operator->click(verbs->widgetForAction(child<QAction>(*m_window, "jobs.reschedule")));
        auto *dialog = m_window->findChild<QDialog *>(u"operationDialog"_s);
        QVERIFY(dialog);
        auto *timing = child<QComboBox>(*dialog, "timing");
        m_operator->choose(timing, u"Spread over a window, with jitter"_s);
        auto *over = child<QLineEdit>(*dialog, "rescheduleOver");
        m_operator->doubleClick(over, QPoint(10, over->height() / 2)); // the number
        m_operator->type(u"10"_s);
        QVERIFY(readyDialog(*m_window));
        m_operator->click(*dialog, "confirmOperation");
        QVERIFY(hasDone(1));
        QVERIFY(scalar(moved).toInt() > 4900);
        m_operator->click(*m_window, "noticeUndo");
        QVERIFY(readyDialog(*m_window));
        m_operator->click(*readyDialog(*m_window), "confirmOperation");
    } else {
        m_operator->run(u"task:sync"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isListed(), kPatience);
        m_operator->press(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
        m_operator->press(Qt::Key_S);
        auto *dialog = m_window->findChild<QDialog *>(u"operationDialog"_s);
        QVERIFY(dialog);
        m_operator->press(Qt::Key_Backtab);
        m_operator->press(Qt::Key_End); // the last way
        m_operator->press(Qt::Key_Tab);
        m_operator->press(Qt::Key_Tab);
        m_operator->type(u"10 min"_s);
        QVERIFY(readyDialog(*m_window));
        QCOMPARE(child<QLineEdit>(*dialog, "rescheduleOver")->text(), u"10 min"_s);
        m_operator->press(Qt::Key_Return);
        QVERIFY(hasDone(1));
        QVERIFY(scalar(moved).toInt() > 4900);
        m_operator->press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(readyDialog(*m_window));
        m_operator->press(Qt::Key_Return);
    }
    QVERIFY(hasDone(2));
    QCOMPARE(scalar(moved), u"0"_s);
    YARDMASTER_WITHIN(m_operator->actions(),
                      allowed(u"Spread 5,000 jobs over ten minutes, and take it back"_s));
}

void TestOperatorTasks::fixesAPayload()
{
    QFETCH(const bool, isMouse);
    open("select graphile_worker.add_job('send', '{\"to\": \"an\", \"n\": 1e400}');"
         "update graphile_worker._private_jobs set attempts = max_attempts,"
         " last_error = 'Error: no such user'",
         1);
    if (isMouse) {
        m_operator->click(tabs(), u"Errors"_s);
        QTRY_COMPARE_WITH_TIMEOUT(text("errorSignature"), u"Error: no such user"_s, kPatience);
        m_operator->click(*m_window, "errors.edit-payload");
    } else {
        m_operator->press(Qt::Key_3, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(text("errorSignature"), u"Error: no such user"_s, kPatience);
        m_operator->press(Qt::Key_E);
    }
    auto *dialog = m_window->findChild<QDialog *>(u"editPayloadDialog"_s);
    QVERIFY(dialog);
    auto *payload = child<QPlainTextEdit>(*dialog, "payloadText");
    QTRY_VERIFY_WITH_TIMEOUT(payload->isEnabled() && payload->toPlainText().contains(u"an"_s),
                             kPatience);
    if (isMouse) {
        QTextCursor wrong = payload->document()->find(u"an"_s);
        wrong.setPosition(wrong.selectionStart() + 1);
        m_operator->doubleClick(payload->viewport(), payload->cursorRect(wrong).center());
        m_operator->type(u"ann"_s);
        m_operator->click(*dialog, "confirmEdit");
    } else {
        m_operator->press(Qt::Key_A, Qt::ControlModifier);
        m_operator->type(u"{\"to\": \"ann\", \"n\": 1e400}"_s);
        m_operator->press(Qt::Key_Return, Qt::ControlModifier);
    }
    QVERIFY(hasDone(1));
    QCOMPARE(scalar("select payload || ' ' || attempts from graphile_worker._private_jobs"),
             u"{\"to\": \"ann\", \"n\": 1e400} 0"_s);
    YARDMASTER_WITHIN(m_operator->actions(), allowed(u"Fix a payload"_s));
}

void TestOperatorTasks::freesAQueue()
{
    QFETCH(const bool, isMouse);
    open("select graphile_worker.add_job('charge', queue_name := 'billing')"
         " from generate_series(1, 5);"
         "select graphile_worker.add_job('send', queue_name := 'mail') from generate_series(1, 9);"
         "update graphile_worker._private_job_queues set locked_by = 'worker-1207',"
         " locked_at = now() - interval '6 hours' where queue_name = 'billing'",
         14);
    auto *table = child<QTableView>(*m_window, "queuesTable");
    if (isMouse) {
        m_operator->click(tabs(), u"Queues"_s);
        m_operator->clickRow(table, u"billing"_s);
        m_operator->click(*m_window, "queues.release");
    } else {
        m_operator->press(Qt::Key_4, Qt::ControlModifier);
        (void)Operator::row(table, u"billing"_s);
        m_operator->press(Qt::Key_Down);
        QTRY_COMPARE_WITH_TIMEOUT(text("queueTitle"), u"billing"_s, kPatience);
        m_operator->press(Qt::Key_L);
    }
    auto *dialog = m_window->findChild<QDialog *>(u"releaseDialog"_s);
    QVERIFY(dialog);
    auto *typed = child<QLineEdit>(*dialog, "releaseTyped");
    QTRY_VERIFY_WITH_TIMEOUT(typed->isVisible(), kPatience);
    if (isMouse)
        m_operator->click(typed);
    m_operator->type(u"billing"_s);
    auto *confirm = child<QPushButton>(*dialog, "releaseConfirm");
    QTRY_VERIFY_WITH_TIMEOUT(confirm->isEnabled(), kPatience);
    if (isMouse)
        m_operator->click(confirm);
    else
        m_operator->press(Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(
        scalar("select count(*) from graphile_worker._private_job_queues where locked_at"
               " is not null"),
        u"0"_s, kPatience);
    YARDMASTER_WITHIN(m_operator->actions(), allowed(u"Free a queue"_s));
}

void TestOperatorTasks::findsARunawayTaskAndPausesIt()
{
    QFETCH(const bool, isMouse);
    open("select graphile_worker.add_job('send') from generate_series(1, 5);"
         "select graphile_worker.add_job('runaway') from generate_series(1, 3000);"
         "select graphile_worker.add_job('report') from generate_series(1, 9)",
         200);
    if (isMouse)
        m_operator->click(tabs(), u"Tasks"_s);
    else
        m_operator->press(Qt::Key_5, Qt::ControlModifier);
    // The one with most jobs that are due is the first, and in front.
    QTRY_COMPARE_WITH_TIMEOUT(text("taskTitle"), u"runaway"_s, kPatience);
    QCOMPARE(child<QTableView>(*m_window, "tasksTable")->currentIndex().row(), 0);
    YARDMASTER_WITHIN(m_operator->actions(), allowed(u"Find a runaway task"_s));
    const int found = m_operator->actions();
    if (isMouse)
        m_operator->click(*m_window, "tasks.hold-everywhere");
    else
        m_operator->press(Qt::Key_H);
    QDialog *dialog = readyDialog(*m_window);
    QVERIFY(dialog);
    if (isMouse)
        m_operator->click(*dialog, "confirmOperation");
    else
        m_operator->press(Qt::Key_Return);
    QVERIFY(hasDone(1));
    QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs where run_at > now()"),
             u"3000"_s);
    YARDMASTER_WITHIN(m_operator->actions() - found, allowed(u"Pause it"_s));
}

YARDMASTER_WINDOW_TEST(TestOperatorTasks)
#include "tst_operatortasks.moc"
