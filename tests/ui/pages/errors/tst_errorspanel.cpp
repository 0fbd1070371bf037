#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/pages/errors/errorspanel.h"

#include "models/console/consolecontext.h"
#include "tests/models/jobs/jobsfixture.h"
#include "ui/kit/theme.h"
#include <yardmaster/session.h>

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QElapsedTimer>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>
#include <QTest>
#include <QTreeWidget>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Phase = ErrorGroupsModel::Phase;

namespace {

constexpr const char *kOneFailed
    = "insert into graphile_worker._private_tasks (identifier) values ('a');"
      "insert into graphile_worker._private_jobs (task_id, attempts, max_attempts, last_error) "
      "select id, 1, 1, 'boom' from graphile_worker._private_tasks";

} // namespace

class TestErrorsPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void groupsAreListedAndShown();
    void keyboardListsTheJobsOfAGroup();
    void actionsNameFilterAndCount();
    void keysActOnGroupAndExample();
    void productionIsLockedUntilArmed();
    void windowGoesFurther();
    void selectionStaysWithItsGroup();
    void changesAreReadAgain();
    void whatTheCountsSayIsReadAgain();
    void itIsReadAgainWhenShown();
    void nothingFailedIsSaid();
    void troubleIsSaid();
    void outageIsSaidAndEndsByItself();
    void looks();

private:
    ConsoleTarget target(Environment environment = Environment::Development) const;
    static void show(ErrorsPanel *panel);
    static void waitUntilRead(ErrorsPanel *panel);

    Theme m_theme;
    std::unique_ptr<TestDatabase> m_database;
};

void TestErrorsPanel::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    fillMix(*m_database, 20000);
}

void TestErrorsPanel::cleanupTestCase()
{
    m_database.reset();
}

ConsoleTarget TestErrorsPanel::target(Environment environment) const
{
    ConsoleTarget target;
    target.connection = m_database->settings();
    target.environment = environment;
    return target;
}

void TestErrorsPanel::show(ErrorsPanel *panel)
{
    panel->resize(1000, 640);
    panel->show();
    panel->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(panel, kPatience));
}

void TestErrorsPanel::waitUntilRead(ErrorsPanel *panel)
{
    QTRY_COMPARE_WITH_TIMEOUT(panel->model()->phase(), Phase::Ready, kPatience);
}

void TestErrorsPanel::groupsAreListedAndShown()
{
    ConsoleContext context(target());
    ErrorsPanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    QVERIFY(panel.model()->rowCount() >= 4);
    QVERIFY(child<QLabel>(panel, "errorRemark")->text().startsWith(u"All "_s));
    const QString first = panel.model()->rows().first().signature.text;
    QCOMPARE(child<QLabel>(panel, "errorSignature")->text(), first);
    QCOMPARE(child<QLabel>(panel, "errorFilter")->text(), panel.model()->filterOf(0));
    QCOMPARE(child<QTreeWidget>(panel, "errorSamples")->topLevelItemCount(), kErrorSamples);
    QTRY_VERIFY_WITH_TIMEOUT(
        child<QLabel>(panel, "errorCheck")->text().contains(u"exactly this group"_s), kPatience);

    const QSignalSpy jobs(&context, &ConsoleContext::jobRequested);
    auto *samples = child<QTreeWidget>(panel, "errorSamples");
    samples->setFocus();
    samples->setCurrentItem(samples->topLevelItem(1));
    QTest::keyClick(samples, Qt::Key_Return);
    QCOMPARE(jobs.count(), 1);
    QCOMPARE(jobs.first().first().toLongLong(), panel.model()->rows().first().samples.at(1).id);
}

void TestErrorsPanel::keyboardListsTheJobsOfAGroup()
{
    ConsoleContext context(target());
    ErrorsPanel panel(&context);
    const QSignalSpy filters(&context, &ConsoleContext::filterRequested);
    show(&panel);
    waitUntilRead(&panel);
    auto *table = child<QTableView>(panel, "errorGroups");
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Down);
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(filters.count(), 1);
    QCOMPARE(filters.first().first().toString(), panel.model()->filterOf(1));
    QTest::mouseClick(child<QPushButton>(panel, "errorShowJobs"), Qt::LeftButton);
    QCOMPARE(filters.count(), 2);
    QCOMPARE(filters.last(), filters.first());
}

