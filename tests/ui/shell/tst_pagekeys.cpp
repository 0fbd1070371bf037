#include "models/console/consolecontext.h"
#include "models/localworker/localworker.h"
#include "models/operations/operationlist.h"
#include "tests/support/testprogram.h"
#include "tests/support/untilstopped.h"
#include "tests/ui/shell/jobswindow.h"
#include "ui/kit/changes/jobactions.h"
#include "ui/kit/filter/filterbar.h"
#include "ui/kit/pagetabs.h"
#include "ui/pages/cron/cronpanel.h"
#include "ui/pages/operations/operationnotice.h"
#include "ui/pages/operations/operationspanel.h"
#include "ui/shell/commands/commandmenu.h"
#include <yardmaster/taskregistry.h>

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QProgressBar>
#include <QScopeGuard>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTableView>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// What keys and buttons act on: what is in front, and what is under way.
class TestPageKeys
    : public QObject
    , JobsWindow
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        open();
        jobs()->table()->setCurrentIndex(jobs()->model()->index(0, 2));
    }
    void cleanup() { close(); }

    void jobKeysActWhereJobsAreListed_data();
    void jobKeysActWhereJobsAreListed();
    void menusKeepTheirCommands();
    void findGoesToTheListInFront_data();
    void findGoesToTheListInFront();
    void theKeyOfAPageGivesItsListTheFocus();
    void rowsHaveMenus_data();
    void rowsHaveMenus();
    void saveSavesTheCrontab();
    void everyPageShowsTheOperationUnderWay();
    void undoSaysWhatItUndoes();
    void closingAsksAboutTheJobThatRunsHere();
    void closingTwiceLeavesTheJobThatRunsHere();

private:
    [[nodiscard]] ConsolePage *console() const { return child<ConsolePage>(*m_window); }
    void goTo(const QString &page) const
    {
        child<QAction>(*m_window, ("view.page-"_L1 + page).toLatin1().constData())->trigger();
        QCOMPARE(child<PageTabs>(*m_window, "consoleTabs")->currentPage(), page);
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QWidget *focus = QApplication::focusWidget();
        QTest::keyClick(focus ? focus : m_window.get(), key, modifiers);
    }
    [[nodiscard]] QWidget *strip() const { return child<QWidget>(*m_window, "operationStrip"); }
};

void TestPageKeys::jobKeysActWhereJobsAreListed_data()
{
    QTest::addColumn<QString>("page");
    QTest::addColumn<bool>("isHere");
    QTest::newRow("jobs") << u"jobs"_s << true;
    for (const char *page : {"overview", "errors", "queues", "tasks", "workers", "cron", "history",
                             "live", "worker", "operations", "maintenance"})
        QTest::newRow(page) << QString::fromLatin1(page) << false;
}

void TestPageKeys::jobKeysActWhereJobsAreListed()
{
    QFETCH(const QString, page);
    QFETCH(const bool, isHere);
    goTo(page);
    const QAction *fail = child<QAction>(*m_window, "jobs.fail");
    QCOMPARE(fail->isEnabled(), isHere);
    const auto tries = {std::pair(Qt::Key_X, Qt::KeyboardModifiers()),
                        std::pair(Qt::Key_Return, Qt::KeyboardModifiers(Qt::ControlModifier)),
                        std::pair(Qt::Key_A, Qt::KeyboardModifiers())};
    for (const auto &[key, modifiers] : tries) {
        if (isHere)
            jobs()->table()->setFocus();
        press(key, modifiers);
        QCOMPARE(dialog() != nullptr, isHere);
        if (QDialog *open = dialog()) {
            open->reject();
            QTRY_VERIFY_WITH_TIMEOUT(!dialog(), kPatience);
        }
    }
    if (!isHere)
        QVERIFY2(fail->toolTip().contains(u"not in front"_s), qPrintable(fail->toolTip()));
}

