#include "tests/support/testprogram.h"
#include "tests/ui/kit/changes/operationsui.h"
#include "ui/kit/changes/operationdialog.h"
#include "ui/pages/operations/operationnotice.h"

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace yardmaster::test {

/// What undo puts back, and what the window says before and after.
class TestOperationUndoing : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void undoPutsJobsBack();
    void restOfACancelledUndoCanBeUndone();
    void undoLeavesChangedJobsAlone();
    void deletedJobsComeBackUnderNewIds();

private:
    Theme m_theme;
};

void TestOperationUndoing::undoPutsJobsBack()
{
    OperationsUi ui;
    const QString before = ui.fixture.contents();
    ui.begin(ui.fixture.byFilter({.kind = OperationKind::FailForGood, .reason = u"no"_s}));
    QVERIFY(ui.isOver(1));
    QVERIFY(ui.fixture.contents() != before);
    QCOMPARE(ui.panel->notice()->text(), u"20 jobs failed for good. 10 skipped."_s);

    QTest::keyClick(ui.panel, Qt::Key_Z, Qt::ControlModifier);
    auto *dialog = ui.dialog<OperationDialog>("operationDialog");
    QVERIFY(OperationsUi::isReady(*dialog));
    QCOMPARE(child<QPushButton>(*dialog, "confirmOperation")->text(), u"Restore 20 jobs"_s);
    QTest::keyClick(dialog, Qt::Key_Return);
    QVERIFY(ui.isOver(2));
    QCOMPARE(ui.fixture.contents(), before);
    QCOMPARE(ui.panel->notice()->text(), u"Undo: Fail all jobs for good. 20 jobs restored."_s);
    // Both are over, and neither can be undone again.
    QVERIFY(ui.panel->list()->at(1).isUndone());
    QVERIFY(!ui.window->findChild<QAction *>(u"operations.undo"_s)->isEnabled());
}

void TestOperationUndoing::restOfACancelledUndoCanBeUndone()
{
    OperationsUi ui(Environment::Development, 600); // more than it comes to
    OperationSpec spec = ui.fixture.byFilter({.kind = OperationKind::Change, .priority = 9});
    spec.options.batchSize = 10;
    ui.begin(spec);
    QVERIFY(ui.isOver(1));
    OperationSpec undoing = *undoOf(ui.panel->list()->at(0).record);
    undoing.options.jobsPerSecond = 1;
    Operation *operation = ui.begin(undoing);
    QTRY_VERIFY_WITH_TIMEOUT(operation->progress().totals.changed >= 10, kPatience);
    operation->cancel();
    QVERIFY(ui.isOver(2));
    auto *list = ui.panel->list();
    QTRY_VERIFY_WITH_TIMEOUT(list->at(1).record.undone, kPatience);
    const qint64 back = list->at(1).record.undone->jobs;
    const QString outcome = list->cell(1, "outcome"_L1).data().toString();
    QVERIFY2(outcome.startsWith(u"Partly undone, %1 of 600"_s.arg(back)), qUtf8Printable(outcome));
    child<QTableView>(*ui.panel, "operationsTable")->selectRow(1);
    auto *undo = child<QPushButton>(*ui.panel, "undoOperation");
    QCOMPARE(undo->text(), u"Undo the rest…"_s);
    QTest::mouseClick(undo, Qt::LeftButton);
    auto *dialog = ui.dialog<OperationDialog>("operationDialog");
    QVERIFY(OperationsUi::isReady(*dialog));
    QCOMPARE(child<QPushButton>(*dialog, "confirmOperation")->text(),
             u"Restore %1 jobs"_s.arg(600 - back));
    QTest::mouseClick(child<QPushButton>(*dialog, "confirmOperation"), Qt::LeftButton);
    QVERIFY(ui.isOver(3));
    QTRY_VERIFY_WITH_TIMEOUT(list->at(2).isUndone(), kPatience);
    QCOMPARE(ui.scalar("select count(*) from graphile_worker._private_jobs where priority = 9"),
             u"0"_s);
}

void TestOperationUndoing::undoLeavesChangedJobsAlone()
{
    OperationsUi ui;
    ui.begin(ui.fixture.byFilter({.kind = OperationKind::Change, .priority = 9}));
    QVERIFY(ui.isOver(1));
    ui.fixture.database.script(
        "update graphile_worker._private_jobs set priority = 4, updated_at = now() where id = 5;"
        "delete from graphile_worker._private_jobs where id = 6");
    ui.panel->undo(ui.panel->list()->at(0).record.spec.id);
    auto *dialog = ui.dialog<OperationDialog>("operationDialog");
    QVERIFY(OperationsUi::isReady(*dialog));
    QVERIFY(child<QLabel>(*dialog, "previewSkipped")->text().contains(u"1 changed since"_s));
    QVERIFY(child<QLabel>(*dialog, "previewStatus")->text().contains(u"1 is gone"_s));
    QTest::mouseClick(child<QPushButton>(*dialog, "confirmOperation"), Qt::LeftButton);
    QVERIFY(ui.isOver(2));
    QCOMPARE(ui.panel->list()->at(0).record.totals,
             (OperationTotals{.changed = 28, .skipped = 1, .vanished = 1}));
    QCOMPARE(ui.scalar("select priority from graphile_worker._private_jobs where id = 5"), u"4"_s);
}

void TestOperationUndoing::deletedJobsComeBackUnderNewIds()
{
    OperationsUi ui;
    ui.begin(OperationsFixture::byIds({.kind = OperationKind::Complete}, {1, 2, 4}));
    QVERIFY(ui.isOver(1));
    ui.fixture.database.script("select graphile_worker.add_job('a', job_key => 'key 2')");
    ui.panel->undo(ui.panel->list()->at(0).record.spec.id);
    auto *dialog = ui.dialog<OperationDialog>("operationDialog");
    QVERIFY(OperationsUi::isReady(*dialog));
    QVERIFY(child<QLabel>(*dialog, "previewSkipped")->text().contains(u"its key now belongs"_s));
    QTest::mouseClick(child<QPushButton>(*dialog, "confirmOperation"), Qt::LeftButton);
    QVERIFY(ui.isOver(2));
    QCOMPARE(ui.panel->list()->at(0).record.totals, (OperationTotals{.changed = 2, .skipped = 1}));
    QCOMPARE(ui.scalar("select count(*) from graphile_worker._private_jobs where id > 30 and"
                       " payload->>'n' in ('1', '4')"),
             u"2"_s);
}

} // namespace yardmaster::test

YARDMASTER_WINDOW_TEST(yardmaster::test::TestOperationUndoing)
#include "tst_operationundoing.moc"
