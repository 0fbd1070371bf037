#include "models/alerts/alertrule.h"
#include "models/console/consolecontext.h"
#include "models/operations/operation.h"
#include "models/operations/operationlist.h"
#include "tests/support/testprogram.h"
#include "tests/ui/shell/tabs/tabsintest.h"
#include "ui/shell/alerts/alertchip.h"
#include "ui/shell/commands/commandpalette.h"
#include "ui/shell/connecting/passwordpage.h"
#include "ui/shell/connections/openconnections.h"
#include "ui/shell/consolepages.h"

#include <QAccessible>
#include <QDialog>
#include <QLineEdit>
#include <QListView>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// What tabs say, and what keys and polling do with two of them.
class TestTabs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QVERIFY(m.open()); }
    void cleanup() { m.close(); }

    void oneConnectionHasNoTabs();
    void aTabSaysWhereItLeads();
    void productionIsFilledInFrontAndBehind();
    void whatIsUnderWayIsSaidByTheTab();
    void troubleIsSaidByTheTab();
    void keysGoFromTabToTab();
    void aClosedTabLeavesTheFocusToThePageInFront();
    void keysActOnTheTabInFront();
    void aPageBehindTakesNoKeys();
    void aDialogStaysWithItsTab();
    void aDialogPausesTheListOfItsConnectionOnly();
    void theTabBehindDoesNotRead();
    void thePaletteGoesToATab();
    void anAlertBringsItsTabToFront();
    void looks();

private:
    TwoTabs m;
};

