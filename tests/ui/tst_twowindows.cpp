#include "models/operations/operationlist.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "tests/ui/wholewindow.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/jobs/jobstable.h"
#include "ui/pages/operations/operationspanel.h"
#include "ui/shell/mainwindow.h"

#include <QAction>
#include <QDialog>
#include <QPushButton>
#include <QSettings>
#include <QTableView>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using yardmaster::test::child;
using yardmaster::test::kPatience;
using yardmaster::test::openWindow;
using yardmaster::test::readyDialog;
using yardmaster::test::TestDatabase;
using yardmaster::test::WindowFolder;

/// Two whole windows on one queue, used against each other: each changes what it showed, once.
class TestTwoWindows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void jobsThatTheOtherChangedAreLeftAlone();
    void oneOfTwoUndoesADeletion();

private:
    [[nodiscard]] std::unique_ptr<MainWindow> opened(const TestDatabase &database)
    {
        auto window = openWindow(&m_settings, database, Environment::Staging);
        const auto *model = child<JobsPanel>(*window)->model();
        if (!QTest::qWaitFor([model] { return model->rowCount() > 0; }, kPatience))
            qFatal("no jobs are shown");
        return window;
    }
    /// The dialog of an operation on all jobs of `filter`, ready to be confirmed.
    static QDialog *asked(const MainWindow &window, const QString &filter, int count,
                          const char *action)
    {
        auto *jobs = child<JobsPanel>(window);
        jobs->window()->activateWindow();
        if (!QTest::qWaitForWindowActive(jobs->window(), kPatience))
            return nullptr;
        jobs->setFilterText(filter);
        const auto *model = jobs->model();
        const auto isShown = [&] {
            return model->phase() == JobsModel::Phase::Ready && model->rowCount() == count;
        };
        if (!QTest::qWaitFor(isShown, kPatience))
            return nullptr;
        jobs->table()->setFocus();
        QTest::keyClick(jobs->table(), Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
        child<QAction>(window, action)->trigger();
        return readyDialog(window);
    }
    static QPushButton *confirmation(const QDialog &dialog)
    {
        return child<QPushButton>(dialog, "confirmOperation");
    }
    /// The latest operation that the window knows, once it is over there.
    static OperationTotals latest(const MainWindow &window, int operations)
    {
        OperationList *list = child<OperationsPanel>(window)->list();
        if (!QTest::qWaitFor(
                [&] { return list->rowCount() == operations && !list->at(0).isRunning(); },
                kPatience))
            qFatal("the operation does not end");
        return list->at(0).totals();
    }

    WindowFolder m_folder;
    QSettings m_settings{m_folder.filePath(u"s.ini"_s), QSettings::IniFormat};
};

void TestTwoWindows::jobsThatTheOtherChangedAreLeftAlone()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('send') from generate_series(1, 70);"
                    "update graphile_worker._private_jobs set attempts = max_attempts, "
                    "last_error = 'refused' where id <= 60");
    const auto first = opened(database);
    const auto second = opened(database);
    QDialog *retry = asked(*first, u"state:failed"_s, 60, "jobs.retry");
    QVERIFY(retry);
    QCOMPARE(confirmation(*retry)->text(), u"Retry 60 jobs"_s);
    // The other window deletes twenty of them and makes ten wait, and ten more jobs fail.
    QDialog *complete = asked(*second, u"id:1..20"_s, 20, "jobs.complete");
    QVERIFY(complete);
    confirmation(*complete)->click();
    QCOMPARE(latest(*second, 1).changed, 20);
    QDialog *again = asked(*second, u"id:21..30"_s, 10, "jobs.retry");
    QVERIFY(again);
    confirmation(*again)->click();
    QCOMPARE(latest(*second, 2).changed, 10);
    database.script(
        "update graphile_worker._private_jobs set attempts = max_attempts where id > 60");

    confirmation(*retry)->click();
    const OperationTotals totals = latest(*first, 1);
    QCOMPARE(totals.changed, 30);
    QCOMPARE(totals.skipped, 10);
    QCOMPARE(totals.vanished, 20);
    QCOMPARE(database.scalar("select string_agg(id::text, ',' order by id) from "
                             "graphile_worker._private_jobs where attempts = max_attempts"),
             u"61,62,63,64,65,66,67,68,69,70"_s);
}

void TestTwoWindows::oneOfTwoUndoesADeletion()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('send') from generate_series(1, 50)");
    const auto first = opened(database);
    QDialog *complete = asked(*first, u"id:1..40"_s, 40, "jobs.complete");
    QVERIFY(complete);
    confirmation(*complete)->click();
    QCOMPARE(latest(*first, 1).changed, 40);
    const auto second = opened(database); // reads what is there
    QList<QDialog *> undos;
    for (const auto *window : {first.get(), second.get()}) {
        auto *panel = child<OperationsPanel>(*window);
        QTRY_COMPARE_WITH_TIMEOUT(panel->list()->rowCount(), 1, kPatience);
        child<QTableView>(*panel, "operationsTable")->selectRow(0);
        child<QPushButton>(*panel, "undoOperation")->click();
        QDialog *dialog = readyDialog(*window);
        QVERIFY(dialog);
        undos << dialog;
    }
    for (QDialog *undo : std::as_const(undos))
        confirmation(*undo)->click();
    const qint64 byFirst = latest(*first, 2).changed;
    const qint64 bySecond = latest(*second, 2).changed;
    QCOMPARE(std::max(byFirst, bySecond), 40);
    QCOMPARE(std::min(byFirst, bySecond), 0);
    QCOMPARE(database.scalar("select count(*) from graphile_worker._private_jobs"), u"50"_s);
    // Which of them did not is told why.
    const auto &late = byFirst == 0 ? first : second;
    OperationList *list = child<OperationsPanel>(*late)->list();
    const auto outcome = [list] { return list->cell(0, "outcome"_L1).data().toString(); };
    QTRY_VERIFY2_WITH_TIMEOUT(
        (outcome().startsWith(u"Stopped:"_s) || outcome().startsWith(u"Not done:"_s))
            && (outcome().contains(u"another window"_s) || outcome().contains(u"has been undone"_s)
                || outcome().contains(u"was started"_s)),
        qPrintable(outcome()), kPatience);
}

YARDMASTER_WINDOW_TEST(TestTwoWindows)
#include "tst_twowindows.moc"