void TestPageKeys::menusKeepTheirCommands()
{
    goTo(u"queues"_s);
    auto *menu = child<CommandMenu>(*m_window, "jobsMenu");
    menu->collect();
    const auto line = [menu](const QString &title) -> QAction * {
        for (QAction *action : menu->actions()) {
            if (action->text().section(u'\t', 0, 0).remove(u'&') == title)
                return action;
        }
        return nullptr;
    };
    QAction *add = line(u"Add job…"_s);
    QVERIFY(add && add->isEnabled());
    QCOMPARE(add->text().section(u'\t', 1), u"A"_s); // shown, and of no effect here
    QVERIFY(add->shortcuts().isEmpty());
    add->trigger();
    QVERIFY(dialog());
    dialog()->reject();
    QAction *fail = line(u"Fail…"_s);
    QVERIFY(fail && !fail->isEnabled());
    goTo(u"jobs"_s);
    QVERIFY(fail->isEnabled()); // it follows
}

void TestPageKeys::findGoesToTheListInFront_data()
{
    QTest::addColumn<QString>("page");
    QTest::addColumn<QString>("field");
    QTest::newRow("queues") << u"queues"_s << u"queuesFind"_s;
    QTest::newRow("tasks") << u"tasks"_s << u"tasksFind"_s;
}

void TestPageKeys::findGoesToTheListInFront()
{
    QFETCH(const QString, page);
    QFETCH(const QString, field);
    goTo(u"jobs"_s);
    jobs()->table()->setFocus();
    press(Qt::Key_F, Qt::ControlModifier);
    QVERIFY(jobs()->filterBar()->isAncestorOf(QApplication::focusWidget()));
    goTo(page);
    press(Qt::Key_F, Qt::ControlModifier);
    QVERIFY(QApplication::focusWidget());
    QCOMPARE(QApplication::focusWidget()->objectName(), field);
    goTo(u"cron"_s);
    const QWidget *before = QApplication::focusWidget();
    press(Qt::Key_F, Qt::ControlModifier); // there is nothing to find in
    QCOMPARE(QApplication::focusWidget(), before);
}

