#include "models/console/consolecontext.h"
#include "tests/support/testprogram.h"
#include "tests/ui/shell/checks/checksui.h"
#include "tests/ui/wholewindow.h"
#include "ui/pages/maintenance/maintenancepanel.h"
#include "ui/pages/workers/sweepdialog.h"
#include "ui/shell/connecting/migrationdialog.h"

#include <QAction>
#include <QSettings>
#include <QTreeWidget>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// A whole window that checks its database, and mends what was found.
class TestCheckHelp : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated()); }
    void cleanup() { m_database.reset(); }

    void staleWorkersAreSweptFromIt();
    void aMissingIndexIsCreatedFromMaintenance();
    void anAbsentSchemaIsInstalledFromIt();

private:
    /// Opened from the menu of the window, at its end; null: it does not come to that.
    static CheckDialog *checked(const MainWindow &window)
    {
        child<QAction>(window, "maintenance.check")->trigger();
        auto *dialog = child<CheckDialog>(window);
        return ends(*dialog) ? dialog : nullptr;
    }

    WindowFolder m_folder;
    std::unique_ptr<TestDatabase> m_database;
};

void TestCheckHelp::staleWorkersAreSweptFromIt()
{
    m_database->script(kCheckedFaults);
    QSettings settings(m_folder.filePath(u"sweep.ini"_s), QSettings::IniFormat);
    const auto window = openWindow(&settings, *m_database, Environment::Development);
    QTRY_COMPARE(connectionWord(*window), u"Connected"_s);
    const CheckDialog *dialog = checked(*window);
    QVERIFY(dialog);
    QCOMPARE(helpOf(*dialog, "workers")->text(), u"Sweep stale workers…"_s);
    helpOf(*dialog, "workers")->click();
    QTRY_VERIFY(!window->findChild<CheckDialog *>());
    auto *sweep = child<SweepDialog>(*window);
    QVERIFY(sweep->isVisible());
    QTRY_COMPARE(child<QTreeWidget>(*sweep, "sweepList")->topLevelItemCount(), 1);
    QTRY_VERIFY(child<QPushButton>(*sweep, "confirmButton")->isEnabled());
    QTest::mouseClick(child<QPushButton>(*sweep, "confirmButton"), Qt::LeftButton);
    QTRY_COMPARE(
        m_database->scalar("select count(*) from graphile_worker.jobs where locked_by is not null"),
        u"0"_s);
    sweep->close();
    QTRY_VERIFY(!window->findChild<SweepDialog *>());
    dialog = checked(*window);
    QVERIFY(dialog);
    QCOMPARE(outcomeOf(*dialog, "workers"), u"OK"_s);
}

void TestCheckHelp::aMissingIndexIsCreatedFromMaintenance()
{
    const QByteArray definition
        = "select pg_get_indexdef(to_regclass('graphile_worker.jobs_no_queue_index'))";
    const QString before = m_database->scalar(definition);
    QSettings settings(m_folder.filePath(u"index.ini"_s), QSettings::IniFormat);
    const auto window = openWindow(&settings, *m_database, Environment::Development);
    QTRY_COMPARE(connectionWord(*window), u"Connected"_s);
    // Somebody has looked at another table there before.
    bringToFront(*window, u"maintenance"_s);
    auto *page = child<MaintenancePanel>(*window);
    QTRY_VERIFY(page->sheet());
    auto *create = child<QPushButton>(*page, "sizesButton");
    QTRY_COMPARE(create->text(), u"Vacuum…"_s);
    bringToFront(*window, u"jobs"_s);
    m_database->script("drop index graphile_worker.jobs_no_queue_index");
    const CheckDialog *dialog = checked(*window);
    QVERIFY(dialog);
    QCOMPARE(textsIn(*dialog, "indexes", "checkDetail"),
             QStringList{u"• jobs_no_queue_index is missing"_s});
    helpOf(*dialog, "indexes")->click();
    QTRY_COMPARE(create->text(), u"Create…"_s);
    QTRY_VERIFY(create->isVisible() && create->isEnabled());
    create->click();
    child<QPushButton>(*page, "sizesConfirm")->click();
    QTRY_COMPARE(m_database->scalar(definition), before);
    // The page's own button opens it, too.
    child<QPushButton>(*page, "maintenanceCheck")->click();
    QTRY_VERIFY(window->findChild<CheckDialog *>());
    dialog = child<CheckDialog>(*window);
    QVERIFY(ends(*dialog));
    QCOMPARE(outcomeOf(*dialog, "indexes"), u"OK"_s);
}

void TestCheckHelp::anAbsentSchemaIsInstalledFromIt()
{
    const TestDatabase empty = TestDatabase::createEmpty();
    QSettings settings(m_folder.filePath(u"absent.ini"_s), QSettings::IniFormat);
    const auto window = openWindow(&settings, empty, Environment::Production);
    auto *button = child<QPushButton>(*window, "checkConnectionButton");
    QTRY_VERIFY(button->isVisible()); // in trouble
    button->click();
    const auto *dialog = child<CheckDialog>(*window);
    QVERIFY(ends(*dialog));
    QCOMPARE(outcomeOf(*dialog, "revision"), u"Failed"_s);
    QCOMPARE(outcomeOf(*dialog, "workers"), u"Skipped"_s);
    QVERIFY(textsIn(*dialog, "revision", "checkRemedy").first().contains(u"schema install"_s));
    QCOMPARE(helpOf(*dialog, "revision")->text(), u"Install schema…"_s);
    helpOf(*dialog, "revision")->click();
    const auto *migration = child<MigrationDialog>(*window);
    QVERIFY(migration->isVisible());
    QTRY_VERIFY(child<QLabel>(*migration, "migrationTitle")->text().startsWith(u"Install"_s));
    // Nothing has happened yet, and production has to be unlocked first.
    QVERIFY(!child<QPushButton>(*migration, "migrationRun")->isEnabled());
    QCOMPARE(empty.scalar("select to_regnamespace('graphile_worker') is null"), u"t"_s);
}

YARDMASTER_WINDOW_TEST(TestCheckHelp)
#include "tst_checkhelp.moc"
