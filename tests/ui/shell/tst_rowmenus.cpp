#include "models/localworker/localworker.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/untilstopped.h"
#include "tests/ui/wholewindow.h"
#include "ui/kit/rowmenu.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/jobs/jobstable.h"
#include "ui/pages/live/livepanel.h"
#include "ui/pages/live/livetable.h"
#include "ui/shell/consolepage.h"
#include "ui/shell/pagelist.h"
#include <yardmaster/taskregistry.h>

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDialog>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QStandardItemModel>
#include <QTableView>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

std::shared_ptr<TaskRegistry> tasks()
{
    auto registry = std::make_shared<TaskRegistry>();
    registry->add(u"send"_s, [](const TaskContext &) { return TaskOutcome::success(); });
    registry->add(u"fail"_s,
                  [](const TaskContext &) { return TaskOutcome::failForGood(u"no such user"_s); });
    registry->add(u"wait"_s, runUntilStopped);
    return registry;
}

/// What can be chosen, with what its submenus have.
QStringList entriesOf(const QMenu &menu)
{
    QStringList entries;
    for (const QAction *action : menu.actions()) {
        if (action->menu())
            entries << entriesOf(*action->menu());
        else if (action->isEnabled() && !action->isSeparator())
            entries << action->text().remove(u'&');
    }
    return entries;
}

QMenu *menuInFront()
{
    return qobject_cast<QMenu *>(QApplication::activePopupWidget());
}

} // namespace

/// A window with a worker that runs jobs: wherever a row is, there is its menu.
class TestRowMenus : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_window.reset(); }
    void everyViewOfRowsHasAMenu();
    void listsOfDialogsHaveAMenu_data();
    void listsOfDialogsHaveAMenu();
    void keysOpenTheMenuOfTheRow_data();
    void keysOpenTheMenuOfTheRow();
    void theMenuIsThatOfTheRowBelowThePointer();
    void theMenuLeadsToWhatTheRowStandsFor();
    void theMenuGoesWithItsRow();
    void rowsAreCopiedInAllFormats();

private:
    template <typename View = QAbstractItemView> [[nodiscard]] View *view(const char *name) const
    {
        const auto views = m_window->findChildren<View *>(QString::fromLatin1(name));
        for (View *each : views) {
            if (each->isVisible())
                return each;
        }
        return nullptr;
    }
    /// The menu that `key` opens at the first row; null: none.
    [[nodiscard]] QMenu *menuOf(QAbstractItemView *view) const
    {
        view->setFocus();
        if (!view->currentIndex().isValid())
            view->setCurrentIndex(view->model()->index(0, 0));
        QTest::keyClick(view, Qt::Key_F10, Qt::ShiftModifier);
        return menuInFront();
    }
    static void choose(QMenu *menu, const QString &text)
    {
        for (QAction *action : menu->findChildren<QAction *>()) {
            if (action->text() == text) {
                action->trigger();
                menu->close();
                return;
            }
        }
        QFAIL(qPrintable(text));
    }

    WindowFolder m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<MainWindow> m_window;
};

