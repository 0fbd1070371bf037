#include "tests/support/testprogram.h"
#include "tests/ui/shell/tabs/tabsintest.h"
#include "ui/shell/tabs/tabmenu.h"

#include <QMenu>
#include <QSignalSpy>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// Tabs that change their place, and where their window is.
class TestMovingTabs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QVERIFY(m.open()); }
    void cleanup() { m.close(); }

    void aTabIsMovedOutAndBack();
    void aTabIsDroppedOutsideAndOnAnotherWindow();
    void tabsAreMovedByKeys();
    void theWindowIsWhereItWas();

private:
    TwoTabs m;
};

void TestMovingTabs::aTabIsMovedOutAndBack()
{
    QVERIFY(m.hasJobs(m.billing, 2));
    m.jobs(m.billing)->setFilterText(u"id:2"_s);
    QVERIFY(m.hasJobs(m.billing, 1));
    m.jobs(m.billing)->table()->setCurrentIndex(m.jobs(m.billing)->model()->index(0, 2));
    const QPointer<ConsolePage> console(m.billing->console());
    const auto isAsBefore = [&] {
        return console && m.billing->console() == console
            && m.jobs(m.billing)->filterText() == u"id:2"_s
            && m.jobs(m.billing)->table()->currentIndex().row() == 0;
    };
    TabbedWindow *const first = m.window();
    child<QAction>(*m.billing.page, "tab.detach")->trigger();
    TabbedWindow *const own = TabbedWindow::of(m.billing.page.get());
    QVERIFY(own && own != first);
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), own, kPatience);
    QVERIFY(m.billing->isVisible());
    QVERIFY(m.shop->isVisible());
    QVERIFY(!tabsOf(first)->isVisible());
    QCOMPARE(own->size(), first->size());
    QVERIFY(isAsBefore());
    QVERIFY(m.reads(m.shop, 2)); // both are seen
    QVERIFY(m.reads(m.billing, 2));
    // Back, by the menu of its tab.
    const QPointer<TabbedWindow> watched(own);
    QMenu *menu = m.billing->tabMenu();
    Q_EMIT menu->aboutToShow();
    const auto windows = child<QMenu>(*menu, "tabWindows")->actions();
    QCOMPARE(windows.size(), 1);
    QCOMPARE(windows.first()->text(), u"shop"_s);
    windows.first()->trigger();
    QCOMPARE(m.window(), first);
    QCOMPARE(first->pages(), m.inOrder());
    QCOMPARE(first->current(), m.billing.page.get());
    QTRY_VERIFY_WITH_TIMEOUT(!watched, kPatience); // it was the last of its window
    QVERIFY(isAsBefore());
    QVERIFY(m.reads(m.billing, 2));
    // All at once.
    child<QAction>(*m.billing.page, "tab.detach")->trigger();
    child<QAction>(*m.shop.page, "tab.gather")->trigger();
    QCOMPARE(first->pages(), m.inOrder());
    QCOMPARE(first->current(), m.shop.page.get());
    QVERIFY(isAsBefore());
}

void TestMovingTabs::aTabIsDroppedOutsideAndOnAnotherWindow()
{
    TabbedWindow *const first = m.window();
    first->move(0, 0);
    ConnectionTabs *tabs = tabsOf(first);
    const QPoint from = tabs->tabRect(1).center();
    const auto drag = [tabs, from](const QPoint &to) {
        QTest::mousePress(tabs, Qt::LeftButton, {}, from);
        QTest::mouseMove(tabs, from + QPoint(20, 5));
        QTest::mouseMove(tabs, to);
        QTest::mouseRelease(tabs, Qt::LeftButton, {}, to);
    };
    drag(from + QPoint(0, tabs->height() / 2)); // not far enough
    QCOMPARE(first->pages().size(), 2);
    drag(QPoint(200, 300));
    QCOMPARE(first->pages(), QList<MainWindow *>{m.shop.page.get()});
    TabbedWindow *own = TabbedWindow::of(m.billing.page.get());
    QVERIFY(own != first);
    QVERIFY(own->isVisible());
    // And from there into the first, on top of it.
    Tab third = openTab(m.folder, own,
                        tabSetup(m.shopDatabase->settings(), u"third"_s, Environment::Sandbox));
    tabs = tabsOf(own);
    QVERIFY(tabs->isVisible());
    const QPoint target = tabs->mapFromGlobal(first->mapToGlobal(QPoint(100, 5)));
    QTest::mousePress(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
    QTest::mouseMove(tabs, tabs->tabRect(1).center() + QPoint(20, 5));
    QTest::mouseMove(tabs, target);
    QTest::mouseRelease(tabs, Qt::LeftButton, {}, target);
    QCOMPARE(TabbedWindow::of(third.page.get()), first);
    QVERIFY(third->isVisible());
}

void TestMovingTabs::tabsAreMovedByKeys()
{
    const QList<MainWindow *> before{m.shop.page.get(), m.billing.page.get()};
    const QList<MainWindow *> after{m.billing.page.get(), m.shop.page.get()};
    // By these the next start offers them in this order.
    const QSignalSpy moved(m.billing.page.get(), &MainWindow::tabMoved);
    QVERIFY(!child<QAction>(*m.billing.page, "tab.move-right")->isEnabled());
    pressKey(Qt::Key_PageUp, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(m.window()->pages(), after);
    QCOMPARE(moved.count(), 1);
    QCOMPARE(m.window()->current(), m.billing.page.get());
    QVERIFY(!child<QAction>(*m.billing.page, "tab.move-left")->isEnabled());
    pressKey(Qt::Key_PageDown, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(m.window()->pages(), before);
    QCOMPARE(moved.count(), 2);
    // And by the mouse.
    ConnectionTabs *tabs = tabsOf(m.window());
    QTest::mousePress(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
    QTest::mouseMove(tabs, tabs->tabRect(0).center());
    QTest::mouseMove(tabs, tabs->tabRect(0).center() - QPoint(20, 0));
    QTest::mouseRelease(tabs, Qt::LeftButton, {}, tabs->tabRect(0).center() - QPoint(20, 0));
    QCOMPARE(m.window()->pages(), after);
    QCOMPARE(m.window()->current(), m.billing.page.get());
    QCOMPARE(moved.count(), 3);
}

void TestMovingTabs::theWindowIsWhereItWas()
{
    m.window()->resize(1100, 720);
    m.billing->close();
    m.shop->close();
    m.billing.reset();
    m.shop.reset();
    m.shop = openTab(m.folder, nullptr,
                     tabSetup(m.shopDatabase->settings(), u"shop"_s, Environment::Staging));
    QCOMPARE(m.window()->size(), QSize(1100, 720));
    // A second connection takes its own place in it, wherever its window was.
    m.window()->resize(1200, 740);
    m.billing
        = openTab(m.folder, m.window(),
                  tabSetup(m.billingDatabase->settings(), u"billing"_s, Environment::Production));
    QCOMPARE(m.window()->size(), QSize(1200, 740));
}

YARDMASTER_WINDOW_TEST(TestMovingTabs)
#include "tst_movingtabs.moc"
