#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/pages/history/historypanel.h"

#include "models/console/consolecontext.h"
#include "tests/models/history/historyfixture.h"
#include "ui/kit/factlist.h"
#include "ui/kit/filter/filterbar.h"
#include "ui/kit/theme.h"

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using Phase = HistoryModel::Phase;

namespace {

/// What stands in place of the list.
bool hintIs(const HistoryPanel &panel, const QString &title)
{
    return panel.findChild<QStackedWidget *>()->currentWidget()->accessibleName() == title;
}

} // namespace

class TestHistoryPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void runsAreListedAndShown();
    void jobsOfRunsAreAddedAgain();
    void filterNarrowsThem();
    void scrollingReadsOn();
    void runsAreExported();
    void exportsCanBeCancelled();
    void withoutHistoryItLeadsToMaintenance();
    void emptyOnesSaySo();
    void outageIsSaidAndEndsByItself();
    void looks();

private:
    [[nodiscard]] static ConsoleTarget targetOf(const TestDatabase &database);
    static void show(HistoryPanel *panel);
    static void waitUntilRead(HistoryPanel *panel);

    Theme m_theme;
    std::unique_ptr<TestDatabase> m_database;
};

void TestHistoryPanel::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    installHistoryIn(*m_database);
    recordRuns(*m_database);
}

void TestHistoryPanel::cleanupTestCase()
{
    m_database.reset();
}

ConsoleTarget TestHistoryPanel::targetOf(const TestDatabase &database)
{
    ConsoleTarget target;
    target.connection = database.settings();
    return target;
}

void TestHistoryPanel::show(HistoryPanel *panel)
{
    panel->resize(1100, 680);
    panel->show();
    panel->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(panel, kPatience));
}

void TestHistoryPanel::waitUntilRead(HistoryPanel *panel)
{
    QTRY_COMPARE_WITH_TIMEOUT(panel->model()->phase(), Phase::Ready, kPatience);
}

void TestHistoryPanel::runsAreListedAndShown()
{
    ConsoleContext context(targetOf(*m_database));
    HistoryPanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    QCOMPARE(panel.model()->rowCount(), 29);
    QCOMPARE(child<QLabel>(panel, "historyRemark")->text().section(u" · "_s, 0, 0),
             u"All 29 runs"_s);
    // The newest on top, and in the pane below.
    QCOMPARE(panel.model()->rows().first().id, 26);
    QCOMPARE(child<QLabel>(panel, "runTitle")->text(), u"send_email: Attempt failed"_s);
    QVERIFY(child<QLabel>(panel, "runError")->text().contains(u"ETIMEDOUT"_s));
    QVERIFY(child<FactList>(panel, "runFacts")->text().contains(u"web-2"_s));
    const QSignalSpy jobs(&context, &ConsoleContext::jobRequested);
    child<QPushButton>(panel, "runShowJob")->click();
    QCOMPARE(jobs.count(), 1);
    QCOMPARE(jobs.first().first().toLongLong(), 26);
    QVERIFY(!child<QPushButton>(panel, "historyInstall")->isVisible());
}

void TestHistoryPanel::jobsOfRunsAreAddedAgain()
{
    ConsoleContext context(targetOf(*m_database));
    HistoryPanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    const QSignalSpy again(&panel, &HistoryPanel::againRequested);
    auto *button = child<QPushButton>(panel, "history.add-again");
    QVERIFY(button->isVisible() && button->isEnabled());
    button->click();
    QCOMPARE(again.count(), 1);
    QCOMPARE(again.first().first().toLongLong(), panel.model()->rows().first().id);
    // Not where nothing can be changed.
    ConsoleTarget target = targetOf(*m_database);
    target.isReadOnly = true;
    ConsoleContext reading(target);
    HistoryPanel other(&reading);
    show(&other);
    waitUntilRead(&other);
    QVERIFY(!child<QPushButton>(other, "history.add-again")->isEnabled());
}

void TestHistoryPanel::filterNarrowsThem()
{
    ConsoleContext context(targetOf(*m_database));
    HistoryPanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    panel.setFilterText(u"outcome:retired,removed"_s);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 3, kPatience);
    child<QPushButton>(panel, "runShowAll")->click();
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 2, kPatience);
    QCOMPARE(child<FilterBar>(panel, "filterBar")->filterText(), u"id:25"_s);
    // A filter that is wrong leaves the list as it is.
    panel.setFilterText(u"state:failed"_s);
    QCOMPARE(child<FilterBar>(panel, "filterBar")->state(), FilterBar::State::Invalid);
    QCOMPARE(panel.model()->rowCount(), 2);
}

