#include "models/localworker/localworker.h"
#include "tests/support/testprogram.h"
#include "tests/support/untilstopped.h"
#include "tests/ui/shell/tabs/tabsintest.h"
#include "ui/shell/closingbar.h"
#include <yardmaster/taskregistry.h>

#include <QAccessible>
#include <QMessageBox>
#include <QScopeGuard>
#include <QSemaphore>
#include <QSignalSpy>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Tabs and windows that are closed while something runs in them.
class TestClosingTabs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aMiddleClickAndTheCrossCloseATab();
    void aTabWaitsForItsWorker();
    void aQuestionBringsItsTabToFront();
    void theWindowAsksOneTabAfterTheOther();
    void closingTheWindowTwiceDoesNotWait();
    void aJobThatDoesNotEndLeavesNoTab();
    void theLastOneToEndClosesTheWindow();
    void whatWasAgreedToHoldsForOneAttempt();

private:
    [[nodiscard]] TabbedWindow *window() const { return TabbedWindow::of(m_shop.page.get()); }
    [[nodiscard]] MainWindowSetup setup(const QString &name) const
    {
        MainWindowSetup setup = tabSetup(m_database->settings(), name, Environment::Sandbox);
        setup.worker.emplace();
        setup.worker->connection = m_database->settings();
        setup.worker->gracePeriod = 1h;
        setup.registry = m_registry;
        return setup;
    }
    /// Runs jobs of `task` in the tab, until one of them is running.
    [[nodiscard]] bool startWorker(const Tab &tab)
    {
        m_database->script("select graphile_worker.add_job('hangs')");
        tab->console()->worker()->start();
        return runs(1) && hasBegun();
    }
    /// Runs one job of `task` by hand.
    [[nodiscard]] bool runJob(const Tab &tab, const char *task, int running)
    {
        const qint64 id
            = m_database
                  ->scalar(QByteArray("select id from graphile_worker.add_job('") + task + "')")
                  .toLongLong();
        return tab->console()->worker()->runJob({.id = id}) && runs(running) && hasBegun();
    }
    /// A job that is locked may be given back until its handler has begun.
    [[nodiscard]] bool hasBegun() const
    {
        return QTest::qWaitFor([this] { return m_begun->tryAcquire(); }, kPatience);
    }
    [[nodiscard]] bool runs(int jobs) const
    {
        return QTest::qWaitFor(
            [&] {
                return m_database->scalar("select count(*) from graphile_worker._private_jobs "
                                          "where locked_at is not null")
                    == QString::number(jobs);
            },
            kPatience);
    }
    [[nodiscard]] static QMessageBox *question(const Tab &tab)
    {
        const auto boxes = tab->findChildren<QMessageBox *>(u"jobUnderWay"_s);
        for (QMessageBox *box : boxes) {
            if (box->isVisible())
                return box;
        }
        return nullptr;
    }
    static void agree(QMessageBox *box)
    {
        const auto buttons = box->buttons();
        for (QAbstractButton *button : buttons) {
            if (box->buttonRole(button) == QMessageBox::DestructiveRole)
                QTest::mouseClick(button, Qt::LeftButton);
        }
    }

    WindowFolder m_folder;
    std::shared_ptr<TaskRegistry> m_registry;
    std::shared_ptr<QSemaphore> m_begun;  // one for each handler
    std::shared_ptr<QSemaphore> m_mayEnd; // what is deaf
    std::optional<TestDatabase> m_database;
    Tab m_shop;
    Tab m_billing; // in front
};

void TestClosingTabs::init()
{
    m_begun = std::make_shared<QSemaphore>();
    m_mayEnd = std::make_shared<QSemaphore>();
    m_registry = std::make_shared<TaskRegistry>();
    m_registry->add(u"hangs"_s, [begun = m_begun](const TaskContext &context) {
        begun->release();
        return runUntilStopped(context);
    });
    m_registry->add(u"deaf"_s, [begun = m_begun, mayEnd = m_mayEnd](const TaskContext &) {
        begun->release();
        mayEnd->acquire();
        return TaskOutcome::success();
    });
    m_database.emplace(TestDatabase::createMigrated());
    m_shop = openTab(m_folder, nullptr, setup(u"shop"_s));
    m_billing = openTab(m_folder, window(), setup(u"billing"_s));
    for (const Tab *tab : {&m_shop, &m_billing})
        QTRY_COMPARE_WITH_TIMEOUT(connectionWord(*tab->page), u"Connected"_s, kPatience);
}

