#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/kit/verbbar.h"
#include "ui/kit/verbicon.h"

#include <QAction>
#include <QTest>
#include <QToolButton>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

class TestVerbBar : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wordsGoBeforeAnythingIsHidden();
    void iconsAreInTheColourOfText();
};

void TestVerbBar::wordsGoBeforeAnythingIsHidden()
{
    VerbBar bar;
    QList<QAction *> verbs;
    for (const char *text : {"Retry", "Reschedule…", "Delete…", "Add job…"})
        verbs << bar.addAction(verbIcon(VerbShape::Retry), QString::fromUtf8(text));
    bar.resize(900, 40);
    bar.show();
    QVERIFY(QTest::qWaitForWindowExposed(&bar));
    const auto allShown = [&] {
        return std::ranges::all_of(
            verbs, [&](QAction *verb) { return bar.widgetForAction(verb)->isVisible(); });
    };
    QCOMPARE(bar.toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
    QVERIFY(allShown());
    bar.resize(220, 40);
    QCOMPARE(bar.toolButtonStyle(), Qt::ToolButtonIconOnly);
    QTRY_VERIFY(allShown());
    verbs.first()->setEnabled(false); // changes nothing about it
    QCOMPARE(bar.toolButtonStyle(), Qt::ToolButtonIconOnly);
    bar.resize(900, 40);
    QCOMPARE(bar.toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
    bar.addAction(u"A verb with a name that needs all the room there is, and then some more of "
                  "it, until it is wider than the bar can be"_s);
    QCOMPARE(bar.toolButtonStyle(), Qt::ToolButtonIconOnly);
}

void TestVerbBar::iconsAreInTheColourOfText()
{
    const QImage image = verbIcon(VerbShape::Add).pixmap(QSize(16, 16), QIcon::Normal).toImage();
    QCOMPARE(image.pixelColor(8, 8).rgb(),
             QGuiApplication::palette().color(QPalette::ButtonText).rgb());
    QCOMPARE(image.pixelColor(1, 1).alpha(), 0);
}

YARDMASTER_WINDOW_TEST(TestVerbBar)
#include "tst_verbbar.moc"
