#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/pages/maintenance/maintenancepanel.h"

#include "models/console/consolecontext.h"
#include "tests/support/testdatabase.h"
#include "ui/kit/factlist.h"
#include "ui/pages/maintenance/cleanupdialog.h"
#include "ui/pages/maintenance/removeschemadialog.h"
#include "ui/pages/maintenance/sharedlogdialog.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTest>
#include <QTreeWidget>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// Long because the page has five sections, each with a confirmation.
class TestMaintenancePanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void schemaAndSizesAreShown();
    void olderSchemaOffersTheUpgrade();
    void indexesAreLinked();
    void cleanupCountsThenDeletes();
    void vacuumIsAskedThenDone();
    void removalNeedsTheNameAndNeverEnter();
    void liveWorkersHoldTheRemovalUp();
    void operatorLogIsKeptInTheSchemaOnRequest();
    void productionIsLockedUntilArmed();
    void missingRightsAreExplained();
    void errorsAreShown();
    void looks();

private:
    [[nodiscard]] ConsoleTarget target(Environment environment = Environment::Development) const;
    static void show(MaintenancePanel *panel);
    static void waitUntilRead(MaintenancePanel *panel);
    static QString factOf(const MaintenancePanel &panel, const char *list, const QString &name);
    void deadJobs(int count);

    Theme m_theme;
    std::unique_ptr<TestDatabase> m_database;
};

void TestMaintenancePanel::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
}

void TestMaintenancePanel::init()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
}

void TestMaintenancePanel::cleanup()
{
    m_database.reset();
}

ConsoleTarget TestMaintenancePanel::target(Environment environment) const
{
    ConsoleTarget target;
    target.connection = m_database->settings();
    target.environment = environment;
    return target;
}

void TestMaintenancePanel::show(MaintenancePanel *panel)
{
    panel->resize(1180, 1150);
    panel->show();
    panel->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(panel, kPatience));
}

void TestMaintenancePanel::waitUntilRead(MaintenancePanel *panel)
{
    QTRY_VERIFY_WITH_TIMEOUT(panel->sheet().has_value(), kPatience);
}

QString TestMaintenancePanel::factOf(const MaintenancePanel &panel, const char *list,
                                     const QString &name)
{
    for (const Fact &fact : child<FactList>(panel, list)->facts()) {
        if (fact.name == name)
            return fact.value;
    }
    return {};
}

void TestMaintenancePanel::deadJobs(int count)
{
    m_database->script("select graphile_worker.add_job('dead', max_attempts => 1) from "
                       "generate_series(1, "
                       + QByteArray::number(count)
                       + "); update graphile_worker._private_jobs set attempts = 1");
}

void TestMaintenancePanel::schemaAndSizesAreShown()
{
    m_database->script("create table graphile_worker.theirs (id int)");
    ConsoleContext context(target());
    MaintenancePanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    QVERIFY(factOf(panel, "schemaFacts", u"Revision"_s).startsWith(u"20,"_s));
    QCOMPARE(factOf(panel, "schemaFacts", u"Additions by others"_s), u"theirs"_s);
    QCOMPARE(child<QLabel>(panel, "upgradeText")->text(), u"Up to date."_s);
    QVERIFY(!child<QPushButton>(panel, "upgradeButton")->isVisible());
    QCOMPARE(child<QTreeWidget>(panel, "sizesList")->topLevelItemCount(),
             panel.sheet()->sizes.relations.size());
    QCOMPARE(child<FactList>(panel, "schemaLedger")->facts().size(), 20);
}

void TestMaintenancePanel::olderSchemaOffersTheUpgrade()
{
    m_database->script("delete from graphile_worker.migrations where id > 18");
    ConsoleContext context(target());
    MaintenancePanel panel(&context);
    const QSignalSpy upgrades(&context, &ConsoleContext::migrationRequested);
    show(&panel);
    waitUntilRead(&panel);
    QVERIFY(child<QPushButton>(panel, "upgradeButton")->isVisible());
    QTest::mouseClick(child<QPushButton>(panel, "upgradeButton"), Qt::LeftButton);
    QCOMPARE(upgrades.count(), 1);
}

void TestMaintenancePanel::indexesAreLinked()
{
    m_database->script("create index _yardmaster_failed_jobs on graphile_worker._private_jobs (id) "
                       "where not is_available and locked_at is null");
    ConsoleContext context(target());
    MaintenancePanel panel(&context);
    const QSignalSpy indexes(&context, &ConsoleContext::indexesRequested);
    show(&panel);
    waitUntilRead(&panel);
    QVERIFY(factOf(panel, "indexFacts", u"_yardmaster_failed_jobs"_s).startsWith(u"Present"_s));
    panel.findChild<QAction *>(u"maintenance.indexes"_s)->trigger();
    QCOMPARE(indexes.count(), 1);
}

