#include "tests/support/testprogram.h"
#include "tests/ui/pages/cron/cronpagetest.h"

#include "models/cron/cronforecast.h"
#include "ui/pages/cron/crondetails.h"
#include "ui/pages/cron/croneditor.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTreeWidget>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// The cron page with real widgets, files, database and worker.
class TestCronPanel : public CronPageTest
{
    Q_OBJECT

private Q_SLOTS:
    void withoutAFileItSaysWhatToDo();
    void theWorkersCrontabOpensByItself();
    void anErrorShowsWhereItIsAndGoes();
    void theCaretIsExplained();
    void theEntryIsShownInTwoClocks();
    void completionWritesTasksAndOptions();
    void entriesAreSwitchedOffAndOn();
    void runNowAddsCronsJob();
    void productionIsArmedFirst();
    void databaseErrorsAreShown();
    void everyCommandIsFound();
    void looks();
};

void TestCronPanel::withoutAFileItSaysWhatToDo()
{
    m_database->script("insert into graphile_worker._private_known_crontabs values "
                       "('nightly', now() - interval '3 days', now() - interval '1 hour')");
    Page page(target(), makeWorker());
    show(&page.panel);
    settle(&page.panel);
    QVERIFY(!page.panel.editor()->isVisible());
    QVERIFY(!child<QAction>(page.panel, "cron.save")->isEnabled());
    QVERIFY(child<QPushButton>(page.panel, "cronButton-open")->isVisible());
    auto *entries = child<QTableView>(page.panel, "cronEntries");
    QTRY_COMPARE_WITH_TIMEOUT(entries->model()->rowCount(), 1, kPatience);
    QVERIFY(entries->isVisible());
    trigger(page.panel, "cron.new");
    QVERIFY(page.panel.editor()->isVisible());
    settle(&page.panel);
    QVERIFY(page.panel.document()->analysis()->isValid());
}

void TestCronPanel::theWorkersCrontabOpensByItself()
{
    const auto page = openPage("0 4 * * * report\n");
    QCOMPARE(page->panel.document()->file().path, path());
    QCOMPARE(page->panel.editor()->text(), u"0 4 * * * report\n"_s);
    QVERIFY(!page->panel.hasUnsavedChanges());
    // Where a name was opened before, that stays.
    page->panel.hide();
    page->panel.newFile();
    show(&page->panel);
    QCOMPARE(page->panel.document()->file().path, QString());
}

void TestCronPanel::anErrorShowsWhereItIsAndGoes()
{
    const auto page = openPage("# every day\n0 4 * * * report\n");
    CronEditor *editor = page->panel.editor();
    editor->setFocus();
    editor->goTo(2, 2);
    QTest::keyClicks(editor, u"77"_s); // minute 077
    settle(&page->panel);
    QTRY_COMPARE_WITH_TIMEOUT(editor->marksOf(2).size(), 1, kPatience);
    const CrontabProblem problem = editor->marksOf(2).first().problem;
    QCOMPARE(problem.column, 1);
    QCOMPARE(problem.length, 3);
    auto *list = child<QTreeWidget>(page->panel, "cronProblems");
    QCOMPARE(list->topLevelItemCount(), 1);
    QCOMPARE(list->topLevelItem(0)->text(0), u"2"_s);
    QVERIFY(list->topLevelItem(0)->text(2).contains(problem.message));
    editor->goTo(1, 1);
    QTest::keyClick(editor, Qt::Key_F8);
    QCOMPARE(editor->currentLine(), 2);
    QCOMPARE(editor->currentColumn(), 1);
    QVERIFY(child<QLabel>(page->panel, "cronSentence")
                ->text()
                .contains(problem.message.mid(1))); // the caret's line

    editor->goTo(2, 4);
    QTest::keyClick(editor, Qt::Key_Backspace);
    QTest::keyClick(editor, Qt::Key_Backspace);
    settle(&page->panel);
    QTRY_VERIFY_WITH_TIMEOUT(editor->marksOf(2).isEmpty(), kPatience);
    QCOMPARE(editor->text(), u"# every day\n0 4 * * * report\n"_s);

    // What only graphile-worker refuses.
    editor->goTo(2, 1000);
    QTest::keyClicks(editor, u" ?tz=UTC"_s);
    settle(&page->panel);
    QVERIFY(editor->marksOf(2).isEmpty());
    auto *dialect = child<QComboBox>(page->panel, "cronDialect");
    dialect->setFocus();
    QTest::keyClick(dialect, Qt::Key_Down);
    settle(&page->panel);
    QTRY_COMPARE_WITH_TIMEOUT(editor->marksOf(2).size(), 1, kPatience);
}

