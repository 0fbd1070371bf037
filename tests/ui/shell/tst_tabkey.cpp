#include "tests/support/testprogram.h"
#include "tests/ui/shell/jobswindow.h"
#include "ui/kit/changes/jobactions.h"
#include "ui/kit/factlist.h"
#include "ui/kit/filter/filterbar.h"
#include "ui/kit/scrollpage.h"

#include <QApplication>
#include <QLineEdit>
#include <QScrollBar>

#include <algorithm>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// Where Tab leads, and what keys reach while a part of the window is hidden.
class TestTabKey
    : public QObject
    , JobsWindow
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }

    void tabLeavesEveryWidgetOfAPage();
    void whatScrollsIsSeenAndNamed();
    void factsComeWithWhatTheyAreAbout();
    void dialogsAreFilledInFromTheTop();
    void viewsAreSavedWhileTheNavigatorIsHidden();

private:
    /// Where Tab stops until it is at the first of them again; too many: it never is.
    static QWidgetList stops()
    {
        QWidgetList passed;
        while (passed.size() < 200) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QWidget *next = QApplication::focusWidget();
            if (!passed.isEmpty() && next == passed.first())
                break;
            passed << next;
        }
        return passed;
    }
};

void TestTabKey::tabLeavesEveryWidgetOfAPage()
{
    child<FilterBar>(*jobs(), "filterBar")->setFilterText(u"task:send"_s);
    const auto pages = QStringLiteral("overview jobs errors queues tasks workers cron history live "
                                      "worker operations maintenance")
                           .split(u' ');
    for (const QString &page : pages) {
        bringToFront(*m_window, page);
        if (page == "cron"_L1)
            child<QAction>(*m_window, "cron.new")->trigger();
        const QWidgetList passed = stops();
        QVERIFY2(passed.size() < 200, qPrintable(page + u": "_s + passed.last()->objectName()));
        for (const QWidget *widget : passed)
            QVERIFY2(!qobject_cast<const QScrollArea *>(widget)
                         || !widget->accessibleName().isEmpty(),
                     qPrintable(page));
        for (const QWidget *widget : m_window->findChildren<QWidget *>()) {
            const bool isStop = widget->isVisible() && widget->isEnabled() && !widget->focusProxy()
                && (widget->focusPolicy() & Qt::TabFocus) && widget->window() == m_window.get();
            QVERIFY2(!isStop || passed.contains(widget),
                     qPrintable(page + u": "_s
                                + QString::fromLatin1(widget->metaObject()->className()) + u' '
                                + widget->objectName()));
        }
    }
}

void TestTabKey::whatScrollsIsSeenAndNamed()
{
    QWidget window;
    QLineEdit before(&window);
    ScrollPage page(u"Details"_s, &window);
    auto *content = new QLabel(u"text"_s, &page);
    page.setWidget(content);
    page.setGeometry(0, 40, 200, 100);
    window.resize(200, 140);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window, kPatience));
    before.setFocus();
    QTest::keyClick(&before, Qt::Key_Tab);
    QVERIFY(before.hasFocus()); // there is nothing to scroll to
    content->setMinimumHeight(400);
    QTRY_VERIFY(page.verticalScrollBar()->maximum() > 0);
    const auto edge = [&page] { return page.grab().toImage().pixelColor(1, 50); };
    const QColor accent = page.palette().color(QPalette::Highlight);
    QVERIFY(edge() != accent);
    QTest::keyClick(&before, Qt::Key_Tab);
    QVERIFY(page.hasFocus());
    QCOMPARE(edge(), accent);
    QCOMPARE(page.accessibleName(), u"Details"_s);
    QTest::keyClick(&page, Qt::Key_PageDown);
    QVERIFY(page.verticalScrollBar()->value() > 0);
    QTest::keyClick(&page, Qt::Key_Tab);
    QVERIFY(edge() != accent);
    m_window->activateWindow();
}

void TestTabKey::factsComeWithWhatTheyAreAbout()
{
    jobs()->table()->setCurrentIndex(jobs()->model()->index(0, 2));
    const auto *facts = child<InspectorPanel>(*m_window)->findChild<FactList *>();
    const auto fact = [facts](const QWidget *widget) { return facts->isAncestorOf(widget); };
    QVERIFY(facts);
    QTRY_VERIFY_WITH_TIMEOUT(!facts->findChildren<QWidget *>().isEmpty() && facts->isVisible(),
                             kPatience);
    bringToFront(*m_window, u"jobs"_s);
    const QWidgetList passed = stops();
    const auto first = std::ranges::find_if(passed, fact);
    QVERIFY(first != passed.end() && first != passed.begin());
    QVERIFY2(child<InspectorPanel>(*m_window)->isAncestorOf(*std::prev(first)),
             qPrintable((*std::prev(first))->objectName()));
    QVERIFY(std::is_partitioned(first, passed.end(), fact)); // one after the other
}

void TestTabKey::dialogsAreFilledInFromTheTop()
{
    const auto names = [](const QWidgetList &widgets) {
        QStringList all;
        for (const QWidget *widget : widgets)
            all << widget->objectName();
        return all;
    };
    auto *table = jobs()->table();
    table->setCurrentIndex(jobs()->model()->index(0, 2));
    table->setFocus();
    QTest::keyClick(table, Qt::Key_A);
    QTRY_VERIFY_WITH_TIMEOUT(dialog() && QApplication::activeWindow() == dialog(), kPatience);
    QStringList passed = names(stops());
    const qsizetype payload = passed.indexOf(u"payloadText"_s);
    QVERIFY2(payload >= 0 && payload < passed.indexOf(u"addQueue"_s),
             qPrintable(passed.join(u' ')));
    dialog()->reject();

    QTRY_VERIFY_WITH_TIMEOUT(!dialog(), kPatience);
    m_window->activateWindow();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->isActiveWindow(), kPatience);
    QTest::keyClick(table, Qt::Key_S);
    QTRY_VERIFY_WITH_TIMEOUT(dialog() && QApplication::activeWindow() == dialog(), kPatience);
    QCOMPARE(QApplication::focusWidget()->objectName(), u"rescheduleAt"_s);
    passed = names(stops());
    QVERIFY2(passed.contains(u"timing"_s), qPrintable(passed.join(u' ')));
    dialog()->reject();
}

void TestTabKey::viewsAreSavedWhileTheNavigatorIsHidden()
{
    auto *navigator = child<QWidget>(*m_window, "navigatorPanel");
    QVERIFY(navigator->isVisible());
    child<QAction>(*m_window, "view.navigator")->trigger();
    QVERIFY(!navigator->isVisible());
    jobs()->table()->setFocus();
    QTest::keyClick(jobs()->table(), Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(dialog(), kPatience);
    QCOMPARE(dialog()->objectName(), u"saveViewDialog"_s);
    dialog()->reject();
}

YARDMASTER_WINDOW_TEST(TestTabKey)
#include "tst_tabkey.moc"