void TestErrorsPanel::actionsNameFilterAndCount()
{
    ConsoleContext context(target());
    ErrorsPanel panel(&context);
    const QSignalSpy actions(&panel, &ErrorsPanel::actionRequested);
    show(&panel);
    waitUntilRead(&panel);
    QTest::mouseClick(child<QPushButton>(panel, "errorRetry"), Qt::LeftButton);
    QCOMPARE(actions.count(), 1);
    QCOMPARE(actions.last().at(0).value<OperationKind>(), OperationKind::Retry);
    QCOMPARE(actions.last().at(1).toString(), panel.model()->filterOf(0));
    const Count count{panel.model()->rows().first().count()};
    QCOMPARE(actions.last().at(2).value<Count>(), count);
    QVERIFY(!child<QPushButton>(panel, "errorFail")->isEnabled());

    auto *scope = child<QComboBox>(panel, "errorScope");
    scope->setFocus();
    QTest::keyClick(scope, Qt::Key_Down);
    waitUntilRead(&panel);
    QCOMPARE(panel.model()->scope(), FailureScope::Retrying);
    QTest::mouseClick(child<QPushButton>(panel, "errorFail"), Qt::LeftButton);
    QCOMPARE(actions.count(), 2);
    QCOMPARE(actions.last().at(0).value<OperationKind>(), OperationKind::FailForGood);
    QVERIFY(actions.last().at(1).toString().startsWith(u"state:retrying task:"_s));
}

void TestErrorsPanel::keysActOnGroupAndExample()
{
    ConsoleContext context(target());
    ErrorsPanel panel(&context);
    const QSignalSpy actions(&panel, &ErrorsPanel::actionRequested);
    const QSignalSpy edits(&panel, &ErrorsPanel::editRequested);
    show(&panel);
    waitUntilRead(&panel);
    auto *table = child<QTableView>(panel, "errorGroups");
    table->setFocus();
    QTest::keyClick(table, Qt::Key_R);
    QTest::keyClick(table, Qt::Key_S);
    QCOMPARE(actions.count(), 2);
    QCOMPARE(actions.at(0).at(0).value<OperationKind>(), OperationKind::Retry);
    QCOMPARE(actions.at(1).at(0).value<OperationKind>(), OperationKind::Reschedule);
    QTest::keyClick(table, Qt::Key_X); // they have failed for good already
    QCOMPARE(actions.count(), 2);
    // The first example, until somebody chooses another one.
    const auto samples = panel.model()->rows().first().samples;
    QTest::keyClick(table, Qt::Key_E);
    QCOMPARE(edits.count(), 1);
    QCOMPARE(edits.last().first().toLongLong(), samples.first().id);
    auto *list = child<QTreeWidget>(panel, "errorSamples");
    list->setCurrentItem(list->topLevelItem(1));
    QTest::mouseClick(child<QPushButton>(panel, "errors.edit-payload"), Qt::LeftButton);
    QCOMPARE(edits.count(), 2);
    QCOMPARE(edits.last().first().toLongLong(), samples.at(1).id);
    // The same in the menus of the rows.
    for (const QWidget *rows : {static_cast<QWidget *>(table), static_cast<QWidget *>(list)})
        QVERIFY(rows->actions().contains(panel.findChild<QAction *>(u"errors.edit-payload"_s)));
}

void TestErrorsPanel::productionIsLockedUntilArmed()
{
    ConsoleContext context(target(Environment::Production));
    ErrorsPanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    auto *retry = child<QPushButton>(panel, "errorRetry");
    QVERIFY(!retry->isEnabled());
    QCOMPARE(retry->toolTip(), context.guard()->reason());
    QVERIFY(child<QPushButton>(panel, "errorShowJobs")->isEnabled());
    context.guard()->arm(std::chrono::minutes{5});
    QVERIFY(retry->isEnabled());
}

void TestErrorsPanel::windowGoesFurther()
{
    ConsoleContext context(target());
    ErrorsPanel panel(&context);
    panel.model()->setLimits(1000, 1000000);
    show(&panel);
    waitUntilRead(&panel);
    QVERIFY(child<QLabel>(panel, "errorRemark")->text().startsWith(u"Newest 1,000 failures"_s));
    QTRY_VERIFY_WITH_TIMEOUT(
        child<QLabel>(panel, "errorCheck")->text().contains(u"also finds failures older"_s),
        kPatience);
    QTest::mouseClick(child<QPushButton>(panel, "errorFurther"), Qt::LeftButton);
    waitUntilRead(&panel);
    QCOMPARE(panel.model()->failures(), 2000);
}

