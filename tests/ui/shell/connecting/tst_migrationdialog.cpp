#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/shell/connecting/migrationdialog.h"

#include "models/console/consolecontext.h"
#include "models/console/queuemonitor.h"
#include "tests/migrations/schemafixture.h"
#include "ui/kit/theme.h"
#include "ui/shell/connectionbar.h"

#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using Phase = SchemaMigration::Phase;

namespace { } // namespace

class TestMigrationDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void upgradeShowsItsStepsAndRuns();
    void missingSchemaIsInstalled();
    void enterChangesNothing();
    void productionWantsTheNameTyped();
    void obstacleIsShown();
    void failureIsSaidAndTriedAgain();
    void barOffersWhatIsMissing();
    void looks();

private:
    ConsoleTarget target(Environment environment = Environment::Development) const;
    static void show(MigrationDialog *dialog);

    Theme m_theme;
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<SchemaFixture> m_fixture;
};

void TestMigrationDialog::init()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createEmpty());
    m_fixture = std::make_unique<SchemaFixture>(*m_database, kSchema);
}

void TestMigrationDialog::cleanup()
{
    m_fixture.reset();
    m_database.reset();
}

ConsoleTarget TestMigrationDialog::target(Environment environment) const
{
    ConsoleTarget target;
    target.connection = m_database->settings();
    target.profileName = u"shop"_s;
    target.environment = environment;
    return target;
}

void TestMigrationDialog::show(MigrationDialog *dialog)
{
    dialog->show();
    dialog->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(dialog, kPatience));
    QTRY_COMPARE_WITH_TIMEOUT(dialog->migration().phase(), Phase::Ready, kPatience);
}

