#include "models/console/consolecontext.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/ui/wholewindow.h"
#include "ui/kit/command.h"
#include "ui/shell/connections/connectionswindow.h"
#include "ui/shell/consolepage.h"

#include <QApplication>
#include <QCheckBox>
#include <QLineEdit>
#include <QListView>
#include <QPointer>
#include <QSignalSpy>
#include <QTableView>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using yardmaster::test::child;
using yardmaster::test::kPatience;
using yardmaster::test::TestDatabase;

namespace {

/// Columns of the overview.
enum Column { Name, EnvironmentWord, Word, Ready, Running, Failed, Alerts, Standby, Seen };

} // namespace

/// Three windows, on two databases and none, and the ways from one to the other.
class TestConnections : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void eachConnectionIsARow();
    void aDoubleClickBringsTheWindowToFront();
    void enterBringsTheWindowToFront();
    void aLostConnectionIsSaid();
    void noSessionIsOpenedForIt();
    void recentProfilesAreListedOnDemand();
    void itGoesWithTheLastWindow();
    void keysGoFromOneToTheNext();
    void thePaletteGoesToAConnection();
    void looks();

private:
    struct Opened
    {
        std::unique_ptr<QSettings> settings;
        std::unique_ptr<MainWindow> window;
    };
    [[nodiscard]] Opened opened(const ConnectionSettings &database, const QString &name,
                                Environment environment, const QString &profile)
    {
        Opened opened;
        opened.settings
            = std::make_unique<QSettings>(m_folder.filePath(name), QSettings::IniFormat);
        opened.window = std::make_unique<MainWindow>(opened.settings.get());
        opened.window->resize(1024, 700);
        opened.window->show();
        MainWindowSetup setup;
        setup.connection = database;
        setup.profileName = name;
        setup.profileId = profile;
        setup.environment = environment;
        opened.window->connectTo(setup);
        return opened;
    }
    static bool isInFront(MainWindow *window)
    {
        return QTest::qWaitFor([&] { return QApplication::activeWindow() == window; }, kPatience);
    }
    /// By its command's key, in the window that is in front.
    static ConnectionsWindow *overview()
    {
        QTest::keyClick(QApplication::activeWindow(), Qt::Key_O,
                        Qt::ControlModifier | Qt::ShiftModifier);
        ConnectionsWindow *found = nullptr;
        const bool isThere = QTest::qWaitFor(
            [&] {
                found = qobject_cast<ConnectionsWindow *>(QApplication::activeWindow());
                return found && found->isVisible();
            },
            kPatience);
        return isThere ? found : nullptr;
    }
    static QTableView *table(const ConnectionsWindow *overview)
    {
        return child<QTableView>(*overview, "connectionsTable");
    }
    static QString cell(const ConnectionsWindow *overview, int row, int column)
    {
        return table(overview)->model()->index(row, column).data().toString();
    }
    /// -1: it is not there.
    static int rowOf(const ConnectionsWindow *overview, const QString &name)
    {
        for (int row = 0; row < table(overview)->model()->rowCount(); ++row) {
            if (cell(overview, row, Name) == name)
                return row;
        }
        return -1;
    }
    static bool says(const ConnectionsWindow *overview, const QString &name, int column,
                     const QString &text)
    {
        return QTest::qWaitFor(
            [&] { return cell(overview, rowOf(overview, name), column) == text; }, kPatience);
    }

    test::WindowFolder m_folder;
    std::optional<TestDatabase> m_shop;
    std::optional<TestDatabase> m_billing;
    Opened m_first;
    Opened m_second;
};

void TestConnections::init()
{
    m_shop.emplace(TestDatabase::createMigrated());
    m_billing.emplace(TestDatabase::createMigrated());
    for (int number = 0; number < 3; ++number)
        m_shop->script("select graphile_worker.add_job('send')");
    m_billing->script("select graphile_worker.add_job('bill')");
    m_billing->script("update graphile_worker._private_jobs set attempts = max_attempts, "
                      "last_error = 'no'");
    m_first = opened(m_shop->settings(), u"shop"_s, Environment::Staging, u"one"_s);
    m_second = opened(m_billing->settings(), u"billing"_s, Environment::Production, u"two"_s);
    m_first.window->activateWindow();
    QVERIFY(isInFront(m_first.window.get()));
    QTRY_COMPARE_WITH_TIMEOUT(test::connectionWord(*m_first.window), u"Connected"_s, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(test::connectionWord(*m_second.window), u"Connected"_s, kPatience);
}

void TestConnections::cleanup()
{
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        if (qobject_cast<ConnectionsWindow *>(widget))
            delete widget;
    }
    m_first = {};
    m_second = {};
    m_shop.reset();
    m_billing.reset();
}

