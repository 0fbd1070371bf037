#include "models/operations/operationtitle.h"
#include "tests/support/testprogram.h"
#include "tests/ui/kit/changes/operationsui.h"
#include "ui/kit/changes/operationdialog.h"
#include "ui/pages/operations/operationnotice.h"
#include "ui/pages/operations/reportview.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace yardmaster::test {

/// Operations while they run, when they end, and after; undo is in tst_operationundoing.
class TestOperationsPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void operationIsCancelledMidWay();
    void interruptedOperationIsResumed();
    void continuingIsConfirmedByTheNumberOfJobs_data();
    void continuingIsConfirmedByTheNumberOfJobs();
    void interruptedOperationIsCancelled();
    void rowsHaveMenus();
    void reportIsPagedFilteredAndExported();
    void journalsAreKeptAsLongAsChosen();
    void operationIsDeletedWhenConfirmed();
    void severalRunAtOnce();
    void otherQueuesAreNotListed();
    void looks();

private:
    /// Slow enough to be caught in the act: batches of `batch`, as many jobs a second.
    static OperationSpec slowSpec(const OperationsUi &ui, int batch, const QString &filter = {})
    {
        OperationSpec spec = ui.fixture.byFilter({.kind = OperationKind::Reschedule,
                                                  .timing = OperationTiming::ByInterval,
                                                  .shift = std::chrono::hours(1)},
                                                 filter);
        spec.options.batchSize = batch;
        spec.options.jobsPerSecond = batch;
        return spec;
    }
    /// Begins one and stops it, as when the window closes.
    static bool isInterrupted(OperationsUi &ui)
    {
        ui.begin(slowSpec(ui, 5));
        const bool hasBegun = QTest::qWaitFor(
            [&] { return ui.panel->list()->at(0).totals().changed >= 5; }, kPatience);
        ui.panel->list()->stopAll();
        return hasBegun && ui.isOver(1);
    }
    static QString moved(const OperationsUi &ui)
    {
        return ui.scalar("select count(*) from graphile_worker._private_jobs where run_at ="
                         " timestamptz '2030-01-01 01:00:00.123457+00' + id * interval '1 second'");
    }

    Theme m_theme;
};