void TestRowMenus::initTestCase()
{
    m_settings = m_folder.emptySettings();
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    m_database->script("select graphile_worker.add_job('send', queue_name := 'mail')"
                       " from generate_series(1, 3);"
                       "select graphile_worker.add_job('fail', queue_name := 'bills');"
                       "select graphile_worker.add_job('wait', queue_name := 'long');"
                       "select graphile_worker.add_job('send', queue_name := 'later',"
                       " run_at := now() + interval '3 hours');");
    m_window = std::make_unique<MainWindow>(m_settings.get());
    m_window->resize(1400, 900);
    m_window->show();
    MainWindowSetup setup;
    setup.connection = m_database->settings();
    setup.profileName = u"shop"_s;
    setup.worker.emplace();
    setup.worker->connection = m_database->settings();
    setup.worker->concurrency = 2;
    setup.worker->gracePeriod = 0ms;
    setup.registry = tasks();
    setup.startWorker = true;
    m_window->connectTo(setup);
    QVERIFY(QTest::qWaitForWindowActive(m_window.get(), kPatience));
    bringToFront(*m_window, u"live"_s); // from the beginning
    child<QAction>(*m_window, "view.group-task")->trigger();
    const LocalWorker *worker = child<ConsolePage>(*m_window)->worker();
    QTRY_COMPARE_WITH_TIMEOUT(worker->totals().completed, 3, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(worker->totals().failedForGood, 1, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(worker->runningJobs(), 1, kPatience);
}

/// A page that is added, or a list on one of them, has to have one, too.
void TestRowMenus::everyViewOfRowsHasAMenu()
{
    // Those whose menu is about more than rows, and the palette, which is one.
    const QStringList own{u"navigatorTree"_s, u"payloadTree"_s, u"commandList"_s};
    for (const PageEntry &page : pageList())
        bringToFront(*m_window, QString::fromLatin1(page.name)); // is made when first shown
    QStringList without;
    int found = 0;
    const auto views = m_window->findChildren<QAbstractItemView *>();
    for (const QAbstractItemView *each : views) {
        const bool isOfWindow = each->window() == m_window.get(); // no combo box, no completer
        if (!isOfWindow || qobject_cast<const QHeaderView *>(each)
            || own.contains(each->objectName()))
            continue;
        ++found;
        if (!each->findChild<RowMenu *>(QString(), Qt::FindDirectChildrenOnly))
            without << each->objectName();
    }
    QVERIFY2(without.isEmpty(), qPrintable(without.join(u' ')));
    QVERIFY2(found > 20, qPrintable(QString::number(found)));
}

void TestRowMenus::listsOfDialogsHaveAMenu_data()
{
    QTest::addColumn<QByteArray>("command");
    for (const char *command : {"view.columns", "jobs.export", "help.shortcuts", "alerts.edit"})
        QTest::newRow(command) << QByteArray(command);
}

void TestRowMenus::listsOfDialogsHaveAMenu()
{
    QFETCH(const QByteArray, command);
    bringToFront(*m_window, u"jobs"_s);
    child<QAction>(*m_window, command)->trigger();
    QDialog *dialog = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT((dialog = qobject_cast<QDialog *>(QApplication::activeWindow()))
                                 && dialog->isVisible(),
                             kPatience);
    const auto close = qScopeGuard([dialog] { dialog->reject(); });
    int found = 0;
    for (QAbstractItemView *each : dialog->findChildren<QAbstractItemView *>()) {
        if (each->window() != dialog || qobject_cast<QHeaderView *>(each))
            continue;
        ++found;
        QVERIFY2(each->findChild<RowMenu *>(QString(), Qt::FindDirectChildrenOnly),
                 qPrintable(each->objectName()));
        if (!each->isVisible() || each->model()->rowCount() == 0)
            continue;
        QMenu *menu = menuOf(each);
        QVERIFY(menu);
        QVERIFY(entriesOf(*menu).contains(u"Copy rows"_s));
        menu->close();
    }
    QVERIFY(found > 0);
}

void TestRowMenus::keysOpenTheMenuOfTheRow_data()
{
    QTest::addColumn<QString>("page");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QStringList>("entries");
    const auto row = [](const char *name, const QString &page, const QStringList &entries) {
        QTest::newRow(name) << page << QByteArray(name) << entries;
    };
    const QString rows = u"Copy rows"_s;
    row("jobsTable", u"jobs"_s, {u"Filter by this value"_s, u"Copy cell"_s, u"Add job…"_s});
    row("groupsTable", u"jobs"_s, {rows});
    row("liveTable", u"live"_s, {u"Copy cell"_s, u"Copy as NDJSON"_s});
    row("endedRuns", u"worker"_s, {u"Show attempts and output"_s, rows});
    row("runningJobs", u"worker"_s,
        {u"Show attempts and output"_s, u"List jobs of task wait"_s, u"List jobs of queue long"_s,
         rows});
    row("errorGroups", u"errors"_s, {u"Show jobs"_s, u"List jobs of task fail"_s, rows});
    row("errorSamples", u"errors"_s, {u"Show job"_s, u"List jobs of task fail"_s, rows});
    row("queuesTable", u"queues"_s, {u"Copy as Markdown"_s});
    row("tasksTable", u"tasks"_s, {u"Copy as CSV"_s});
    row("workersTable", u"workers"_s, {rows});
    row("workerJobs", u"workers"_s, {u"List jobs of task wait"_s, rows});
    row("failingTasks", u"overview"_s, {u"Show these jobs in the list"_s, rows});
    row("sizesList", u"maintenance"_s, {rows});
}

void TestRowMenus::keysOpenTheMenuOfTheRow()
{
    QFETCH(const QString, page);
    QFETCH(const QByteArray, name);
    QFETCH(const QStringList, entries);
    bringToFront(*m_window, page);
    QAbstractItemView *rows = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT((rows = view(name)) && rows->model()->rowCount() > 0, kPatience);
    QMenu *menu = menuOf(rows);
    QVERIFY(menu);
    const QStringList offered = entriesOf(*menu);
    for (const QString &entry : entries)
        QVERIFY2(offered.contains(entry), qPrintable(entry + u" of "_s + offered.join(u", "_s)));
    menu->close();
    // The menu key does the same, as the platform tells it.
    QContextMenuEvent request(QContextMenuEvent::Keyboard, {}, {});
    QCoreApplication::sendEvent(rows, &request);
    QVERIFY(menuInFront());
    menuInFront()->close();
}

void TestRowMenus::theMenuIsThatOfTheRowBelowThePointer()
{
    bringToFront(*m_window, u"jobs"_s);
    JobsTable *table = child<JobsPanel>(*m_window)->table();
    QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() >= 2, kPatience);
    table->setCurrentIndex(table->model()->index(0, 2));
    const QPoint place = table->visualRect(table->model()->index(1, 2)).center();
    QContextMenuEvent request(QContextMenuEvent::Mouse, place,
                              table->viewport()->mapToGlobal(place));
    QCoreApplication::sendEvent(table->viewport(), &request);
    QVERIFY(menuInFront());
    menuInFront()->close();
    QCOMPARE(table->currentIndex().row(), 1);
    // Below the last row there is none.
    const QPoint empty(5, table->viewport()->height() - 2);
    QVERIFY(!table->indexAt(empty).isValid());
    QContextMenuEvent nowhere(QContextMenuEvent::Mouse, empty,
                              table->viewport()->mapToGlobal(empty));
    QCoreApplication::sendEvent(table->viewport(), &nowhere);
    QVERIFY(!menuInFront());
}

void TestRowMenus::theMenuLeadsToWhatTheRowStandsFor()
{
    bringToFront(*m_window, u"worker"_s);
    QMenu *menu = menuOf(view("runningJobs"));
    QVERIFY(menu);
    choose(menu, u"List jobs of queue long"_s);
    QCOMPARE(child<JobsPanel>(*m_window)->filterText(), u"queue:long"_s);
    QVERIFY(child<JobsPanel>(*m_window)->isVisible());
    child<JobsPanel>(*m_window)->setFilterText({});
}

void TestRowMenus::theMenuGoesWithItsRow()
{
    QStandardItemModel model(3, 1);
    QTableView table;
    new RowMenu(&table);
    table.setModel(&model);
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    table.setCurrentIndex(model.index(1, 0));
    QVERIFY(menuOf(&table));
    model.removeRow(2); // another one
    QVERIFY(menuInFront());
    model.removeRow(1);
    QVERIFY(!menuInFront());
}

void TestRowMenus::rowsAreCopiedInAllFormats()
{
    bringToFront(*m_window, u"worker"_s);
    auto *rows = view("endedRuns");
    QTRY_COMPARE_WITH_TIMEOUT(rows->model()->rowCount(), 4, kPatience);
    const auto copied = [&](const QString &entry) {
        QMenu *menu = menuOf(rows);
        choose(menu, entry);
        return QGuiApplication::clipboard()->text();
    };
    const QJsonObject run = QJsonDocument::fromJson(copied(u"Copy as NDJSON"_s).toUtf8()).object();
    QVERIFY(run.value("task"_L1).isString());
    QVERIFY(run.value("job"_L1).isDouble());
    // A moment, which the cell shows as a time of the day.
    QVERIFY2(QDateTime::fromString(run.value("started"_L1).toString(), Qt::ISODateWithMs).isValid(),
             qPrintable(run.value("started"_L1).toString()));
    QVERIFY(QJsonDocument::fromJson(copied(u"Copy as JSON"_s).toUtf8()).isArray());
    QVERIFY(copied(u"Copy as CSV"_s).startsWith("outcome,job,task,attempt,started,time,error"_L1));
    QVERIFY(copied(u"Copy as Markdown"_s).startsWith("| Outcome | Job |"_L1));
    QCOMPARE(copied(u"Copy rows"_s).count(u'\t'), 6);
}

YARDMASTER_WINDOW_TEST(TestRowMenus)

#include "tst_rowmenus.moc"