void TestCronPanel::theCaretIsExplained()
{
    const auto page = openPage("*/20 4 * * * report ?fill=1d\n");
    CronEditor *editor = page->panel.editor();
    auto *help = child<QLabel>(page->panel, "cronHelp");
    editor->goTo(1, 2);
    QVERIFY(help->text().contains(u"Minute"_s));
    QVERIFY(help->text().contains(u"0, 20, 40"_s));
    editor->goTo(1, 6);
    QVERIFY(help->text().contains(u"Hour"_s));
    editor->goTo(1, 24);
    QVERIFY(help->text().contains(u"Option fill"_s));
}

void TestCronPanel::theEntryIsShownInTwoClocks()
{
    const auto page = openPage("0 4 * * * report\n30 2 * * * report ?id=b&tz=Europe/Berlin\n");
    CronEditor *editor = page->panel.editor();
    editor->goTo(1, 1);
    QCOMPARE(child<QLabel>(page->panel, "cronSentence")->text(), u"Every day at 04:00 (UTC)"_s);
    auto *runs = child<QTreeWidget>(page->panel, "cronRuns");
    QVERIFY(runs->topLevelItemCount() > 1);
    QVERIFY(runs->topLevelItem(0)->text(1).endsWith(u"04:00"_s));
    QVERIFY(runs->isColumnHidden(2));
    editor->goTo(2, 1);
    QVERIFY(!runs->isColumnHidden(2));
    QVERIFY(runs->topLevelItem(0)->text(2).endsWith(u":30"_s));
    QVERIFY(runs->topLevelItem(0)->text(2) != runs->topLevelItem(0)->text(1));
    // Within a year, the clock of Berlin skips 02:30 once and shows it twice once.
    const QString notes = child<QLabel>(page->panel, "cronNotes")->text();
    QVERIFY2(notes.contains(u"skips"_s) && notes.contains(u"twice"_s), qPrintable(notes));
}

void TestCronPanel::completionWritesTasksAndOptions()
{
    const auto page = openPage("# nothing\n");
    CronEditor *editor = page->panel.editor();
    editor->setFocus();
    editor->goTo(2, 1);
    QTest::keyClicks(editor, u"0 4 * * * sen"_s);
    auto *popup = editor->findChild<QAbstractItemView *>(u"cronCompletion"_s);
    if (!popup) {
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            if (widget->objectName() == "cronCompletion"_L1)
                popup = qobject_cast<QAbstractItemView *>(widget);
        }
    }
    QVERIFY(popup);
    QTRY_VERIFY_WITH_TIMEOUT(popup->isVisible(), kPatience);
    QTest::keyClick(popup, Qt::Key_Return);
    QCOMPARE(editor->lineText(2), u"0 4 * * * send_email"_s);
    QTest::keyClicks(editor, u" ?jobKeyM"_s);
    QTRY_VERIFY_WITH_TIMEOUT(popup->isVisible(), kPatience);
    QTest::keyClick(popup, Qt::Key_Tab);
    QCOMPARE(editor->lineText(2), u"0 4 * * * send_email ?jobKeyMode="_s);
    QTRY_VERIFY_WITH_TIMEOUT(popup->isVisible(), kPatience); // its values
    QTest::keyClick(popup, Qt::Key_Down);
    QTest::keyClick(popup, Qt::Key_Return);
    QCOMPARE(editor->lineText(2), u"0 4 * * * send_email ?jobKeyMode=preserve_run_at"_s);
}