void TestTabs::oneConnectionHasNoTabs()
{
    const QPointer<TabbedWindow> holder(m.window());
    QVERIFY(tabsOf(holder)->isVisible());
    QCOMPARE(m.billing->geometry().top(), 0); // of the stack
    m.billing->close();
    QVERIFY(!tabsOf(holder)->isVisible());
    QVERIFY(m.shop->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(m.shop->size(), holder->size(), kPatience);
    QCOMPARE(holder->windowTitle(), u"Yardmaster — shop"_s);
    QVERIFY(!child<QAction>(*m.shop.page, "tab.next")->isEnabled());
    QVERIFY(!child<QAction>(*m.shop.page, "tab.detach")->isEnabled());
    // And the window goes with the last one.
    m.shop->close();
    QTRY_VERIFY_WITH_TIMEOUT(!holder, kPatience);
}

void TestTabs::aTabSaysWhereItLeads()
{
    ConnectionTabs *tabs = tabsOf(m.window());
    QCOMPARE(tabs->count(), 2);
    QCOMPARE(tabs->tabText(0), u"shop"_s);
    QCOMPARE(tabs->tabText(1), u"production · billing"_s);
    QCOMPARE(m.window()->current(), m.billing.page.get());
    QCOMPARE(m.window()->windowTitle(), u"Yardmaster — production · billing"_s);
    QAccessibleInterface *bar = QAccessible::queryAccessibleInterface(tabs);
    QVERIFY(bar);
    const auto name = [&](int tab) { return bar->child(tab)->text(QAccessible::Name); };
    QTRY_COMPARE_WITH_TIMEOUT(name(0), u"shop, Staging, Connected"_s, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(name(1), u"billing, Production, Connected"_s, kPatience);
    QCOMPARE(bar->child(1)->role(), QAccessible::PageTab);
    QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(0).center());
    QCOMPARE(m.window()->current(), m.shop.page.get());
    QVERIFY(m.shop->isVisible());
    QVERIFY(!m.billing->isVisible());
    QCOMPARE(m.window()->windowTitle(), u"Yardmaster — shop"_s);
}

void TestTabs::productionIsFilledInFrontAndBehind()
{
    ConnectionTabs *tabs = tabsOf(m.window());
    const auto ground = [tabs](int tab) {
        const QRect rect = tabs->tabRect(tab);
        return tabs->grab().toImage().pixelColor(rect.left() + 5, rect.center().y());
    };
    const QColor production = environmentColor(Environment::Production);
    QCOMPARE(ground(1), production);
    QVERIFY(ground(0) != environmentColor(Environment::Staging));
    m.window()->setCurrent(m.shop.page.get());
    QCOMPARE(ground(1), production);
    QVERIFY(ground(0) != production);
}

void TestTabs::whatIsUnderWayIsSaidByTheTab()
{
    Theme theme;
    ConnectionTabs *tabs = tabsOf(m.window());
    QAccessibleInterface *bar = QAccessible::queryAccessibleInterface(tabs);
    const auto name = [&](int tab) { return bar->child(tab)->text(QAccessible::Name); };
    const auto marks = [tabs](int tab) {
        QRect rect = tabs->tabRect(tab);
        rect.setLeft(rect.right() - 100); // the name ends before them
        return tabs->grab(rect).toImage();
    };
    m.window()->setCurrent(m.shop.page.get());
    QTRY_COMPARE_WITH_TIMEOUT(name(1), u"billing, Production, Connected"_s, kPatience);
    const int width = tabs->tabRect(1).width();
    const QImage quiet = marks(1);

    WriteGuard *guard = m.billing->console()->context()->guard();
    guard->arm(std::chrono::minutes(1));
    QTRY_COMPARE_WITH_TIMEOUT(name(1), u"billing, Production, Connected, unlocked"_s, kPatience);
    QVERIFY(tabs->tabRect(1).width() > width);
    const QImage unlocked = marks(1);
    QVERIFY(unlocked != quiet);

    OperationSpec spec;
    spec.change = {.kind = OperationKind::Change, .priority = 3};
    spec.scope.ids = {1, 2};
    spec.options = {.batchSize = 1, .jobsPerSecond = 1};
    auto *operation = new Operation(m.billingDatabase->settings(),
                                    m.billing->console()->context()->operationsFolder());
    operation->begin(spec);
    m.billing->console()->operations()->watch(operation);
    QTRY_COMPARE_WITH_TIMEOUT(
        name(1), u"billing, Production, Connected, operation runs, unlocked"_s, kPatience);
    QVERIFY(marks(1) != unlocked);
    QVERIFY(takePictures(&theme, m.window(), u"tabs-under-way"_s));
    guard->lock();
    QTRY_COMPARE_WITH_TIMEOUT(name(1), u"billing, Production, Connected"_s, kPatience);
    QCOMPARE(tabs->tabRect(1).width(), width);
    QCOMPARE(name(0), u"shop, Staging, Connected"_s);
}

void TestTabs::troubleIsSaidByTheTab()
{
    m.window()->setCurrent(m.shop.page.get());
    m.window()->setCurrent(m.billing.page.get());
    m.billingDatabase->refuse("yardmaster console");
    QAccessibleInterface *bar = QAccessible::queryAccessibleInterface(tabsOf(m.window()));
    QTRY_VERIFY_WITH_TIMEOUT(connectionWord(*m.billing.page) != u"Connected"_s, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(bar->child(1)->text(QAccessible::Name),
                              u"billing, Production, "_s + connectionWord(*m.billing.page),
                              kPatience);
    QCOMPARE(bar->child(0)->text(QAccessible::Name), u"shop, Staging, Connected"_s);
}

void TestTabs::keysGoFromTabToTab()
{
    QVERIFY(m.billing->isAncestorOf(QApplication::focusWidget()));
    pressKey(Qt::Key_Tab, Qt::ControlModifier);
    QCOMPARE(m.window()->current(), m.shop.page.get());
    QVERIFY(m.shop->isAncestorOf(QApplication::focusWidget()));
    pressKey(Qt::Key_Backtab, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(m.window()->current(), m.billing.page.get());
    pressKey(Qt::Key_PageDown, Qt::ControlModifier);
    QCOMPARE(m.window()->current(), m.shop.page.get());
    pressKey(Qt::Key_PageUp, Qt::ControlModifier);
    QCOMPARE(m.window()->current(), m.billing.page.get());
    // Through another window, too; Ctrl+PageDown stays in this one.
    Tab other = openTab(m.folder, nullptr,
                        tabSetup(m.shopDatabase->settings(), u"other"_s, Environment::Sandbox));
    TabbedWindow *others = TabbedWindow::of(other.page.get());
    QVERIFY(others != m.window());
    pressKey(Qt::Key_Tab, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), m.window(), kPatience);
    QCOMPARE(m.window()->current(), m.shop.page.get());
    pressKey(Qt::Key_Tab, Qt::ControlModifier);
    QCOMPARE(m.window()->current(), m.billing.page.get());
    pressKey(Qt::Key_PageDown, Qt::ControlModifier);
    QCOMPARE(m.window()->current(), m.shop.page.get());
    pressKey(Qt::Key_Backtab, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), others, kPatience);
}

void TestTabs::aPageBehindTakesNoKeys()
{
    QWidget *const before = QApplication::focusWidget();
    QVERIFY(m.billing->isAncestorOf(before));
    // Such a page may ask for a password at any time.
    auto *password = child<QLineEdit>(*m.shop.page, "passwordField");
    password->setFocus();
    QCOMPARE(QApplication::focusWidget(), before);
    child<PasswordPage>(*m.shop.page)->ask(u"shop"_s, {}, false);
    QCOMPARE(QApplication::focusWidget(), before);
}

void TestTabs::aDialogStaysWithItsTab()
{
    TabbedWindow *const own = m.window();
    QDialog dialog(m.billing.page.get());
    dialog.open();
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeModalWidget(), &dialog, kPatience);
    own->setCurrent(m.shop.page.get()); // as the list of connections does
    QCOMPARE(own->current(), m.billing.page.get());
    Tab other = openTab(m.folder, nullptr,
                        tabSetup(m.shopDatabase->settings(), u"other"_s, Environment::Sandbox));
    TabbedWindow *const others = TabbedWindow::of(other.page.get());
    others->gather();
    QCOMPARE(TabbedWindow::of(m.billing.page.get()), own);
    QCOMPARE(TabbedWindow::of(m.shop.page.get()), others);
    dialog.reject();
    others->gather();
    QCOMPARE(TabbedWindow::of(m.billing.page.get()), others);
}