void TestConnections::eachConnectionIsARow()
{
    const ConnectionsWindow *all = overview();
    QVERIFY(all);
    QCOMPARE(table(all)->model()->rowCount(), 2);
    QVERIFY(says(all, u"shop"_s, Word, u"Connected"_s));
    QCOMPARE(cell(all, rowOf(all, u"shop"_s), EnvironmentWord), u"Staging"_s);
    QCOMPARE(cell(all, rowOf(all, u"billing"_s), EnvironmentWord), u"Production"_s);
    QVERIFY(says(all, u"shop"_s, Ready, u"3"_s));
    QVERIFY(says(all, u"billing"_s, Ready, u"0"_s));
    QVERIFY(says(all, u"billing"_s, Failed, u"1"_s));
    QVERIFY(!cell(all, rowOf(all, u"shop"_s), Seen).isEmpty());
    QCOMPARE(cell(all, rowOf(all, u"shop"_s), Alerts), u"off"_s);
    // What happens meanwhile arrives by itself.
    m_shop->script("select graphile_worker.add_job('send')");
    QVERIFY(says(all, u"shop"_s, Ready, u"4"_s));
    m_second.window->console()->context()->guard()->arm(std::chrono::minutes(1));
    QVERIFY(says(all, u"billing"_s, Word, u"Connected, unlocked"_s));
    // A window more is a row more; asked for once more it is the same overview.
    const Opened third = opened(m_shop->settings(), u"again"_s, Environment::Development, u"3"_s);
    QTRY_COMPARE_WITH_TIMEOUT(table(all)->model()->rowCount(), 3, kPatience);
    m_second.window->activateWindow();
    QVERIFY(isInFront(m_second.window.get()));
    QCOMPARE(overview(), all);
}

void TestConnections::aDoubleClickBringsTheWindowToFront()
{
    const ConnectionsWindow *all = overview();
    QVERIFY(all);
    const QModelIndex index = table(all)->model()->index(rowOf(all, u"billing"_s), Word);
    const QPoint spot = table(all)->visualRect(index).center();
    QTest::mouseClick(table(all)->viewport(), Qt::LeftButton, {}, spot);
    QTest::mouseDClick(table(all)->viewport(), Qt::LeftButton, {}, spot);
    QVERIFY(isInFront(m_second.window.get()));
}

void TestConnections::enterBringsTheWindowToFront()
{
    m_second.window->showMinimized();
    const ConnectionsWindow *all = overview();
    QVERIFY(all);
    QVERIFY(table(all)->hasFocus());
    QCOMPARE(rowOf(all, u"billing"_s), 0); // by name
    QTest::keyClick(table(all), Qt::Key_Down);
    QTest::keyClick(table(all), Qt::Key_Up);
    QTest::keyClick(table(all), Qt::Key_Return);
    QVERIFY(isInFront(m_second.window.get()));
    QVERIFY(!m_second.window->isMinimized());
    // Escape leaves the overview.
    const QPointer<ConnectionsWindow> again(overview());
    QTest::keyClick(table(again), Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(!again, kPatience);
}

void TestConnections::aLostConnectionIsSaid()
{
    const ConnectionsWindow *all = overview();
    QVERIFY(all);
    QVERIFY(says(all, u"billing"_s, Failed, u"1"_s));
    m_billing->refuse("yardmaster console");
    QTRY_VERIFY_WITH_TIMEOUT(test::connectionWord(*m_second.window) != u"Connected"_s
                                 && cell(all, rowOf(all, u"billing"_s), Word)
                                     == test::connectionWord(*m_second.window),
                             kPatience);
    QCOMPARE(cell(all, rowOf(all, u"billing"_s), Failed), u"1"_s); // as of its last answer
    QCOMPARE(cell(all, rowOf(all, u"shop"_s), Word), u"Connected"_s);
}

void TestConnections::noSessionIsOpenedForIt()
{
    const QString before = m_shop->scalar("select clock_timestamp()::text");
    const ConnectionsWindow *all = overview();
    QVERIFY(all);
    for (const auto &number : {u"4"_s, u"5"_s, u"6"_s}) {
        m_shop->script("select graphile_worker.add_job('send')");
        QVERIFY(says(all, u"shop"_s, Ready, number));
    }
    // Sessions of the pages come and go; no other ones do.
    const QString others
        = m_shop->scalar("select count(*) from pg_stat_activity where datname = current_database() "
                         "and application_name like 'yardmaster%' and application_name not in "
                         "('yardmaster console', 'yardmaster live') and backend_start > '"
                         + before.toUtf8() + "'");
    QCOMPARE(others, u"0"_s);
    const QString pages
        = m_shop->scalar("select count(*) <= 3 from pg_stat_activity where datname = "
                         "current_database() and application_name = 'yardmaster console'");
    QCOMPARE(pages, u"t"_s);
}

void TestConnections::recentProfilesAreListedOnDemand()
{
    Profile other = Profile::make();
    other.name = u"archive"_s;
    other.group = u"eu"_s;
    Profile open = Profile::make();
    open.id = u"one"_s; // of the first window
    open.name = u"shop"_s;
    m_first.window->setRecent({other, open});
    QSignalSpy wanted(m_first.window.get(), &MainWindow::recentRequested);
    const ConnectionsWindow *all = overview();
    QVERIFY(all);
    QCOMPARE(rowOf(all, u"eu / archive"_s), -1);
    auto *box = child<QCheckBox>(*all, "connectionsRecent");
    QTest::keyClick(box, Qt::Key_Space);
    QCOMPARE(table(all)->model()->rowCount(), 3); // the open one only once
    const int row = rowOf(all, u"eu / archive"_s);
    QVERIFY(row >= 0);
    QCOMPARE(cell(all, row, Word), u"Not open"_s);
    QCOMPARE(cell(all, row, Ready), QString());
    QCOMPARE(wanted.count(), 0);
    table(all)->setCurrentIndex(table(all)->model()->index(row, 0));
    table(all)->setFocus();
    QTest::keyClick(table(all), Qt::Key_Return);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.first().first().toString(), other.id);
}

