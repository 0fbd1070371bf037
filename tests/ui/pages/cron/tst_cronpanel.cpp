#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "tests/worker/cron/cronevents.h"
#include "ui/pages/cron/cronpanel.h"

#include "models/console/consolecontext.h"
#include "models/cron/cronforecast.h"
#include "models/localworker/localworker.h"
#include "models/values/language.h"
#include "models/values/timedisplay.h"
#include "ui/pages/cron/crondetails.h"
#include "ui/pages/cron/croneditor.h"
#include "ui/pages/cron/cronsavedialog.h"
#include "ui/pages/cron/cronweek.h"
#include <yardmaster/taskregistry.h>

#include <QAbstractItemView>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>
#include <QTreeWidget>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// The cron page with real widgets, files, database and worker.
class TestCronPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void withoutAFileItSaysWhatToDo();
    void theWorkersCrontabOpensByItself();
    void anErrorShowsWhereItIsAndGoes();
    void theCaretIsExplained();
    void theEntryIsShownInTwoClocks();
    void completionWritesTasksAndOptions();
    void entriesAreSwitchedOffAndOn();
    void runNowAddsCronsJob();
    void productionIsArmedFirst();
    void savingShowsAndKeepsACopy();
    void errorsWantAgreement();
    void changesOfOthersAreShown();
    void changedTextIsNotLostUnasked();
    void aLiveWorkerReadsTheSavedFile();
    void theWeekIsPainted();
    void daysHaveNamesOfTheLanguage();
    void daysThatBeganEarlierAreNamed();
    void backfillOfAStartNowIsShown();
    void databaseErrorsAreShown();
    void everyCommandIsFound();
    void aLargeFileStaysUsable();
    void looks();

private:
    struct Page
    {
        explicit Page(const ConsoleTarget &target, std::unique_ptr<LocalWorker> own)
            : context(target)
            , worker(std::move(own))
            , panel(&context, worker.get())
        { }
        ConsoleContext context;
        std::unique_ptr<LocalWorker> worker;
        CronPanel panel;
    };
    [[nodiscard]] ConsoleTarget target(Environment environment = Environment::Development) const;
    [[nodiscard]] std::unique_ptr<LocalWorker> makeWorker(const QString &crontab = {}) const;
    [[nodiscard]] std::unique_ptr<Page>
    openPage(const QByteArray &crontab, Environment environment = Environment::Development) const;
    void write(const QByteArray &bytes) const;
    [[nodiscard]] QByteArray content() const;
    [[nodiscard]] QString path() const { return m_folder->filePath(u"crontab"_s); }
    static void show(QWidget *widget);
    static void settle(CronPanel *panel);
    static void trigger(const CronPanel &panel, const char *command);

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestCronPanel::initTestCase()
{
    m_theme = std::make_unique<Theme>();
}

void TestCronPanel::init()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestCronPanel::cleanup()
{
    m_database.reset();
}

ConsoleTarget TestCronPanel::target(Environment environment) const
{
    ConsoleTarget target;
    target.connection = m_database->settings();
    target.environment = environment;
    return target;
}

std::unique_ptr<LocalWorker> TestCronPanel::makeWorker(const QString &crontab) const
{
    auto registry = std::make_shared<TaskRegistry>();
    registry->add(u"send_email"_s, [](const TaskContext &) { return TaskOutcome::success(); });
    registry->add(u"report"_s, [](const TaskContext &) { return TaskOutcome::success(); });
    WorkerOptions options;
    options.connection = m_database->settings();
    if (!crontab.isEmpty())
        options.cron.file = crontab;
    return std::make_unique<LocalWorker>(options, registry);
}

std::unique_ptr<TestCronPanel::Page> TestCronPanel::openPage(const QByteArray &crontab,
                                                             Environment environment) const
{
    write(crontab);
    auto page = std::make_unique<Page>(target(environment), makeWorker(path()));
    show(&page->panel);
    settle(&page->panel);
    return page;
}