void TestTabs::aDialogPausesTheListOfItsConnectionOnly()
{
    child<QAction>(*m.billing.page, "tab.detach")->trigger();
    QVERIFY(m.hasJobs(m.shop, 3) && m.hasJobs(m.billing, 2));
    QDialog dialog(m.shop.page.get());
    dialog.open();
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeModalWidget(), &dialog, kPatience);
    const auto newJobs
        = [](const Tab &tab) { return TwoTabs::jobs(tab)->model()->fresh().value.value_or(0); };
    // However long the last answer took.
    const auto readSoon = [](const Tab &tab) {
        TwoTabs::jobs(tab)->live()->setInterval(std::chrono::milliseconds(50));
    };
    m.shopDatabase->script("select graphile_worker.add_job('send')");
    // Twice, so that the other list would have been read meanwhile.
    for (const qint64 count : {1, 2}) {
        m.billingDatabase->script("select graphile_worker.add_job('bill')");
        readSoon(m.billing);
        readSoon(m.shop);
        QTRY_COMPARE_WITH_TIMEOUT(newJobs(m.billing), count, kPatience);
    }
    QCOMPARE(newJobs(m.shop), qint64(0));
    dialog.reject();
    readSoon(m.shop);
    QTRY_COMPARE_WITH_TIMEOUT(newJobs(m.shop), qint64(1), kPatience);
}