void TestHistoryPanel::scrollingReadsOn()
{
    const TestDatabase database = TestDatabase::createMigrated();
    installHistoryIn(database);
    database.script("select graphile_worker.add_job('t') from generate_series(1, 450)");
    fetchJobs(database, "true", "w");
    deleteJobs(database, "true");
    ConsoleContext context(targetOf(database));
    HistoryPanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    QVERIFY(panel.model()->hasMore());
    QVERIFY(panel.model()->rowCount() < 450);
    auto *table = child<QTableView>(panel, "historyTable");
    const auto atEnd = [&] {
        table->scrollToBottom();
        return panel.model()->rowCount() == 450 && !panel.model()->hasMore();
    };
    QTRY_VERIFY_WITH_TIMEOUT(atEnd(), kPatience);
    QSet<qint64> ids;
    for (const PastRun &run : panel.model()->rows())
        ids << run.id;
    QCOMPARE(ids.size(), 450);
}

void TestHistoryPanel::runsAreExported()
{
    ConsoleContext context(targetOf(*m_database));
    HistoryPanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    const QTemporaryDir folder;
    QSignalSpy exported(&panel, &HistoryPanel::exported);
    panel.exportTo(folder.filePath(u"runs.csv"_s));
    QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, kPatience);
    QCOMPARE(exported.first().last().toString(), QString());
    QFile file(folder.filePath(u"runs.csv"_s));
    QVERIFY(file.open(QFile::ReadOnly));
    QCOMPARE(file.readAll().count('\n'), 30);
    panel.exportTo(folder.filePath(u"no/such/folder.csv"_s));
    QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 2, kPatience);
    QVERIFY(!exported.last().last().toString().isEmpty());
}

void TestHistoryPanel::exportsCanBeCancelled()
{
    ConsoleContext context(targetOf(*m_database));
    HistoryPanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    auto *cancel = child<QPushButton>(panel, "historyStopExport");
    QVERIFY(!cancel->isVisible());
    // Somebody's lock makes it last.
    const auto other = m_database->session();
    QVERIFY(other->script("begin; lock table graphile_worker._yardmaster_history"));
    const QTemporaryDir folder;
    QSignalSpy exported(&panel, &HistoryPanel::exported);
    panel.exportTo(folder.filePath(u"runs.csv"_s));
    QVERIFY(cancel->isVisible());
    QVERIFY(!child<QPushButton>(panel, "historyExport")->isVisible());
    cancel->click();
    QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!cancel->isVisible(), kPatience);
    QVERIFY(other->script("rollback"));
    QVERIFY(!QFile::exists(folder.filePath(u"runs.csv"_s)));
    QVERIFY(child<QLabel>(panel, "historyRemark")->text().contains(u"cancelled"_s));
}

void TestHistoryPanel::withoutHistoryItLeadsToMaintenance()
{
    const TestDatabase database = TestDatabase::createMigrated();
    ConsoleContext context(targetOf(database));
    HistoryPanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    auto *install = child<QPushButton>(panel, "historyInstall");
    QVERIFY(install->isVisible());
    QVERIFY(!child<QPushButton>(panel, "historyExport")->isVisible());
    QVERIFY(hintIs(panel, u"No history is recorded here"_s));
    const QSignalSpy pages(&context, &ConsoleContext::pageRequested);
    install->click();
    QCOMPARE(pages.count(), 1);
    QCOMPARE(pages.first().first().toString(), u"maintenance"_s);
    // Once it is installed, coming back finds it.
    panel.hide();
    installHistoryIn(database);
    panel.show();
    QTRY_VERIFY_WITH_TIMEOUT(hintIs(panel, u"No runs yet"_s), kPatience);
    QVERIFY(!install->isVisible());
}

void TestHistoryPanel::emptyOnesSaySo()
{
    ConsoleContext context(targetOf(*m_database));
    HistoryPanel panel(&context);
    panel.setFilterText(u"took>1d"_s);
    show(&panel);
    waitUntilRead(&panel);
    QTRY_VERIFY_WITH_TIMEOUT(hintIs(panel, u"No run matches the filter"_s), kPatience);
}

void TestHistoryPanel::outageIsSaidAndEndsByItself()
{
    ConsoleContext context(targetOf(*m_database));
    HistoryPanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    m_database->refuse("yardmaster console");
    child<QPushButton>(panel, "historyRefresh")->click();
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->phase(), Phase::Failed, kPatience);
    QCOMPARE(panel.model()->rowCount(), 29); // old ones stay
    m_database->admit();
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->phase(), Phase::Ready, kPatience);
}

void TestHistoryPanel::looks()
{
    ConsoleContext context(targetOf(*m_database));
    HistoryPanel panel(&context);
    panel.setFilterText(u"task:send_* took>1s"_s);
    show(&panel);
    waitUntilRead(&panel);
    QVERIFY(takePictures(&m_theme, &panel, u"history"_s));
    const TestDatabase bare = TestDatabase::createMigrated();
    ConsoleContext other(targetOf(bare));
    HistoryPanel empty(&other);
    show(&empty);
    waitUntilRead(&empty);
    QVERIFY(takePictures(&m_theme, &empty, u"history-none"_s));
}

YARDMASTER_WINDOW_TEST(TestHistoryPanel)
#include "tst_historypanel.moc"