void TestConnections::itGoesWithTheLastWindow()
{
    const QPointer<ConnectionsWindow> all(overview());
    QVERIFY(all);
    QVERIFY(!all->testAttribute(Qt::WA_QuitOnClose)); // nor does it keep the program
    m_first.window->close();
    m_first = {};
    QTRY_COMPARE_WITH_TIMEOUT(table(all)->model()->rowCount(), 1, kPatience);
    m_second.window->close();
    m_second = {};
    QTRY_VERIFY_WITH_TIMEOUT(!all, kPatience);
}

void TestConnections::keysGoFromOneToTheNext()
{
    const auto next = child<QAction>(*m_first.window, "file.next-connection");
    QTRY_VERIFY_WITH_TIMEOUT(next->isEnabled(), kPatience);
    const Opened third
        = opened(m_shop->settings(), u"third"_s, Environment::Development, u"three"_s);
    m_first.window->activateWindow();
    QVERIFY(isInFront(m_first.window.get()));
    for (MainWindow *window : {m_second.window.get(), third.window.get(), m_first.window.get()}) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab, Qt::ControlModifier);
        QVERIFY(isInFront(window));
    }
    for (MainWindow *window : {third.window.get(), m_second.window.get()}) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab,
                        Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(isInFront(window));
    }
    // The last one has nowhere to go, and says so.
    third.window->close();
    m_first.window->close();
    m_first = {};
    m_second.window->activateWindow();
    QVERIFY(isInFront(m_second.window.get()));
    child<QAction>(*m_second.window, "edit.find-command")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!child<QAction>(*m_second.window, "file.next-connection")->isEnabled(),
                             kPatience);
}

void TestConnections::thePaletteGoesToAConnection()
{
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_K, Qt::ControlModifier);
    auto *field = child<QLineEdit>(*m_first.window, "commandField");
    QTRY_VERIFY_WITH_TIMEOUT(field->isVisible() && field->hasFocus(), kPatience);
    QTest::keyClicks(field, u"billing"_s);
    const auto *list = child<QListView>(*m_first.window, "commandList");
    QCOMPARE(list->model()->index(0, 0).data().toString(), u"Go to billing"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(isInFront(m_second.window.get()));
    // Only to others.
    child<QAction>(*m_second.window, "edit.find-command")->trigger();
    auto *other = child<QLineEdit>(*m_second.window, "commandField");
    QTest::keyClicks(other, u"Go to billing"_s);
    const auto *entries = child<QListView>(*m_second.window, "commandList")->model();
    for (int row = 0; row < entries->rowCount(); ++row)
        QVERIFY(entries->index(row, 0).data().toString() != u"Go to billing"_s);
}

void TestConnections::looks()
{
    Theme theme;
    Profile other = Profile::make();
    other.name = u"archive"_s;
    m_first.window->setRecent({other});
    ConnectionsWindow *all = overview();
    QVERIFY(all);
    child<QCheckBox>(*all, "connectionsRecent")->click();
    QVERIFY(says(all, u"shop"_s, Ready, u"3"_s));
    QVERIFY(says(all, u"billing"_s, Failed, u"1"_s));
    QVERIFY(test::takePictures(&theme, all, u"connections"_s));
    all->resize(1024, 700);
    QVERIFY(test::takePictures(&theme, all, u"connections-1024"_s));
}

YARDMASTER_WINDOW_TEST(TestConnections)
#include "tst_connections.moc"