void TestClosingTabs::cleanup()
{
    m_mayEnd->release(100);
    m_shop.reset();
    m_billing.reset();
    m_database.reset();
    deleteTabbedWindows();
}

void TestClosingTabs::aMiddleClickAndTheCrossCloseATab()
{
    const QPointer<TabbedWindow> holder(window());
    const Tab third = openTab(m_folder, holder, setup(u"third"_s));
    ConnectionTabs *tabs = tabsOf(holder);
    const QSignalSpy closed(third.page.get(), &MainWindow::closed);
    QTest::mousePress(tabs, Qt::MiddleButton, {}, tabs->tabRect(2).center());
    QTest::mouseRelease(tabs, Qt::MiddleButton, {}, tabs->tabRect(1).center());
    QCOMPARE(tabs->count(), 3); // let go of beside it
    QTest::mouseClick(tabs, Qt::MiddleButton, {}, tabs->tabRect(2).center());
    QCOMPARE(closed.count(), 1);
    QCOMPARE(tabs->count(), 2);
    QVERIFY(!third->isVisible());
    QCOMPARE(holder->current(), m_billing.page.get());
    QTest::mouseClick(tabs->tabButton(0, QTabBar::RightSide), Qt::LeftButton);
    QCOMPARE(holder->pages(), QList<MainWindow *>{m_billing.page.get()});
    pressKey(Qt::Key_W, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!holder, kPatience);
    QVERIFY(!m_billing->isVisible());
}

void TestClosingTabs::aTabWaitsForItsWorker()
{
    QVERIFY(startWorker(m_shop));
    ConnectionTabs *tabs = tabsOf(window());
    QAccessibleInterface *spoken = QAccessible::queryAccessibleInterface(tabs);
    QTRY_VERIFY_WITH_TIMEOUT(spoken->child(0)->text(QAccessible::Name).endsWith(u", worker runs"_s),
                             kPatience);
    QTest::mouseClick(tabs, Qt::MiddleButton, {}, tabs->tabRect(0).center());
    QCOMPARE(tabs->count(), 2);
    QCOMPARE(window()->current(), m_shop.page.get()); // which says what it waits for
    auto *bar = child<ClosingBar>(*m_shop.page);
    QVERIFY(bar->isVisible());
    // What is in the other tab goes on.
    window()->setCurrent(m_billing.page.get());
    QVERIFY(!m_billing->findChild<ClosingBar *>());
    QVERIFY(runs(1));
    child<QPushButton>(*bar, "closingStopNow")->click();
    QTRY_COMPARE_WITH_TIMEOUT(tabs->count(), 1, kPatience);
    QVERIFY(runs(0));
    QVERIFY(m_billing->isVisible());
}

void TestClosingTabs::aQuestionBringsItsTabToFront()
{
    QVERIFY(runJob(m_shop, "hangs", 1));
    ConnectionTabs *tabs = tabsOf(window());
    QTest::mouseClick(tabs->tabButton(0, QTabBar::RightSide), Qt::LeftButton);
    QCOMPARE(window()->current(), m_shop.page.get());
    QMessageBox *box = question(m_shop);
    QVERIFY(box);
    m_shop->close(); // once more: it is asked once
    QCOMPARE(m_shop->findChildren<QMessageBox *>(u"jobUnderWay"_s).size(), 1);
    box->reject();
    QCOMPARE(tabs->count(), 2);
    QVERIFY(runs(1));
    m_shop->close();
    agree(question(m_shop));
    QTRY_COMPARE_WITH_TIMEOUT(tabs->count(), 1, kPatience);
    QVERIFY(runs(0));
}