void TestMaintenancePanel::cleanupCountsThenDeletes()
{
    deadJobs(7);
    ConsoleContext context(target());
    MaintenancePanel panel(&context);
    const QSignalSpy changes(&context, &ConsoleContext::jobsChanged);
    show(&panel);
    waitUntilRead(&panel);
    auto *run = child<QPushButton>(panel, "cleanupRun");
    QVERIFY(!run->isEnabled());
    QVERIFY(run->toolTip().contains(u"Count first"_s));
    child<QCheckBox>(panel, "cleanup0")->setChecked(true);
    QTest::mouseClick(child<QPushButton>(panel, "cleanupCountButton"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(child<QLabel>(panel, "cleanupCount0")->text(), u"7"_s, kPatience);
    QCOMPARE(child<QLabel>(panel, "cleanupCount1")->text(), u"1"_s);
    // Other wishes than what was counted: count again.
    child<QLineEdit>(panel, "cleanupKept")->setText(u"dead, more"_s);
    QVERIFY(!run->isEnabled());
    QTest::mouseClick(child<QPushButton>(panel, "cleanupCountButton"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(child<QLabel>(panel, "cleanupCount1")->text(), u"0"_s, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(run->isEnabled(), kPatience);

    QTest::mouseClick(run, Qt::LeftButton);
    auto *dialog = panel.findChild<CleanupDialog *>();
    QVERIFY(dialog);
    auto *button = child<QPushButton>(*dialog, "confirmButton");
    auto *typed = child<QLineEdit>(*dialog, "typedConfirmation");
    QTest::keyClick(dialog, Qt::Key_Return);
    QTest::keyClicks(typed, u"7"_s);
    QTest::keyClick(typed, Qt::Key_Return);
    QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_jobs"), u"7"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(
        child<QLabel>(panel, "cleanupStatus")->text().startsWith(u"Deleted jobs: 7;"_s), kPatience);
    QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_jobs"), u"0"_s);
    QCOMPARE(m_database->scalar("select identifier from graphile_worker._private_tasks"),
             u"dead"_s);
    QCOMPARE(changes.count(), 1);
}

void TestMaintenancePanel::vacuumIsAskedThenDone()
{
    deadJobs(3);
    ConsoleContext context(target());
    MaintenancePanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    auto *list = child<QTreeWidget>(panel, "sizesList");
    list->setCurrentItem(list->topLevelItem(0));
    const QString table = list->currentItem()->text(0);
    auto *button = child<QPushButton>(panel, "sizesButton");
    QVERIFY(button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(child<QWidget>(panel, "sizesQuestion")->isVisible());
    QCOMPARE(child<QLabel>(panel, "sizesSql")->text(),
             u"vacuum (analyze) \"graphile_worker\".\"%1\";"_s.arg(table));
    QTest::mouseClick(child<QPushButton>(panel, "sizesConfirm"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(
        child<QLabel>(panel, "sizesStatus")->text().startsWith(u"Done: vacuum"_s), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(
        m_database->scalar("select last_vacuum is not null from pg_stat_user_tables where relname "
                           "= '"
                           + table.toLatin1() + "'"),
        u"t"_s, kPatience);

    QTreeWidgetItem *index = list->topLevelItem(list->topLevelItemCount() - 1);
    list->setCurrentItem(index);
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(child<QLabel>(panel, "sizesSql")->text().startsWith(u"reindex index concurrently"_s));
    QTest::mouseClick(child<QPushButton>(panel, "sizesConfirm"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(
        child<QLabel>(panel, "sizesStatus")->text().startsWith(u"Done: reindex"_s), kPatience);
}

void TestMaintenancePanel::removalNeedsTheNameAndNeverEnter()
{
    deadJobs(2);
    ConsoleContext context(target());
    MaintenancePanel panel(&context);
    const QSignalSpy removed(&context, &ConsoleContext::schemaRemoved);
    show(&panel);
    waitUntilRead(&panel);
    QTest::mouseClick(child<QPushButton>(panel, "removeSchema"), Qt::LeftButton);
    auto *dialog = panel.findChild<RemoveSchemaDialog *>();
    QVERIFY(dialog);
    QTRY_VERIFY_WITH_TIMEOUT(child<QLineEdit>(*dialog, "typedConfirmation")->isVisible(),
                             kPatience);
    QVERIFY(child<QLabel>(*dialog, "removeSummary")->text().contains(u"2 jobs"_s));
    QVERIFY(child<QTreeWidget>(*dialog, "removeObjects")->topLevelItemCount() > 10);
    auto *button = child<QPushButton>(*dialog, "confirmButton");
    auto *typed = child<QLineEdit>(*dialog, "typedConfirmation");
    QTest::keyClick(dialog, Qt::Key_Return);
    QTest::keyClicks(typed, u"graphile_worke"_s);
    QVERIFY(!button->isEnabled());
    QTest::keyClicks(typed, u"r"_s);
    QVERIFY(button->isEnabled());
    QTest::keyClick(typed, Qt::Key_Return);
    QVERIFY(dialog->isVisible());
    QCOMPARE(m_database->scalar("select to_regnamespace('graphile_worker') is null"), u"f"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(removed.count(), 1, kPatience);
    QCOMPARE(m_database->scalar("select to_regnamespace('graphile_worker') is null"), u"t"_s);
    QVERIFY(panel.findChild<QStackedWidget *>()->currentWidget()->accessibleName().contains(
        u"has been removed"_s));
    QVERIFY(!panel.findChild<QAction *>(u"maintenance.remove-schema"_s)->isEnabled());
}

void TestMaintenancePanel::liveWorkersHoldTheRemovalUp()
{
    m_database->script("select graphile_worker.worker_heartbeat('alive');"
                       "update graphile_worker._private_workers set last_heartbeat_at = now() + "
                       "interval '1 h'");
    ConsoleContext context(target());
    RemoveSchemaDialog dialog(&context);
    dialog.open();
    auto *despite = child<QCheckBox>(dialog, "removeDespite");
    QTRY_VERIFY_WITH_TIMEOUT(despite->isVisible(), kPatience);
    auto *button = child<QPushButton>(dialog, "confirmButton");
    QVERIFY(!button->isEnabled());
    QVERIFY(button->toolTip().contains(u"Workers alive: 1."_s));
    despite->setChecked(true);
    child<QLineEdit>(dialog, "typedConfirmation")->setText(u"graphile_worker"_s);
    QVERIFY(button->isEnabled());
    const QSignalSpy removed(&dialog, &RemoveSchemaDialog::removed);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(removed.count(), 1, kPatience);
}

void TestMaintenancePanel::operatorLogIsKeptInTheSchemaOnRequest()
{
    ConsoleContext context(target());
    MaintenancePanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    const auto *word = child<QLabel>(panel, "sharedLogState");
    auto *button = child<QPushButton>(panel, "sharedLogButton");
    QCOMPARE(word->text(), u"Not kept in the schema."_s);
    const auto confirm = [&](const QString &typed) {
        QTest::mouseClick(button, Qt::LeftButton);
        const QPointer<SharedLogDialog> dialog = panel.findChild<SharedLogDialog *>();
        QVERIFY(dialog);
        QTest::keyClick(dialog, Qt::Key_Return);
        auto *confirmation = child<QPushButton>(*dialog, "confirmButton");
        auto *typing = child<QLineEdit>(*dialog, "typedConfirmation");
        if (!typed.isEmpty()) {
            // Those that came since the page was read are counted, too.
            QTRY_COMPARE_WITH_TIMEOUT(child<QLabel>(*dialog, "sharedLogEntries")->text(),
                                      u"The log has 3 entries."_s, kPatience);
            QTRY_VERIFY_WITH_TIMEOUT(typing->isVisible(), kPatience);
        }
        QCOMPARE(confirmation->isEnabled(), typed.isEmpty());
        QTest::keyClicks(typing, typed);
        const QSignalSpy changed(dialog, &SharedLogDialog::logChanged);
        QTest::mouseClick(confirmation, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, kPatience);
        QTest::mouseClick(child<QPushButton>(*dialog, "confirmClose"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog, kPatience);
    };
    const QByteArray exists
        = "select to_regclass('graphile_worker._yardmaster_operator_log') is not null";
    QCOMPARE(m_database->scalar(exists), u"f"_s);
    confirm({});
    QCOMPARE(m_database->scalar(exists), u"t"_s);
    QTRY_VERIFY_WITH_TIMEOUT(word->text().startsWith(u"Kept in the schema: 0 entries"_s),
                             kPatience);
    // It is no addition by others.
    QCOMPARE(factOf(panel, "schemaFacts", u"Additions by others"_s), u"none"_s);
    m_database->script("insert into graphile_worker._yardmaster_operator_log (entry) values "
                       "('{}'), ('{}')");
    panel.refresh();
    QTRY_VERIFY_WITH_TIMEOUT(word->text().startsWith(u"Kept in the schema: 2 entries"_s),
                             kPatience);
    m_database->script(
        "insert into graphile_worker._yardmaster_operator_log (entry) values ('{}')");
    confirm(u"graphile_worker"_s);
    QCOMPARE(m_database->scalar(exists), u"f"_s);
    QTRY_COMPARE_WITH_TIMEOUT(word->text(), u"Not kept in the schema."_s, kPatience);
}

void TestMaintenancePanel::productionIsLockedUntilArmed()
{
    ConsoleContext context(target(Environment::Production));
    MaintenancePanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    const auto *remove = child<QPushButton>(panel, "removeSchema");
    QVERIFY(!remove->isEnabled());
    QCOMPARE(remove->toolTip(), context.guard()->reason());
    QVERIFY(!child<QPushButton>(panel, "sizesButton")->isEnabled());
    context.guard()->arm(std::chrono::minutes{5});
    QVERIFY(remove->isEnabled());
    QVERIFY(child<QPushButton>(panel, "sizesButton")->isEnabled());
}

void TestMaintenancePanel::missingRightsAreExplained()
{
    const QByteArray guest = "guest_" + m_database->name().toLatin1();
    m_database->script("create role " + guest + " login; grant usage on schema graphile_worker to "
                       + guest + "; grant select on all tables in schema graphile_worker to "
                       + guest);
    {
        ConsoleTarget here = target();
        here.connection.set(u"user"_s, QString::fromLatin1(guest));
        ConsoleContext context(here);
        MaintenancePanel panel(&context);
        show(&panel);
        waitUntilRead(&panel);
        QVERIFY(!child<QPushButton>(panel, "sizesButton")->isEnabled());
        QVERIFY(child<QLabel>(panel, "sizesReason")->text().contains(u"Only the owner"_s));
    }
    m_database->script("drop owned by " + guest + " cascade; drop role " + guest);
}

void TestMaintenancePanel::errorsAreShown()
{
    ConsoleTarget nowhere;
    nowhere.connection.set(u"host"_s, u"/nonexistent"_s);
    ConsoleContext context(nowhere);
    MaintenancePanel panel(&context);
    show(&panel);
    QTRY_COMPARE_WITH_TIMEOUT(
        panel.findChild<QStackedWidget *>()->currentWidget()->accessibleName(), u"Cannot connect"_s,
        kPatience);
    QVERIFY(child<QPushButton>(panel, "maintenanceRefresh")->isEnabled());
}

void TestMaintenancePanel::looks()
{
    deadJobs(1200);
    m_database->script(
        "alter table graphile_worker._private_jobs set (autovacuum_enabled = off);"
        "insert into graphile_worker._private_jobs (task_id) select t.id from "
        "graphile_worker._private_tasks t, generate_series(1, 40000);"
        "create index _yardmaster_failed_jobs on graphile_worker._private_jobs (id) where not "
        "is_available and locked_at is null;"
        "create schema app; create view app.waiting as select id from graphile_worker.jobs;"
        "create function app.enqueue() returns void language plpgsql as "
        "'begin perform graphile_worker.add_job(''x''); end';"
        "select graphile_worker.worker_heartbeat('yardmaster-web-1-4711-abc123')");
    m_database->script("delete from graphile_worker._private_jobs where id % 2 = 0");
    ConsoleContext context(target());
    MaintenancePanel panel(&context);
    show(&panel);
    waitUntilRead(&panel);
    QTRY_VERIFY_WITH_TIMEOUT(
        [&] {
            panel.refresh();
            return panel.sheet()->sizes.relations.first().dead.value_or(0) > 10000;
        }(),
        kPatience);
    child<QCheckBox>(panel, "cleanup0")->setChecked(true);
    QTest::mouseClick(child<QPushButton>(panel, "cleanupCountButton"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(child<QPushButton>(panel, "cleanupRun")->isEnabled(), kPatience);
    QVERIFY(takePictures(&m_theme, &panel, u"maintenance"_s));
    QTest::mouseClick(child<QPushButton>(panel, "cleanupRun"), Qt::LeftButton);
    auto *cleanup = panel.findChild<CleanupDialog *>();
    QVERIFY(takePictures(&m_theme, cleanup, u"maintenance-cleanup"_s));
    cleanup->reject();
    RemoveSchemaDialog removal(&context);
    removal.open();
    QTRY_VERIFY_WITH_TIMEOUT(child<QLabel>(removal, "removeCallers")->isVisible(), kPatience);
    QVERIFY(takePictures(&m_theme, &removal, u"maintenance-remove"_s));
    for (const bool isThere : {false, true}) {
        SharedLogDialog log(
            &context, {.isThere = isThere, .mayRemove = true, .mayCreate = true, .entries = 1234});
        log.open();
        QVERIFY(takePictures(&m_theme, &log,
                             isThere ? u"maintenance-remove-log"_s : u"maintenance-keep-log"_s));
    }
}

YARDMASTER_WINDOW_TEST(TestMaintenancePanel)
#include "tst_maintenancepanel.moc"