void TestMigrationDialog::upgradeShowsItsStepsAndRuns()
{
    m_fixture->installRevision(15);
    m_fixture->script("insert into @.tasks (identifier) values ('a');"
                      "insert into @.jobs (task_id, locked_at, locked_by) select id, "
                      "now(), 'web-7' from @.tasks");
    ConsoleContext context(target());
    MigrationDialog dialog(&context);
    const QSignalSpy done(&dialog, &MigrationDialog::migrated);
    show(&dialog);
    QVERIFY(child<QLabel>(dialog, "migrationTitle")->text().contains(u"from revision 15 to 20"_s));
    const QString warning = child<QLabel>(dialog, "migrationWarning")->text();
    QVERIFY(warning.contains(u"web-7 (1)"_s));
    QVERIFY(warning.contains(u"no revision above 15"_s));
    const auto *steps = child<QTreeWidget>(dialog, "migrationSteps");
    QCOMPARE(steps->topLevelItemCount(), 5);
    QVERIFY(steps->topLevelItem(0)->text(1).startsWith(u"Breaking"_s));
    QVERIFY(steps->topLevelItem(1)->text(1).startsWith(u"Non-breaking"_s));
    QVERIFY(!child<QLineEdit>(dialog, "migrationTyped")->isVisible());
    auto *run = child<QPushButton>(dialog, "migrationRun");
    QCOMPARE(run->text(), u"Upgrade to revision 20"_s);
    QTest::mouseClick(run, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(dialog.migration().phase(), Phase::Done, kPatience);
    QCOMPARE(done.count(), 1);
    QVERIFY(child<QLabel>(dialog, "migrationTitle")->text().contains(u"at revision 20"_s));
    QCOMPARE(m_fixture->value("select max(id) from @.migrations"), u"20"_s);
    QCOMPARE(m_fixture->value("select count(*) from @._private_jobs"), u"1"_s);
}

void TestMigrationDialog::missingSchemaIsInstalled()
{
    ConsoleContext context(target());
    MigrationDialog dialog(&context);
    show(&dialog);
    auto *run = child<QPushButton>(dialog, "migrationRun");
    QCOMPARE(run->text(), u"Install schema"_s);
    QVERIFY(child<QLabel>(dialog, "migrationWarning")->text().isEmpty());
    QTest::mouseClick(run, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(dialog.migration().phase(), Phase::Done, kPatience);
    QCOMPARE(m_fixture->value("select count(*) from @.jobs"), u"0"_s);
}

void TestMigrationDialog::enterChangesNothing()
{
    ConsoleContext context(target());
    MigrationDialog dialog(&context);
    show(&dialog);
    QTest::keyClick(&dialog, Qt::Key_Return);
    QCOMPARE(dialog.migration().phase(), Phase::Ready);
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QVERIFY(!dialog.isVisible());
    QCOMPARE(m_fixture->value("select count(*) from pg_namespace where nspname = "
                              "'graphile_worker'"),
             u"0"_s);
}

void TestMigrationDialog::productionWantsTheNameTyped()
{
    m_fixture->installRevision(15);
    ConsoleContext context(target(Environment::Production));
    MigrationDialog dialog(&context);
    show(&dialog);
    auto *run = child<QPushButton>(dialog, "migrationRun");
    QVERIFY(!run->isEnabled());
    QCOMPARE(child<QLabel>(dialog, "migrationProblem")->text(), context.guard()->reason());
    context.guard()->arm(std::chrono::minutes{5});
    QVERIFY(!run->isEnabled());
    auto *typed = child<QLineEdit>(dialog, "migrationTyped");
    QVERIFY(typed->isVisible());
    QTest::keyClicks(typed, u"graphile_worke"_s);
    QVERIFY(!run->isEnabled());
    QTest::keyClicks(typed, u"r"_s);
    QVERIFY(run->isEnabled());
    context.guard()->lock();
    QVERIFY(!run->isEnabled());
}

void TestMigrationDialog::obstacleIsShown()
{
    ConsoleTarget here = target();
    here.connection.set(u"options"_s, u"-c default_transaction_read_only=on"_s);
    ConsoleContext context(here);
    MigrationDialog dialog(&context);
    show(&dialog);
    QVERIFY(!child<QPushButton>(dialog, "migrationRun")->isEnabled());
    QVERIFY(child<QLabel>(dialog, "migrationProblem")->text().contains(u"read-only"_s));
}

void TestMigrationDialog::failureIsSaidAndTriedAgain()
{
    m_fixture->installRevision(10);
    m_fixture->script("insert into @.jobs (task_identifier, locked_at, locked_by) values "
                      "('a', now(), 'old-worker')");
    ConsoleContext context(target());
    MigrationDialog dialog(&context);
    show(&dialog);
    QTest::mouseClick(child<QPushButton>(dialog, "migrationRun"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(dialog.migration().phase(), Phase::Failed, kPatience);
    QCOMPARE(child<QLabel>(dialog, "migrationTitle")->text(), u"Nothing was changed"_s);
    QVERIFY(child<QLabel>(dialog, "migrationProblem")->text().contains(u"stop those workers"_s));
    m_fixture->script("update @.jobs set locked_at = null, locked_by = null");
    QTest::mouseClick(child<QPushButton>(dialog, "migrationAgain"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(dialog.migration().phase(), Phase::Ready, kPatience);
    QTest::mouseClick(child<QPushButton>(dialog, "migrationRun"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(dialog.migration().phase(), Phase::Done, kPatience);
}

void TestMigrationDialog::barOffersWhatIsMissing()
{
    QueueMonitor monitor;
    ConnectionBar bar(&monitor, m_database->settings(), kSchema);
    const QSignalSpy wanted(&bar, &ConnectionBar::migrationRequested);
    bar.show();
    auto *button = child<QPushButton>(bar, "migrateButton");
    QVERIFY(!button->isVisible());
    monitor.watch(SessionPool(m_database->settings()), kSchema);
    QTRY_COMPARE_WITH_TIMEOUT(monitor.state(), QueueMonitor::State::Trouble, kPatience);
    QVERIFY(button->isVisible());
    QCOMPARE(button->text(), u"Install schema…"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(wanted.count(), 1);

    m_fixture->installRevision(15); // too old to be read
    monitor.watch(SessionPool(m_database->settings()), kSchema);
    QTRY_COMPARE_WITH_TIMEOUT(monitor.state(), QueueMonitor::State::Trouble, kPatience);
    QCOMPARE(button->text(), u"Upgrade to revision 20…"_s);
    QVERIFY(button->isVisible());

    m_fixture->migrate();
    monitor.watch(SessionPool(m_database->settings()), kSchema);
    QTRY_COMPARE_WITH_TIMEOUT(monitor.state(), QueueMonitor::State::Live, kPatience);
    QVERIFY(!button->isVisible());
}

void TestMigrationDialog::looks()
{
    m_fixture->installRevision(15);
    m_fixture->script("insert into @.tasks (identifier) values ('a');"
                      "insert into @.jobs (task_id, locked_at, locked_by) select id, "
                      "now(), 'worker-' || n from @.tasks, generate_series(1, 5) n");
    ConsoleContext context(target(Environment::Production));
    context.guard()->arm(std::chrono::minutes{5});
    MigrationDialog dialog(&context);
    show(&dialog);
    QVERIFY(takePictures(&m_theme, &dialog, u"migration"_s));
}

YARDMASTER_WINDOW_TEST(TestMigrationDialog)
#include "tst_migrationdialog.moc"