void TestCronPanel::entriesAreSwitchedOffAndOn()
{
    const QByteArray text = "0 4 * * * report\n# remark\n0 5 * * * send_email\n";
    const auto page = openPage(text);
    CronEditor *editor = page->panel.editor();
    editor->goTo(1, 3);
    QCOMPARE(child<QAction>(page->panel, "cron.toggle")->text(), u"Disable entry"_s);
    trigger(page->panel, "cron.toggle");
    QCOMPARE(editor->lineText(1), u"#off 0 4 * * * report"_s);
    settle(&page->panel);
    QVERIFY(page->panel.document()->analysis()->isOff(1));
    QCOMPARE(child<QAction>(page->panel, "cron.toggle")->text(), u"Enable entry"_s);
    QVERIFY(child<QLabel>(page->panel, "cronSentence")->text().startsWith(u"Switched off"_s));
    trigger(page->panel, "cron.toggle");
    QCOMPARE(editor->text().toUtf8(), text);
    editor->goTo(2, 1);
    settle(&page->panel);
    QVERIFY(!child<QAction>(page->panel, "cron.toggle")->isEnabled());
    // A selection at once, and undone at once.
    editor->selectAll();
    trigger(page->panel, "cron.toggle");
    QCOMPARE(editor->text().toUtf8(),
             QByteArray("#off 0 4 * * * report\n# remark\n#off 0 5 * * * send_email\n"));
    editor->undo();
    QCOMPARE(editor->text().toUtf8(), text);
}