void TestPageKeys::theKeyOfAPageGivesItsListTheFocus()
{
    jobs()->table()->setFocus();
    press(Qt::Key_5, Qt::ControlModifier);
    auto *tasks = child<QTableView>(*m_window, "tasksTable");
    QTRY_VERIFY_WITH_TIMEOUT(tasks->hasFocus(), kPatience);
    // Who was elsewhere on a page comes back to there.
    auto *find = child<QLineEdit>(*m_window, "tasksFind");
    find->setFocus();
    press(Qt::Key_2, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(jobs()->table()->hasFocus(), kPatience);
    press(Qt::Key_5, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(find->hasFocus(), kPatience);
}

void TestPageKeys::rowsHaveMenus_data()
{
    QTest::addColumn<QString>("table");
    QTest::addColumn<QString>("command");
    QTest::newRow("errors") << u"errorGroups"_s << u"errors.retry"_s;
    QTest::newRow("queues") << u"queuesTable"_s << u"queues.release"_s;
    QTest::newRow("tasks") << u"tasksTable"_s << u"tasks.hold-everywhere"_s;
    QTest::newRow("workers") << u"workersTable"_s << u"workers.unlock"_s;
    QTest::newRow("history") << u"historyTable"_s << u"history.show-job"_s;
}

void TestPageKeys::rowsHaveMenus()
{
    QFETCH(const QString, table);
    QFETCH(const QString, command);
    const auto *rows = child<QTableView>(*m_window, table.toLatin1().constData());
    QVERIFY(rows->actions().contains(child<QAction>(*m_window, command.toLatin1().constData())));
}

void TestPageKeys::saveSavesTheCrontab()
{
    goTo(u"cron"_s);
    child<QAction>(*m_window, "cron.new")->trigger();
    auto *editor = child<QWidget>(*child<CronPanel>(*m_window), "cronEditor");
    editor->setFocus();
    QTest::keyClicks(editor, u"* * * * * send"_s);
    press(Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(dialog(), kPatience);
    QVERIFY2(dialog()->objectName() != "saveViewDialog"_L1, "the view is not in front");
    QVERIFY(child<CronPanel>(*m_window)->isAncestorOf(dialog())
            || dialog()->inherits("QFileDialog"));
    dialog()->reject();
}

void TestPageKeys::everyPageShowsTheOperationUnderWay()
{
    QVERIFY(!strip()->isVisible());
    OperationList *list = console()->operations();
    OperationSpec spec;
    spec.change = {.kind = OperationKind::Change, .priority = 3};
    spec.scope.ids = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    spec.options = {.batchSize = 1, .jobsPerSecond = 1};
    auto *operation
        = new Operation(m_database->settings(), console()->context()->operationsFolder());
    operation->begin(spec);
    list->watch(operation);
    QTRY_VERIFY_WITH_TIMEOUT(list->at(0).totals().changed >= 1, kPatience);
    const auto says = [this](const char *label) { return child<QLabel>(*strip(), label)->text(); };
    for (const char *page : {"overview", "jobs", "errors", "queues", "tasks", "workers", "cron",
                             "history", "live", "worker", "operations", "maintenance"}) {
        goTo(QString::fromLatin1(page));
        QVERIFY2(strip()->isVisible(), page);
    }
    QCOMPARE(says("stripTitle"), u"Change 12 jobs"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(says("stripProgress").contains(u" of 12"_s)
                                  && says("stripProgress").endsWith(u"left"_s),
                              qPrintable(says("stripProgress")), kPatience);
    QVERIFY(child<QProgressBar>(*strip(), "stripBar")->value() > 0);

    QTest::mouseClick(child<QPushButton>(*strip(), "stripPause"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(says("stripTitle").startsWith(u"Paused: "_s), kPatience);
    QCOMPARE(child<QPushButton>(*strip(), "stripPause")->text(), u"Resume"_s);
    QTest::mouseClick(child<QPushButton>(*strip(), "stripShow"), Qt::LeftButton);
    QCOMPARE(child<PageTabs>(*m_window, "consoleTabs")->currentPage(), u"operations"_s);
    QTest::mouseClick(child<QPushButton>(*strip(), "stripCancel"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!strip()->isVisible(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(list->at(0).record.state, OperationState::Cancelled, kPatience);
}

void TestPageKeys::undoSaysWhatItUndoes()
{
    OperationList *list = console()->operations();
    auto *actions = console()->findChild<JobActions *>();
    OperationSpec spec;
    spec.change = {.kind = OperationKind::Change, .priority = 3};
    spec.scope.ids = {1, 2};
    const auto run = [&](const OperationSpec &what) {
        auto *operation
            = new Operation(m_database->settings(), console()->context()->operationsFolder());
        operation->begin(what);
        Q_EMIT actions->operationStarted(operation);
        QTRY_VERIFY_WITH_TIMEOUT(!list->hasRunning() && list->at(0).live == nullptr, kPatience);
    };
    run(spec);
    const QAction *undo = child<QAction>(*m_window, "operations.undo");
    QTRY_COMPARE_WITH_TIMEOUT(undo->text(), u"Undo “Change 2 jobs”…"_s, kPatience);
    const auto *button = child<QPushButton>(*m_window, "noticeUndo");
    QTRY_COMPARE_WITH_TIMEOUT(button->toolTip(), u"Undoes: Change 2 jobs"_s, kPatience);

    OperationSpec undoing;
    undoing.change.kind = OperationKind::Undo;
    undoing.change.undone = spec.id;
    run(undoing);
    QTRY_COMPARE_WITH_TIMEOUT(list->titleAt(0), u"Undo: Change 2 jobs"_s, kPatience);
    QCOMPARE(list->index(0, 0).data().toString(), u"Undo: Change 2 jobs"_s);
    QTRY_VERIFY_WITH_TIMEOUT(child<OperationsPanel>(*m_window)->notice()->text().startsWith(
                                 u"Undo: Change 2 jobs. 2 jobs restored"_s),
                             kPatience);
}

void TestPageKeys::closingAsksAboutTheJobThatRunsHere()
{
    auto registry = std::make_shared<TaskRegistry>();
    registry->add(u"hangs"_s, runUntilStopped);
    m_database->script("select graphile_worker.add_job('hangs')");
    const qint64 id
        = m_database->scalar("select max(id) from graphile_worker._private_jobs").toLongLong();
    LocalWorker *worker = console()->worker();
    WorkerOptions options;
    options.connection = m_database->settings();
    options.migrates = false;
    QVERIFY(worker->setUp(options, registry, {}));
    QVERIFY(worker->runJob({.id = id}));
    const QByteArray locked
        = "select count(*) from graphile_worker._private_jobs where locked_at is "
          "not null";
    QTRY_COMPARE_WITH_TIMEOUT(m_database->scalar(locked), u"1"_s, kPatience);

    QVERIFY(!m_window->close());
    QVERIFY(m_window->isVisible());
    auto *box = child<QMessageBox>(*m_window, "jobUnderWay");
    QVERIFY(box->text().contains(QString::number(id)));
    box->reject();
    QVERIFY(worker->singleJob());
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->findChild<QMessageBox *>(u"jobUnderWay"_s), kPatience);

    QVERIFY(!m_window->close());
    box = child<QMessageBox>(*m_window, "jobUnderWay");
    const auto buttons = box->buttons();
    for (QAbstractButton *button : buttons) {
        if (box->buttonRole(button) == QMessageBox::DestructiveRole)
            QTest::mouseClick(button, Qt::LeftButton);
    }
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), kPatience);
    QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_jobs where "
                                "locked_at is null and attempts = 0"),
             u"21"_s); // back in the queue
}

/// Although its handler does not care: the window is gone, without waiting for it.
void TestPageKeys::closingTwiceLeavesTheJobThatRunsHere()
{
    auto mayEnd = std::make_shared<QSemaphore>();
    const auto end = qScopeGuard([mayEnd] { mayEnd->release(); }); // or a failure hangs
    auto registry = std::make_shared<TaskRegistry>();
    registry->add(u"deaf"_s, [mayEnd](const TaskContext &) {
        mayEnd->acquire();
        return TaskOutcome::success();
    });
    m_database->script("select graphile_worker.add_job('deaf')");
    const qint64 id
        = m_database->scalar("select max(id) from graphile_worker._private_jobs").toLongLong();
    LocalWorker *worker = console()->worker();
    WorkerOptions options;
    options.connection = m_database->settings();
    options.migrates = false;
    QVERIFY(worker->setUp(options, registry, {}));
    QVERIFY(worker->runJob({.id = id}));
    const QByteArray locked
        = "select count(*) from graphile_worker._private_jobs where locked_at is not null";
    QTRY_COMPARE_WITH_TIMEOUT(m_database->scalar(locked), u"1"_s, kPatience);

    const QSignalSpy closed(m_window.get(), &MainWindow::closed);
    QVERIFY(!m_window->close());
    const auto buttons = child<QMessageBox>(*m_window, "jobUnderWay")->buttons();
    for (QAbstractButton *button : buttons) {
        if (child<QMessageBox>(*m_window, "jobUnderWay")->buttonRole(button)
            == QMessageBox::DestructiveRole)
            QTest::mouseClick(button, Qt::LeftButton);
    }
    QVERIFY(m_window->isVisible()); // until the job has ended
    m_window->close();
    QVERIFY(!m_window->isVisible());
    QCOMPARE(closed.count(), 0); // whoever hears it deletes the window, which waits for the job
    mayEnd->release();
    QTRY_COMPARE_WITH_TIMEOUT(closed.count(), 1, kPatience);
}

YARDMASTER_WINDOW_TEST(TestPageKeys)
#include "tst_pagekeys.moc"