void TestTabs::aClosedTabLeavesTheFocusToThePageInFront()
{
    JobsTable *list = m.jobs(m.shop)->table();
    m.window()->setCurrent(m.shop.page.get());
    list->setFocus();
    m.window()->setCurrent(m.billing.page.get());
    pressKey(Qt::Key_W, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(m.window()->pages(), QList<MainWindow *>{m.shop.page.get()},
                              kPatience);
    QVERIFY(list->hasFocus());
    // Also with three, where the tabs stay and would take it.
    Tab third = openTab(m.folder, m.window(),
                        tabSetup(m.shopDatabase->settings(), u"third"_s, Environment::Sandbox));
    Tab fourth = openTab(m.folder, m.window(),
                         tabSetup(m.shopDatabase->settings(), u"fourth"_s, Environment::Sandbox));
    tabsOf(m.window())->setFocus();
    pressKey(Qt::Key_W, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(m.window()->pages().size(), 2, kPatience);
    QVERIFY(m.window()->current()->isAncestorOf(QApplication::focusWidget()));
}

void TestTabs::keysActOnTheTabInFront()
{
    const auto heading = [](const Tab &tab) { return tab->console()->pages()->currentHeading(); };
    const QString before = heading(m.shop);
    pressKey(Qt::Key_3, Qt::ControlModifier);
    QCOMPARE(heading(m.billing), u"Errors"_s);
    QCOMPARE(heading(m.shop), before);
    pressKey(Qt::Key_K, Qt::ControlModifier);
    QVERIFY(child<CommandPalette>(*m.billing.page)->isVisible());
    QVERIFY(child<CommandPalette>(*m.shop.page)->isHidden());
    pressKey(Qt::Key_Escape, {});
    QVERIFY(!child<CommandPalette>(*m.billing.page)->isVisible());
    m.window()->setCurrent(m.shop.page.get());
    pressKey(Qt::Key_4, Qt::ControlModifier);
    QCOMPARE(heading(m.shop), u"Queues"_s);
    QCOMPARE(heading(m.billing), u"Errors"_s);
    pressKey(Qt::Key_K, Qt::ControlModifier);
    QVERIFY(child<CommandPalette>(*m.shop.page)->isVisible());
    // Its commands are those of its own page.
    QTest::keyClicks(child<QLineEdit>(*m.shop.page, "commandField"), u"Close connection"_s);
    pressKey(Qt::Key_Return, {});
    QVERIFY(!m.shop->isVisible());
    QCOMPARE(m.window(), nullptr);
    QVERIFY(m.billing->isVisible());
}

void TestTabs::theTabBehindDoesNotRead()
{
    QVERIFY(m.reads(m.billing, 2)); // what the other had under way has ended
    const QDateTime last = m.readAt(m.shop);
    QVERIFY(m.reads(m.billing, 4));
    QCOMPARE(m.readAt(m.shop), last);
    m.window()->setCurrent(m.shop.page.get());
    QVERIFY(m.reads(m.shop, 3));
    const QDateTime behind = m.readAt(m.billing);
    QVERIFY(m.reads(m.shop, 4));
    QCOMPARE(m.readAt(m.billing), behind);
    // Nor does any while the window is minimized.
    m.window()->showMinimized();
    m.window()->showNormal();
    QVERIFY(m.reads(m.shop, 2));
}

void TestTabs::thePaletteGoesToATab()
{
    pressKey(Qt::Key_K, Qt::ControlModifier);
    auto *field = child<QLineEdit>(*m.billing.page, "commandField");
    QTest::keyClicks(field, u"shop"_s);
    const auto *list = child<QListView>(*m.billing.page, "commandList");
    QCOMPARE(list->model()->index(0, 0).data().toString(), u"Go to shop"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(m.window()->current(), m.shop.page.get());
    QCOMPARE(openConnections(), (QList<MainWindow *>{m.shop.page.get(), m.billing.page.get()}));
}

/// As a notification does that is clicked.
void TestTabs::anAlertBringsItsTabToFront()
{
    Q_EMIT child<AlertChip>(*m.shop.page)
        ->causeRequested(suggestedAlertRule(AlertKind::FailureRate));
    QCOMPARE(m.window()->current(), m.shop.page.get());
    QVERIFY(m.shop->isVisible());
}

void TestTabs::looks()
{
    Theme theme;
    QVERIFY(m.hasJobs(m.billing, 2));
    QVERIFY(takePictures(&theme, m.window(), u"tabs-2"_s));
    m.window()->setCurrent(m.shop.page.get());
    m.window()->resize(1440, 900);
    QVERIFY(m.hasJobs(m.shop, 3));
    QVERIFY(takePictures(&theme, m.window(), u"tabs-2-wide"_s));
    std::vector<Tab> more;
    ConnectionSettings nowhere = m.shopDatabase->settings();
    nowhere.set(u"port"_s, u"1"_s);
    for (int number = 1; number <= 10; ++number) {
        const auto environment = Environment(number % 5);
        const QString name = u"%1 & warehouse of the northern region, number %2"_s.arg(
            environmentWord(environment), QString::number(number));
        more.push_back(openTab(m.folder, m.window(), tabSetup(nowhere, name, environment)));
    }
    const ConnectionTabs *tabs = tabsOf(m.window());
    QAccessibleInterface *bar = QAccessible::queryAccessibleInterface(tabsOf(m.window()));
    QTRY_VERIFY_WITH_TIMEOUT(!bar->child(11)->text(QAccessible::Name).contains(u"Connecting"_s),
                             kPatience);
    QVERIFY(takePictures(&theme, m.window(), u"tabs-12-wide"_s));
    m.window()->setCurrent(m.shop.page.get());
    m.window()->resize(1024, 700);
    QCOMPARE(m.window()->size(), QSize(1024, 700));
    QVERIFY(tabs->width() <= 1024);
    QVERIFY(takePictures(&theme, m.window(), u"tabs-12"_s));
}

YARDMASTER_WINDOW_TEST(TestTabs)
#include "tst_tabs.moc"