void TestCronPanel::runNowAddsCronsJob()
{
    const auto page = openPage("0 4 * * * report ?max=3&queue=q {n: 1}\n");
    page->panel.editor()->goTo(1, 1);
    settle(&page->panel);
    const QSignalSpy jobs(&page->context, &ConsoleContext::jobRequested);
    const QSignalSpy changes(&page->context, &ConsoleContext::jobsChanged);
    trigger(page->panel, "cron.run-now");
    auto *dialog = child<QDialog>(page->panel, "cronRunDialog");
    QTest::mouseClick(child<QPushButton>(*dialog, "cronRunAdd"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(jobs.count(), 1, kPatience);
    QCOMPARE(changes.count(), 1);
    QCOMPARE(m_database->scalar(
                 "select concat_ws('|', id, payload ->> 'n', payload #>> '{_cron,backfilled}', "
                 "(payload #>> '{_cron,ts}')::timestamptz = run_at, "
                 "date_trunc('minute', run_at) = run_at, run_at <= now(), max_attempts) "
                 "from graphile_worker._private_jobs"),
             u"%1|1|false|t|t|t|3"_s.arg(jobs.first().first().toLongLong()));
    QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_known_crontabs"),
             u"0"_s);
}

void TestCronPanel::productionIsArmedFirst()
{
    const auto page = openPage("0 4 * * * report\n", Environment::Production);
    page->panel.editor()->goTo(1, 1);
    settle(&page->panel);
    trigger(page->panel, "cron.run-now");
    auto *dialog = child<QDialog>(page->panel, "cronRunDialog");
    auto *add = child<QPushButton>(*dialog, "cronRunAdd");
    QVERIFY(!add->isEnabled());
    QCOMPARE(add->toolTip(), page->context.guard()->reason());
    page->context.guard()->arm(std::chrono::minutes{5});
    QVERIFY(add->isEnabled());
    dialog->reject();
    page->context.guard()->setForbidden(u"This is a standby."_s);
    QVERIFY(!child<QAction>(page->panel, "cron.run-now")->isEnabled());
    QCOMPARE(child<QAction>(page->panel, "cron.run-now")->toolTip(), u"This is a standby."_s);
}

void TestCronPanel::databaseErrorsAreShown()
{
    ConsoleTarget nowhere;
    nowhere.connection.set(u"host"_s, u"/nonexistent"_s);
    Page page(nowhere, makeWorker());
    show(&page.panel);
    QTRY_VERIFY_WITH_TIMEOUT(page.panel.poller()->error(), kPatience);
    bool isSaid = false;
    for (const QWidget *widget : page.panel.findChildren<QWidget *>())
        isSaid = isSaid || widget->accessibleName() == "Cannot connect"_L1;
    QVERIFY(isSaid);
    // The editor needs no database.
    write("0 4 * * * report\n");
    QVERIFY(page.panel.openFile(path()).isEmpty());
    settle(&page.panel);
    QCOMPARE(page.panel.document()->analysis()->entries.size(), 1);
    QVERIFY(!page.panel.forecaster()->forecast()->hasKnownEntries);
    QVERIFY(!page.panel.openFile(m_folder->path()).isEmpty());
    QVERIFY(child<QLabel>(page.panel, "cronNotice")->text().contains(m_folder->path()));
}

void TestCronPanel::everyCommandIsFound()
{
    Page page(target(), makeWorker());
    for (const char *name :
         {"cron.open", "cron.new", "cron.save", "cron.save-as", "cron.toggle", "cron.run-now",
          "cron.reload-worker", "cron.next-problem", "cron.previous-problem", "cron.complete"}) {
        const auto *action = child<QAction>(page.panel, name);
        QVERIFY(page.panel.actions().contains(action));
        QVERIFY(!action->whatsThis().isEmpty());
        QCOMPARE(action->shortcutContext(), Qt::WidgetWithChildrenShortcut);
        QVERIFY(action->isEnabled() || !action->toolTip().isEmpty());
    }
    for (const char *name : {"cronEditor", "cronProblems", "cronWeek", "cronPileUps", "cronStart",
                             "cronEntries", "cronTabs", "cronDialect", "cronRuns"})
        QVERIFY2(!child<QWidget>(page.panel, name)->accessibleName().isEmpty(), name);
}

void TestCronPanel::looks()
{
    m_database->script(
        "insert into graphile_worker._private_known_crontabs values "
        "('mail/digest', now() - interval '90 days', date_trunc('hour', now())), "
        "('reports/daily', now() - interval '400 days', now() - interval '3 days'), "
        "('cleanup', now() - interval '20 days', date_trunc('minute', now())), "
        "('old_export', now() - interval '500 days', now() - interval '70 days');"
        "insert into graphile_worker._private_tasks (identifier) values ('mail/digest'), "
        "('reports/daily'), ('cleanup'), ('billing/invoices'), ('stand_up'), ('sync/crm')");
    const auto page = openPage(
        "# m    h     d  M  w        task              options and payload\n"
        "0      4     *  *  *        reports/daily     ?fill=2d&max=5\n"
        "0      4     *  *  *        billing/invoices  ?queue=billing&priority=-10\n"
        "0      */4   *  *  *        mail/digest       ?jobKey=digest&jobKeyMode=preserve_run_at "
        "{to: 'team@example.com'}\n"
        "30     2     *  *  *        stand_up          ?tz=Europe/Berlin\n"
        "*/5    *     *  *  *        cleanup           ?fill=1d\n"
        "0      4     1  *  *        sync/crm          ?id=monthly {full: true}\n"
        "#off 0 12 * * mon-fri       sync/crm\n"
        "15     25    *  *  *        reports/weekly    ?fil=1w\n");
    page->panel.editor()->goTo(5, 8);
    auto *details = child<CronDetails>(page->panel, "cronDetails");
    settle(&page->panel);
    QVERIFY(takePictures(&m_theme, &page->panel, u"cron-problems"_s));
    details->setPage(CronDetails::Week);
    QVERIFY(takePictures(&m_theme, &page->panel, u"cron-week"_s));
    details->setPage(CronDetails::PileUps);
    QVERIFY(takePictures(&m_theme, &page->panel, u"cron-pileups"_s));
    details->setPage(CronDetails::Start);
    QVERIFY(takePictures(&m_theme, &page->panel, u"cron-start"_s));
    details->setPage(CronDetails::KnownEntries);
    QVERIFY(takePictures(&m_theme, &page->panel, u"cron-entries"_s));
    page->panel.editor()->goTo(2, 1000);
    QTest::keyClicks(page->panel.editor(), u"0&id=daily"_s);
    trigger(page->panel, "cron.save");
    QVERIFY(takePictures(&m_theme, child<QDialog>(page->panel, "cronSaveDialog"), u"cron-save"_s));
    delete child<QDialog>(page->panel, "cronSaveDialog");
    settle(&page->panel);
    trigger(page->panel, "cron.run-now");
    QVERIFY(takePictures(&m_theme, child<QDialog>(page->panel, "cronRunDialog"), u"cron-run"_s));
    Page empty(target(), makeWorker());
    show(&empty.panel);
    settle(&empty.panel);
    QVERIFY(takePictures(&m_theme, &empty.panel, u"cron-empty"_s));
}

YARDMASTER_WINDOW_TEST(TestCronPanel)
#include "tst_cronpanel.moc"
