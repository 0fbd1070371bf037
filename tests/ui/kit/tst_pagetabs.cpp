#include "tests/support/testprogram.h"
#include "ui/kit/pagetabs.h"

#include <QApplication>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace yardmaster;
using namespace Qt::StringLiterals;

class TestPageTabs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void narrowTabsMoveCloserBeforeOneIsCut();
    void hiddenTabsTakeNoRoom();

private:
    [[nodiscard]] static bool isWhole(const PageTabs &tabs)
    {
        const auto buttons = tabs.findChildren<QToolButton *>();
        return tabs.tabRect(tabs.count() - 1).right() < tabs.width()
            && std::ranges::none_of(buttons, &QWidget::isVisible);
    }
    static void fill(PageTabs &tabs)
    {
        for (const QString &title :
             {u"Überblick"_s, u"Payload"_s, u"Fehler"_s, u"Zeitachse"_s, u"Verwandte"_s, u"SQL"_s})
            tabs.addPage(title, title);
    }
};

void TestPageTabs::narrowTabsMoveCloserBeforeOneIsCut()
{
    PageTabs tabs;
    fill(tabs);
    tabs.resize(tabs.sizeHint());
    tabs.show();
    QVERIFY(QTest::qWaitForWindowExposed(&tabs));
    const int usual = tabs.sizeHint().width();
    QVERIFY(isWhole(tabs));
    const int width = tabs.tabRect(0).width();
    tabs.resize(usual - 6 * int(tabs.count()), tabs.height());
    QVERIFY(isWhole(tabs));
    QCOMPARE(tabs.tabRect(0).width(), width - 6);
    QCOMPARE(tabs.sizeHint().width(), usual); // it takes more as soon as there is more
    tabs.resize(2 * usual, tabs.height());
    QCOMPARE(tabs.tabRect(0).width(), width);
}

void TestPageTabs::hiddenTabsTakeNoRoom()
{
    PageTabs tabs;
    fill(tabs);
    const int all = tabs.sizeHint().width();
    tabs.addPage(u"compare"_s, u"Vergleichen"_s);
    QVERIFY(tabs.sizeHint().width() > all);
    tabs.setTabVisible(tabs.count() - 1, false);
    QCOMPARE(tabs.sizeHint().width(), all);
}

YARDMASTER_WINDOW_TEST(TestPageTabs)
#include "tst_pagetabs.moc"