void TestClosingTabs::theWindowAsksOneTabAfterTheOther()
{
    const QPointer<TabbedWindow> holder(window());
    const Tab quiet = openTab(m_folder, holder, setup(u"quiet"_s));
    QVERIFY(runJob(m_shop, "hangs", 1));
    QVERIFY(runJob(m_billing, "hangs", 2));
    // Kept open: so are all.
    QVERIFY(!holder->close());
    QCOMPARE(holder->current(), m_shop.page.get());
    QVERIFY(!question(m_billing));
    question(m_shop)->reject();
    QCOMPARE(holder->pages().size(), 3);
    QVERIFY(!question(m_billing));
    // Kept open at the second question.
    QVERIFY(!holder->close());
    agree(question(m_shop));
    QCOMPARE(holder->current(), m_billing.page.get());
    QVERIFY(question(m_billing));
    QTRY_COMPARE_WITH_TIMEOUT(
        holder->pages(), (QList<MainWindow *>{m_billing.page.get(), quiet.page.get()}), kPatience);
    question(m_billing)->reject();
    QCOMPARE(holder->pages().size(), 2);
    QVERIFY(runs(1));
    // All answered.
    QVERIFY(!holder->close());
    agree(question(m_billing));
    QTRY_VERIFY_WITH_TIMEOUT(!holder, kPatience);
    QVERIFY(runs(0));
    QVERIFY(!quiet->isVisible());
}

void TestClosingTabs::closingTheWindowTwiceDoesNotWait()
{
    const QPointer<TabbedWindow> holder(window());
    QVERIFY(startWorker(m_shop));
    QVERIFY(!holder->close());
    QCOMPARE(holder->pages(), QList<MainWindow *>{m_shop.page.get()}); // the quiet one is closed
    QVERIFY(runs(1));
    QVERIFY(!holder->close());
    QTRY_VERIFY_WITH_TIMEOUT(!holder, kPatience);
    QVERIFY(runs(0));
}

void TestClosingTabs::aJobThatDoesNotEndLeavesNoTab()
{
    QVERIFY(runJob(m_shop, "deaf", 1));
    const QSignalSpy closed(m_shop.page.get(), &MainWindow::closed);
    m_shop->close();
    agree(question(m_shop));
    QCOMPARE(tabsOf(window())->count(), 2); // until the job has ended
    TabbedWindow *const holder = window();
    m_shop->close();
    QCOMPARE(holder->pages(), QList<MainWindow *>{m_billing.page.get()});
    QVERIFY(!m_shop->isVisible());
    QVERIFY(m_billing->isVisible());
    QCOMPARE(closed.count(), 0); // whoever hears it deletes the page, which waits for the job
    m_mayEnd->release();
    QTRY_COMPARE_WITH_TIMEOUT(closed.count(), 1, kPatience);
    QCOMPARE(window(), nullptr);
}

void TestClosingTabs::theLastOneToEndClosesTheWindow()
{
    m_billing->close();
    const QPointer<TabbedWindow> holder(window());
    QVERIFY(runJob(m_shop, "deaf", 1));
    QVERIFY(!holder->close());
    agree(question(m_shop));
    QVERIFY(holder->isVisible());
    QVERIFY(!holder->close());
    QVERIFY(!holder->isVisible());
    QVERIFY(holder);
    m_mayEnd->release();
    QTRY_VERIFY_WITH_TIMEOUT(!holder, kPatience);
}

void TestClosingTabs::whatWasAgreedToHoldsForOneAttempt()
{
    QVERIFY(startWorker(m_shop));
    QVERIFY(runJob(m_shop, "hangs", 2));
    m_shop->close();
    agree(question(m_shop));
    QTRY_VERIFY_WITH_TIMEOUT(m_shop->findChild<ClosingBar *>(), kPatience);
    Q_EMIT child<ClosingBar>(*m_shop.page)->keepOpenRequested();
    // Another job is another question.
    QVERIFY(runJob(m_shop, "hangs", 2));
    m_shop->close();
    QVERIFY(question(m_shop));
    agree(question(m_shop));
}

YARDMASTER_WINDOW_TEST(TestClosingTabs)
#include "tst_closingtabs.moc"