void TestErrorsPanel::selectionStaysWithItsGroup()
{
    ConsoleContext context(target());
    ErrorsPanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    auto *table = child<QTableView>(panel, "errorGroups");
    table->setFocus();
    table->selectRow(2);
    const ErrorGroup chosen = panel.model()->rows().at(2);
    panel.refresh();
    waitUntilRead(&panel);
    QCOMPARE(panel.model()->rows().at(table->currentIndex().row()).key, chosen.key);
    QCOMPARE(child<QLabel>(panel, "errorSignature")->text(), chosen.signature.text);
}

void TestErrorsPanel::changesAreReadAgain()
{
    const TestDatabase database = TestDatabase::createMigrated();
    ConsoleTarget here = target();
    here.connection = database.settings();
    ConsoleContext context(here);
    ErrorsPanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    QCOMPARE(panel.model()->rowCount(), 0);
    database.script(kOneFailed);
    context.announceChange();
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 1, kPatience);
}

/// A job that fails and goes without anything done in this window.
void TestErrorsPanel::whatTheCountsSayIsReadAgain()
{
    const TestDatabase database = TestDatabase::createMigrated();
    ConsoleTarget here = target();
    here.connection = database.settings();
    ConsoleContext context(here);
    context.jobCounts()->setInterval(50ms);
    context.jobCounts()->setPaused(false);
    ErrorsPanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    QCOMPARE(panel.model()->rowCount(), 0);
    database.script(kOneFailed);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 1, kPatience);
    QCOMPARE(child<QLabel>(panel, "errorSignature")->text(), u"boom"_s);
    database.script("delete from graphile_worker._private_jobs");
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 0, kPatience);
}

void TestErrorsPanel::itIsReadAgainWhenShown()
{
    const TestDatabase database = TestDatabase::createMigrated();
    ConsoleTarget here = target();
    here.connection = database.settings();
    ConsoleContext context(here);
    ErrorsPanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    QCOMPARE(panel.model()->rowCount(), 0);
    database.script(kOneFailed);
    const auto isShown = [&panel] { // not before it has rested
        panel.hide();
        panel.show();
        return panel.model()->rowCount() == 1;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isShown(), kPatience);
}

void TestErrorsPanel::nothingFailedIsSaid()
{
    const TestDatabase database = TestDatabase::createMigrated();
    ConsoleTarget here = target();
    here.connection = database.settings();
    ConsoleContext context(here);
    ErrorsPanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    QCOMPARE(panel.findChild<QStackedWidget *>()->currentWidget()->accessibleName(),
             u"No failures"_s);
}

void TestErrorsPanel::troubleIsSaid()
{
    ConsoleTarget nowhere;
    nowhere.connection.set(u"host"_s, u"/nonexistent"_s);
    ConsoleContext context(nowhere);
    ErrorsPanel panel(&context);
    show(&panel);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->phase(), Phase::Failed, kPatience);
    QCOMPARE(panel.findChild<QStackedWidget *>()->currentWidget()->accessibleName(),
             u"Cannot connect"_s);
    QVERIFY(child<QPushButton>(panel, "errorRefresh")->isVisible());
}

void TestErrorsPanel::outageIsSaidAndEndsByItself()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script(kOneFailed);
    ConsoleTarget here = target();
    here.connection = database.settings();
    ConsoleContext context(here);
    ErrorsPanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    QCOMPARE(panel.model()->rowCount(), 1);
    const auto remark = [&] { return child<QLabel>(panel, "errorRemark")->text(); };
    QVERIFY(!remark().contains(u"Cannot connect"_s));
    database.refuse("yardmaster console");
    // This page does not ask; another one of the window finds out.
    WorkQueue other(context.sessions(), SessionPool::Use::Background);
    (void)other.run([](Session &session) { return session.script("select 1"); }).result();
    QTRY_VERIFY_WITH_TIMEOUT(remark().startsWith(u"Cannot connect"_s), kPatience);
    QVERIFY(child<QTableView>(panel, "errorGroups")->isVisible());
    database.admit();
    QElapsedTimer since;
    since.start();
    waitUntilRead(&panel);
    QVERIFY(since.elapsed() < 5000);
    QVERIFY(!remark().contains(u"Cannot connect"_s));
}

void TestErrorsPanel::looks()
{
    ConsoleContext context(target());
    ErrorsPanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    QTRY_VERIFY_WITH_TIMEOUT(
        child<QLabel>(panel, "errorCheck")->text().contains(u"exactly this group"_s), kPatience);
    QVERIFY(takePictures(&m_theme, &panel, u"errors"_s));
}

YARDMASTER_WINDOW_TEST(TestErrorsPanel)
#include "tst_errorspanel.moc"