void TestCronPanel::write(const QByteArray &bytes) const
{
    QFile file(path());
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(file.write(bytes), bytes.size());
}

QByteArray TestCronPanel::content() const
{
    QFile file(path());
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestCronPanel::show(QWidget *widget)
{
    widget->resize(1240, 760);
    widget->show();
    widget->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(widget, kPatience));
}

void TestCronPanel::settle(CronPanel *panel)
{
    QTRY_VERIFY_WITH_TIMEOUT(panel->document()->isUpToDate(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(panel->poller()->hasRead() || panel->poller()->error(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!panel->forecaster()->isBusy(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(panel->document()->isUpToDate(), kPatience); // with the names
}

void TestCronPanel::trigger(const CronPanel &panel, const char *command)
{
    auto *action = child<QAction>(panel, command);
    QVERIFY2(action->isEnabled(), qPrintable(action->toolTip()));
    action->trigger();
}

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

void TestCronPanel::savingShowsAndKeepsACopy()
{
    const QByteArray before = "0 4 * * * report ?id=nightly\n";
    m_database->script("insert into graphile_worker._private_known_crontabs values "
                       "('nightly', now(), null)");
    const auto page = openPage(before);
    CronEditor *editor = page->panel.editor();
    editor->goTo(1, 1000);
    QTest::keyClicks(editor, u"2"_s);
    QVERIFY(page->panel.hasUnsavedChanges());
    QCOMPARE(child<QLabel>(page->panel, "cronState")->text(), u"not saved"_s);
    trigger(page->panel, "cron.save");
    auto *dialog = child<QDialog>(page->panel, "cronSaveDialog");
    const QString cautions = child<QLabel>(*dialog, "cronSaveCautions")->text();
    QVERIFY2(cautions.contains(u"'nightly'"_s) && cautions.contains(u"'nightly2'"_s),
             qPrintable(cautions));
    const QString diff = child<QPlainTextEdit>(*dialog, "cronDiff")->toPlainText();
    QVERIFY2(diff.contains(u"− 0 4"_s) && diff.contains(u"+ 0 4"_s), qPrintable(diff));
    QTest::mouseClick(child<QPushButton>(*dialog, "cronSaveButton"), Qt::LeftButton);
    QCOMPARE(content(), QByteArray("0 4 * * * report ?id=nightly2\n"));
    QVERIFY(!page->panel.hasUnsavedChanges());
    const QStringList copies = cronBackups(path());
    QCOMPARE(copies.size(), 1);
    QFile copy(copies.first());
    QVERIFY(copy.open(QIODevice::ReadOnly));
    QCOMPARE(copy.readAll(), before);
    const QString notice = child<QLabel>(page->panel, "cronNotice")->text();
    QVERIFY2(notice.contains(QFileInfo(copies.first()).fileName()), qPrintable(notice));
    // Our own writing is nobody else's.
    trigger(page->panel, "cron.save");
    QCOMPARE(page->panel.document()->diskState(), CronFileState::Same);
    QVERIFY(child<QLabel>(page->panel, "cronNotice")->text().startsWith(u"Nothing to save"_s));
}

void TestCronPanel::errorsWantAgreement()
{
    const auto page = openPage("0 4 * * * report\n");
    page->panel.editor()->goTo(1, 1);
    QTest::keyClicks(page->panel.editor(), u"9"_s); // minute 90
    trigger(page->panel, "cron.save");
    auto *dialog = child<QDialog>(page->panel, "cronSaveDialog");
    auto *save = child<QPushButton>(*dialog, "cronSaveButton");
    QVERIFY(!save->isEnabled());
    QVERIFY(!save->isDefault());
    QVERIFY(child<QLabel>(*dialog, "cronSaveTroubles")->text().startsWith(u"Line 1"_s));
    child<QCheckBox>(*dialog, "cronSaveAnyway")->click();
    QVERIFY(save->isEnabled());
    QTest::mouseClick(save, Qt::LeftButton);
    QCOMPARE(content(), QByteArray("90 4 * * * report\n"));
}

void TestCronPanel::changesOfOthersAreShown()
{
    const auto page = openPage("0 4 * * * report\n");
    CronEditor *editor = page->panel.editor();
    editor->goTo(1, 1000);
    QTest::keyClicks(editor, u" ?max=2"_s);
    write("0 5 * * * report\n");
    auto *bar = child<QWidget>(page->panel, "cronDiskBar");
    QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(child<QLabel>(page->panel, "cronNotice")
                                 ->text()
                                 .startsWith(u"This file was changed elsewhere"_s),
                             kPatience);
    QTest::mouseClick(child<QPushButton>(page->panel, "cronCompare"), Qt::LeftButton);
    {
        auto *compare = child<QDialog>(page->panel, "cronSaveDialog");
        QVERIFY(!child<QPushButton>(*compare, "cronSaveButton")->isVisible());
        QVERIFY(child<QPlainTextEdit>(*compare, "cronDiff")->toPlainText().contains(u"− 0 5"_s));
        delete compare;
    }
    trigger(page->panel, "cron.save");
    auto *dialog = child<QDialog>(page->panel, "cronSaveDialog");
    auto *save = child<QPushButton>(*dialog, "cronSaveButton");
    QCOMPARE(save->text(), u"Overwrite crontab"_s);
    QVERIFY(!save->isDefault());
    QTest::mouseClick(save, Qt::LeftButton);
    QCOMPARE(content(), QByteArray("0 4 * * * report ?max=2\n"));
    QFile copy(cronBackups(path()).value(0));
    QVERIFY(copy.open(QIODevice::ReadOnly));
    QCOMPARE(copy.readAll(), QByteArray("0 5 * * * report\n"));
}

void TestCronPanel::changedTextIsNotLostUnasked()
{
    const auto page = openPage("0 4 * * * report\n");
    CronEditor *editor = page->panel.editor();
    editor->goTo(1, 1000);
    QTest::keyClicks(editor, u" ?max=2"_s);
    trigger(page->panel, "cron.new");
    auto *box = child<QMessageBox>(page->panel, "cronDiscard");
    QVERIFY(box->defaultButton()->objectName() != "cronDiscardButton"_L1);
    box->reject();
    QCOMPARE(editor->text(), u"0 4 * * * report ?max=2\n"_s);
    delete box;
    trigger(page->panel, "cron.new");
    QTest::mouseClick(child<QPushButton>(page->panel, "cronDiscardButton"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!editor->text().contains(u"report"_s), kPatience);
}

void TestCronPanel::aLiveWorkerReadsTheSavedFile()
{
    const auto page = openPage("0 4 * * * report\n");
    CronEvents events(page->worker->bus());
    auto *reload = child<QAction>(page->panel, "cron.reload-worker");
    QVERIFY(reload->isVisible() && !reload->isEnabled());
    page->worker->start();
    QTRY_COMPARE_WITH_TIMEOUT(page->worker->state(), LocalWorker::State::Running, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(
        m_database->scalar("select string_agg(identifier, ',' order by identifier) from "
                           "graphile_worker._private_known_crontabs"),
        u"report"_s, kPatience);
    page->panel.editor()->goTo(2, 1);
    QTest::keyClicks(page->panel.editor(), u"0 5 * * * send_email "_s);
    trigger(page->panel, "cron.save");
    QTest::mouseClick(child<QPushButton>(page->panel, "cronSaveButton"), Qt::LeftButton);
    QVERIFY(reload->isEnabled());
    reload->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(
        m_database->scalar("select string_agg(identifier, ',' order by identifier) from "
                           "graphile_worker._private_known_crontabs"),
        u"report,send_email"_s, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!events.lines(u"reloaded"_s).isEmpty(), kPatience);
    // And the page's own list follows.
    page->panel.poller()->refreshSoon();
    QTRY_COMPARE_WITH_TIMEOUT(page->panel.poller()->latest()->entries.size(), 2, kPatience);
    page->worker->stop();
    QTRY_COMPARE_WITH_TIMEOUT(page->worker->state(), LocalWorker::State::Stopped, kPatience);
}

void TestCronPanel::theWeekIsPainted()
{
    const auto page = openPage("0 4 * * * report\n0 4 * * * report ?id=b\n0 4 * * * report ?id=c\n"
                               "30 12 * * * send_email\n");
    auto *details = child<CronDetails>(page->panel, "cronDetails");
    details->setPage(CronDetails::Week);
    settle(&page->panel);
    CronWeek *week = details->week();
    const CronForecastPtr forecast = page->panel.forecaster()->forecast();
    const QDateTime run = forecast->week.timeOf(forecast->week.minutes[3].front());
    const QPoint place = week->placeOf(3, run);
    QVERIFY(week->viewport()->rect().contains(place));
    const QString hint = week->hintAt(place);
    QVERIFY2(hint.startsWith(u"send_email"_s) && hint.contains(u"12:30 UTC"_s), qPrintable(hint));
    QVERIFY(week->hintAt(place + QPoint(20, 0)).isEmpty());
    // A tick is there, and nothing beside it.
    const QImage image = week->viewport()->grab().toImage();
    QVERIFY(image.pixelColor(place) != image.pixelColor(place + QPoint(12, 0)));
    week->setFocus();
    const QSignalSpy chosen(week, &CronWeek::lineChosen);
    QTest::keyClick(week, Qt::Key_End);
    QTest::keyClick(week, Qt::Key_Return);
    QCOMPARE(page->panel.editor()->currentLine(), 4);
    QCOMPARE(chosen.count(), 1);
    week->setZoom(10);
    QCOMPARE(week->zoom(), 10.0);

    auto *pileUps = child<QTreeWidget>(page->panel, "cronPileUps");
    QCOMPARE(pileUps->topLevelItemCount(), 1);
    QCOMPARE(pileUps->topLevelItem(0)->text(0), u"3"_s);
    QCOMPARE(pileUps->topLevelItem(0)->text(1), u"7"_s);
    QCOMPARE(pileUps->topLevelItem(0)->text(3), u"report, b, c"_s);
}

void TestCronPanel::daysHaveNamesOfTheLanguage()
{
    const auto back = qScopeGuard([] { Language::install(u"en"_s); });
    Language::install(u"de"_s);
    const auto page = openPage("0 4 * * 3 report\n");
    page->panel.editor()->goTo(1, 1);
    QCOMPARE(child<QLabel>(page->panel, "cronSentence")->text(), u"Mittwochs um 04:00 (UTC)"_s);
    const auto *run = child<QTreeWidget>(page->panel, "cronRuns")->topLevelItem(0);
    QVERIFY2(run->toolTip(1).endsWith(u"Mittwoch"_s), qPrintable(run->toolTip(1)));
    auto *details = child<CronDetails>(page->panel, "cronDetails");
    details->setPage(CronDetails::Week);
    settle(&page->panel);
    const CronForecastPtr forecast = page->panel.forecaster()->forecast();
    const QString hint = details->week()->hintAt(
        details->week()->placeOf(0, forecast->week.timeOf(forecast->week.minutes[0].front())));
    QVERIFY2(hint.contains(u"\nMi. "_s), qPrintable(hint));
}

void TestCronPanel::daysThatBeganEarlierAreNamed()
{
    const auto page = openPage("0 4 * * 3 report\n");
    auto *details = child<CronDetails>(page->panel, "cronDetails");
    details->setPage(CronDetails::Week);
    settle(&page->panel);
    const CronWeek *week = details->week();
    const QDateTime from = page->panel.forecaster()->forecast()->week.from;
    const auto names = week->dayNames();
    const QString today
        = Language::locale().toString(TimeDisplay::instance().shown(from), u"ddd d"_s);
    const bool hasRoom = from.time() < QTime(20, 0); // else today's column is too narrow for it
    QCOMPARE(names.first().text == today, hasRoom);
    for (const CronWeek::DayName &day : names) {
        QVERIFY2(day.x >= week->placeOf(0, from).x(), qPrintable(day.text));
        QVERIFY2(day.x + week->fontMetrics().horizontalAdvance(day.text)
                     <= week->viewport()->width(),
                 qPrintable(day.text));
    }
}

void TestCronPanel::backfillOfAStartNowIsShown()
{
    m_database->script("insert into graphile_worker._private_known_crontabs values "
                       "('report', now() - interval '3 days', null)");
    const auto page = openPage("* * * * * report ?fill=1h\n0 4 * * * send_email ?fill=1d\n");
    auto *start = child<QTreeWidget>(page->panel, "cronStart");
    QTRY_COMPARE_WITH_TIMEOUT(start->topLevelItemCount(), 1, kPatience);
    const int jobs = start->topLevelItem(0)->text(1).toInt();
    QVERIFY(jobs == 59 || jobs == 60); // a minute may have passed
    const QString remark = child<QLabel>(page->panel, "cronStartRemark")->text();
    QVERIFY2(remark.contains(u"add %1 jobs"_s.arg(jobs)), qPrintable(remark));
    QVERIFY(remark.contains(u"new to the database: 1;"_s));
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

void TestCronPanel::aLargeFileStaysUsable()
{
    QByteArray text;
    for (int i = 0; i < 10'000; ++i)
        text += "*/5 * * * * report ?id=e" + QByteArray::number(i) + "\n";
    text += "77 * * * * report ?id=last\n";
    const auto page = openPage(text);
    CronEditor *editor = page->panel.editor();
    QCOMPARE(page->panel.document()->analysis()->entries.size(), 10'000);
    QVERIFY(page->panel.forecaster()->forecast()->week.isCut());
    QTest::keyClick(editor, Qt::Key_F8);
    QCOMPARE(editor->currentLine(), 10'001);
    QTest::keyClick(editor, Qt::Key_Delete);
    QTest::keyClick(editor, Qt::Key_End);
    settle(&page->panel);
    QVERIFY(page->panel.document()->analysis()->isValid());
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
    QVERIFY(takePictures(m_theme.get(), &page->panel, u"cron-problems"_s));
    details->setPage(CronDetails::Week);
    QVERIFY(takePictures(m_theme.get(), &page->panel, u"cron-week"_s));
    details->setPage(CronDetails::PileUps);
    QVERIFY(takePictures(m_theme.get(), &page->panel, u"cron-pileups"_s));
    details->setPage(CronDetails::Start);
    QVERIFY(takePictures(m_theme.get(), &page->panel, u"cron-start"_s));
    details->setPage(CronDetails::KnownEntries);
    QVERIFY(takePictures(m_theme.get(), &page->panel, u"cron-entries"_s));
    page->panel.editor()->goTo(2, 1000);
    QTest::keyClicks(page->panel.editor(), u"0&id=daily"_s);
    trigger(page->panel, "cron.save");
    QVERIFY(
        takePictures(m_theme.get(), child<QDialog>(page->panel, "cronSaveDialog"), u"cron-save"_s));
    delete child<QDialog>(page->panel, "cronSaveDialog");
    settle(&page->panel);
    trigger(page->panel, "cron.run-now");
    QVERIFY(
        takePictures(m_theme.get(), child<QDialog>(page->panel, "cronRunDialog"), u"cron-run"_s));
    Page empty(target(), makeWorker());
    show(&empty.panel);
    settle(&empty.panel);
    QVERIFY(takePictures(m_theme.get(), &empty.panel, u"cron-empty"_s));
}

YARDMASTER_WINDOW_TEST(TestCronPanel)
#include "tst_cronpanel.moc"