void TestOperationsPanel::operationIsCancelledMidWay()
{
    OperationsUi ui(Environment::Development, 600); // more than it comes to
    const QAbstractItemModelTester tester(ui.panel->list(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    ui.begin(slowSpec(ui, 5));
    auto *list = ui.panel->list();
    QTRY_VERIFY_WITH_TIMEOUT(list->at(0).totals().changed >= 5, kPatience);
    QVERIFY(ui.list->hasRunning());
    QTest::mouseClick(child<QPushButton>(*ui.panel, "pauseOperation"), Qt::LeftButton);
    QCOMPARE(child<QPushButton>(*ui.panel, "pauseOperation")->text(), u"Resume"_s);
    // The head of the report goes with it.
    const auto *head = child<QLabel>(*ui.panel, "reportSentence");
    QTRY_VERIFY_WITH_TIMEOUT(head->text().endsWith(totalsText(list->at(0).totals())), kPatience);
    QTest::mouseClick(child<QPushButton>(*ui.panel, "stopOperation"), Qt::LeftButton);
    QVERIFY(ui.isOver(1));
    QVERIFY(!ui.list->hasRunning());
    QCOMPARE(list->at(0).record.state, OperationState::Cancelled);
    const qint64 changed = list->at(0).record.totals.changed;
    QVERIFY(changed >= 5 && changed < 600);
    QVERIFY(ui.panel->notice()->text().startsWith(u"Cancelled."_s));
}

void TestOperationsPanel::interruptedOperationIsResumed()
{
    OperationsUi ui;
    QVERIFY(isInterrupted(ui));
    QCOMPARE(ui.panel->list()->at(0).record.state, OperationState::Unfinished);

    ui.open(); // as after a restart
    QVERIFY(ui.isOver(1));
    auto *resume = child<QPushButton>(*ui.panel, "continueOperation");
    QTRY_VERIFY_WITH_TIMEOUT(resume->isVisible() && resume->isEnabled(), kPatience);
    QCOMPARE(resume->text(), u"Resume"_s);
    QTest::mouseClick(resume, Qt::LeftButton);
    auto *dialog = ui.dialog<QDialog>("continueDialog");
    auto *confirm = child<QPushButton>(*dialog, "confirmContinue");
    const qint64 left = 30 - ui.panel->list()->at(0).record.totals.changed;
    QTRY_VERIFY_WITH_TIMEOUT(child<QLabel>(*dialog, "operationRest")
                                 ->text()
                                 .startsWith(u"%1 of 30 jobs are left."_s.arg(left)),
                             kPatience);
    QVERIFY(!child<QLabel>(*dialog, "operationServer")->isVisible());
    QVERIFY(!child<QLineEdit>(*dialog, "typedConfirmation")->isVisible());
    QCOMPARE(ui.panel->list()->at(0).record.state, OperationState::Unfinished);
    QTest::mouseClick(confirm, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(ui.panel->list()->at(0).record.state, OperationState::Finished,
                              kPatience);
    QCOMPARE(ui.panel->list()->at(0).record.totals, OperationTotals{.changed = 30});
    QCOMPARE(moved(ui), u"27"_s); // three are due never
}

void TestOperationsPanel::continuingIsConfirmedByTheNumberOfJobs_data()
{
    QTest::addColumn<Environment>("environment");
    QTest::addColumn<bool>("isMoved");
    QTest::newRow("production") << Environment::Production << false;
    QTest::newRow("server that may be another") << Environment::Development << true;
}

void TestOperationsPanel::continuingIsConfirmedByTheNumberOfJobs()
{
    QFETCH(Environment, environment);
    QFETCH(bool, isMoved);
    OperationsUi ui(environment);
    if (environment == Environment::Production)
        ui.context->guard()->arm(std::chrono::minutes(5));
    QVERIFY(isInterrupted(ui));
    const OperationRecord record = ui.panel->list()->at(0).record;
    if (isMoved)
        OperationsFixture::pretendOtherServer(record.path, u"timeline"_s, 77);
    QTest::mouseClick(child<QPushButton>(*ui.panel, "continueOperation"), Qt::LeftButton);
    auto *dialog = ui.dialog<QDialog>("continueDialog");
    auto *confirm = child<QPushButton>(*dialog, "confirmContinue");
    auto *typed = child<QLineEdit>(*dialog, "typedConfirmation");
    QTRY_VERIFY_WITH_TIMEOUT(typed->isVisible(), kPatience);
    QCOMPARE(child<QLabel>(*dialog, "operationServer")->isVisible(), isMoved);
    QVERIFY(!confirm->isEnabled());
    QTest::keyClicks(typed, QString::number(29 - record.totals.changed));
    QVERIFY(!confirm->isEnabled());
    typed->clear();
    QTest::keyClicks(typed, QString::number(30 - record.totals.changed));
    QVERIFY(!ui.panel->notice()->isHidden()); // it says that it was stopped
    QTest::mouseClick(confirm, Qt::LeftButton);
    QVERIFY(ui.panel->notice()->isHidden());
    QTRY_COMPARE_WITH_TIMEOUT(ui.panel->list()->at(0).record.state, OperationState::Finished,
                              kPatience);
    QCOMPARE(ui.panel->list()->at(0).record.totals, OperationTotals{.changed = 30});
}

void TestOperationsPanel::interruptedOperationIsCancelled()
{
    OperationsUi ui(Environment::Development, 600); // more than it comes to
    QVERIFY(isInterrupted(ui));
    const qint64 changed = ui.panel->list()->at(0).record.totals.changed;
    QTest::mouseClick(child<QPushButton>(*ui.panel, "stopOperation"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(ui.panel->list()->at(0).record.state, OperationState::Cancelled,
                              kPatience);
    QCOMPARE(ui.panel->list()->at(0).record.totals.changed, changed);
}

void TestOperationsPanel::rowsHaveMenus()
{
    OperationsUi ui;
    ui.begin(ui.fixture.byFilter({.kind = OperationKind::FailForGood, .reason = u"no"_s}));
    QVERIFY(ui.isOver(1));
    const auto menuOf = [&](const char *table) {
        auto *rows = child<QTableView>(*ui.panel, table);
        rows->setFocus();
        rows->selectRow(0);
        QTest::keyClick(rows, Qt::Key_F10, Qt::ShiftModifier);
        return qobject_cast<QMenu *>(QApplication::activePopupWidget());
    };
    const auto entry = [](QMenu *menu, const QString &text) {
        const QList<QAction *> actions = menu->actions();
        const auto found = std::ranges::find(actions, text, &QAction::text);
        return found == actions.cend() ? nullptr : *found;
    };
    // What can be done to a row is what the buttons do.
    QMenu *menu = menuOf("operationsTable");
    QVERIFY(menu);
    QVERIFY(entry(menu, u"Delete…"_s)->isEnabled());
    QVERIFY(!entry(menu, u"Pause"_s)->isEnabled()); // it is over
    entry(menu, u"Undo…"_s)->trigger();
    menu->close();
    auto *dialog = ui.dialog<OperationDialog>("operationDialog");
    QVERIFY(OperationsUi::isReady(*dialog));
    dialog->reject();
    // A result leads to its job.
    QTRY_VERIFY_WITH_TIMEOUT(child<QTableView>(*ui.panel, "reportTable")->model()->rowCount() > 0,
                             kPatience);
    const QSignalSpy jobs(ui.context.get(), &ConsoleContext::jobRequested);
    menu = menuOf("reportTable");
    QVERIFY(menu);
    const qint64 id = child<ReportView>(*ui.panel)->model()->at(0).id;
    entry(menu, u"Show job %1"_s.arg(id))->trigger();
    menu->close();
    QCOMPARE(jobs.value(0).value(0).toLongLong(), id);
}

void TestOperationsPanel::reportIsPagedFilteredAndExported()
{
    OperationsUi ui(Environment::Development, 5300);
    ui.fixture.database.script("update graphile_worker._private_jobs set locked_at = now(),"
                               " locked_by = 'web-1' where id = 77");
    ui.begin(ui.fixture.byFilter({.kind = OperationKind::Change, .priority = 9}));
    QVERIFY(ui.isOver(1));
    auto *report = ui.panel->findChild<ReportView *>();
    OutcomeModel *model = report->model();
    const QAbstractItemModelTester tester(model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QTRY_COMPARE_WITH_TIMEOUT(model->rowCount(), OutcomeModel::kPage, kPatience);
    QTest::mouseClick(child<QPushButton>(*report, "reportMore"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(model->rowCount(), 5300, kPatience);
    QVERIFY(!model->hasMore());

    const auto change
        = [model](int row) { return model->cell(row, "change"_L1).data().toString(); };
    QVERIFY2(change(0).startsWith(u"priority "_s) && change(0).endsWith(u" → 9"_s),
             qUtf8Printable(change(0)));

    auto *kind = child<QComboBox>(*report, "reportKind");
    kind->setCurrentText(u"Skipped"_s);
    QTRY_COMPARE_WITH_TIMEOUT(model->rowCount(), 1, kPatience);
    QCOMPARE(model->at(0).id, 77);
    QCOMPARE(model->at(0).detail, u"locked by web-1"_s);
    QCOMPARE(change(0), QString()); // it was not changed

    const QSignalSpy exported(report, &ReportView::exported);
    const QString csv = ui.fixture.folder + u"/report.csv"_s;
    report->exportTo(csv);
    QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, kPatience);
    QFile file(csv);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QCOMPARE(text.count('\n'), 5301); // with the headings
    QVERIFY(text.contains("77,skipped,locked by web-1,,"));
}

void TestOperationsPanel::journalsAreKeptAsLongAsChosen()
{
    OperationsUi ui;
    ui.begin(OperationsFixture::byIds({.kind = OperationKind::Change, .priority = 9}, {1}));
    QVERIFY(ui.isOver(1));
    QFile journal(ui.panel->list()->at(0).record.path);
    QVERIFY(journal.open(QIODevice::ReadWrite));
    QVERIFY(journal.setFileTime(QDateTime::currentDateTimeUtc().addDays(-100),
                                QFileDevice::FileModificationTime));
    journal.close();
    QSettings settings(ui.fixture.folder + "/window.ini"_L1, QSettings::IniFormat);
    const auto openWith = [&](int days) {
        settings.setValue("operations/keepDays", days);
        ui.open(); // as after a restart
        QVERIFY(QTest::qWaitFor([&] { return !ui.panel->list()->isLoading(); }, kPatience));
        QVERIFY(journal.exists()); // before it knows what was chosen
        QSignalSpy loaded(ui.panel->list(), &OperationList::loaded);
        ui.panel->setSettings(&settings);
        QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 1, kPatience);
    };
    openWith(365);
    QVERIFY(journal.exists());
    openWith(0);
    QVERIFY(journal.exists());
    openWith(30);
    QVERIFY(!journal.exists());
}

void TestOperationsPanel::severalRunAtOnce()
{
    OperationsUi ui(Environment::Development, 600); // more than they come to
    // Of the same jobs, the later one could do nothing but skip what the first has changed.
    ui.begin(slowSpec(ui, 3, u"priority<2"_s));
    OperationSpec second
        = ui.fixture.byFilter({.kind = OperationKind::Change, .priority = 9}, u"priority>=2"_s);
    second.options.batchSize = 3;
    second.options.jobsPerSecond = 3;
    ui.begin(second);
    auto *list = ui.panel->list();
    const auto outcome
        = [list](int row) { return list->cell(row, "outcome"_L1).data().toString(); };
    QTRY_VERIFY2_WITH_TIMEOUT(list->at(0).totals().changed > 0 && list->at(1).totals().changed > 0,
                              qPrintable(outcome(0) + u" / "_s + outcome(1)), kPatience);
    QVERIFY(list->at(0).isRunning() && list->at(1).isRunning());
    ui.panel->list()->stopAll();
    QVERIFY(ui.isOver(2));
    QVERIFY(!ui.list->hasRunning());
}

void TestOperationsPanel::operationIsDeletedWhenConfirmed()
{
    OperationsUi ui;
    ui.begin(OperationsFixture::byIds({.kind = OperationKind::Change, .priority = 9}, {1}));
    QVERIFY(ui.isOver(1));
    const QString journal = ui.panel->list()->at(0).record.path;
    auto *remove = child<QPushButton>(*ui.panel, "deleteOperation");
    QVERIFY(remove->isEnabled());
    const auto ask = [&](const char *answer) {
        QTest::mouseClick(remove, Qt::LeftButton);
        auto *box = ui.panel->findChild<QMessageBox *>(u"deleteOperationBox"_s);
        QVERIFY(box);
        const QList<QAbstractButton *> buttons = box->buttons();
        for (QAbstractButton *button : buttons) {
            if (button->text().remove(u'&') == QLatin1StringView(answer))
                QTest::mouseClick(button, Qt::LeftButton);
        }
        QTRY_VERIFY_WITH_TIMEOUT(!ui.panel->findChild<QMessageBox *>(u"deleteOperationBox"_s),
                                 kPatience);
    };
    ask("Keep");
    QCOMPARE(ui.panel->list()->rowCount(), 1);
    QVERIFY(QFile::exists(journal));
    ask("Delete");
    QTRY_COMPARE_WITH_TIMEOUT(ui.panel->list()->rowCount(), 0, kPatience);
    QVERIFY(!QFile::exists(journal));
    QVERIFY(!remove->isEnabled());
    QCOMPARE(ui.scalar("select priority from graphile_worker._private_jobs where id = 1"), u"9"_s);

    // What is under way cannot be deleted.
    ui.begin(slowSpec(ui, 1));
    QTRY_VERIFY_WITH_TIMEOUT(ui.panel->list()->rowCount() == 1, kPatience);
    QVERIFY(!remove->isEnabled());
    QVERIFY(!remove->toolTip().isEmpty());
    ui.panel->list()->stopAll();
    QVERIFY(ui.isOver(1));
}

void TestOperationsPanel::otherQueuesAreNotListed()
{
    OperationsUi ui;
    ui.begin(OperationsFixture::byIds({.kind = OperationKind::Retry}, {7}));
    QVERIFY(ui.isOver(1));
    OperationList other(ui.context->target().connection, u"another"_s, ui.panel->list()->folder());
    const QSignalSpy loaded(&other, &OperationList::loaded);
    QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 1, kPatience);
    QCOMPARE(other.rowCount(), 0);
}

void TestOperationsPanel::looks()
{
    OperationsUi ui(Environment::Development, 3000);
    ui.fixture.database.script("update graphile_worker._private_jobs set locked_at = now(),"
                               " locked_by = 'web-1' where id in (77, 81)");
    ui.begin(ui.fixture.byFilter({.kind = OperationKind::FailForGood, .reason = u"no"_s},
                                 u"state:scheduled,retrying"_s));
    QVERIFY(ui.isOver(1));
    ui.begin(OperationsFixture::byIds({.kind = OperationKind::Complete}, {1, 2, 4}));
    QVERIFY(ui.isOver(2));
    ui.begin(slowSpec(ui, 500));
    QTRY_VERIFY_WITH_TIMEOUT(ui.panel->list()->at(0).totals().changed >= 500, kPatience);
    child<QTableView>(*ui.panel, "operationsTable")->selectRow(2);
    auto *report = ui.panel->findChild<ReportView *>();
    QTRY_VERIFY_WITH_TIMEOUT(report->model()->rowCount() > 0, kPatience);
    QVERIFY(takePictures(&m_theme, ui.panel, u"operations"_s));
    ui.panel->list()->stopAll();
    QVERIFY(ui.isOver(3));
    child<QTableView>(*ui.panel, "operationsTable")->selectRow(0);
    OperationsFixture::pretendOtherServer(ui.panel->list()->at(0).record.path, u"timeline"_s, 77);
    QTest::mouseClick(child<QPushButton>(*ui.panel, "continueOperation"), Qt::LeftButton);
    auto *dialog = ui.dialog<QDialog>("continueDialog");
    QTRY_VERIFY_WITH_TIMEOUT(child<QLineEdit>(*dialog, "typedConfirmation")->isVisible(),
                             kPatience);
    QVERIFY(takePictures(&m_theme, dialog, u"continue"_s));
}

} // namespace yardmaster::test

YARDMASTER_WINDOW_TEST(yardmaster::test::TestOperationsPanel)
#include "tst_operationspanel.moc"
