#include "tests/support/testprogram.h"
#include "ui/kit/layoutpause.h"

#include <QLabel>
#include <QStackedWidget>
#include <QTest>
#include <QVBoxLayout>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

class CountingLayout final : public QVBoxLayout
{
public:
    using QVBoxLayout::QVBoxLayout;
    void setGeometry(const QRect &rect) override
    {
        ++computed;
        QVBoxLayout::setGeometry(rect);
    }

    int computed = 0;
};

} // namespace

class TestLayoutPause : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void layoutsAreComputedOnce_data();
    void layoutsAreComputedOnce();
    void aPageThatIsShownMeanwhileIsLaidOut();
};

void TestLayoutPause::layoutsAreComputedOnce_data()
{
    QTest::addColumn<bool>("isPaused");
    QTest::newRow("paused") << true;
    QTest::newRow("not paused") << false;
}

void TestLayoutPause::layoutsAreComputedOnce()
{
    QFETCH(const bool, isPaused);
    QWidget window;
    auto *layout = new CountingLayout(&window);
    QList<QLabel *> labels;
    for (int i = 0; i < 20; ++i) {
        labels << new QLabel(u"text"_s);
        layout->addWidget(labels.last());
        labels.last()->hide();
    }
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QCoreApplication::sendPostedEvents();
    layout->computed = 0;
    {
        std::optional<LayoutPause> pause;
        if (isPaused)
            pause.emplace(&window);
        for (QLabel *label : labels)
            label->show();
    }
    QCOMPARE(layout->computed > 0, !isPaused);
    QTRY_VERIFY(labels.last()->y() > labels.first()->y());
    if (isPaused)
        QVERIFY2(layout->computed <= 2, qPrintable(QString::number(layout->computed)));
    else
        QVERIFY2(layout->computed >= 20, qPrintable(QString::number(layout->computed)));
}

void TestLayoutPause::aPageThatIsShownMeanwhileIsLaidOut()
{
    QWidget window;
    auto *outer = new QVBoxLayout(&window);
    auto *stack = new QStackedWidget;
    outer->addWidget(stack);
    stack->addWidget(new QLabel(u"first"_s));
    auto *page = new QWidget;
    auto *inner = new QVBoxLayout(page);
    auto *upper = new QLabel(u"upper"_s);
    auto *lower = new QLabel(u"lower"_s);
    inner->addWidget(upper);
    inner->addWidget(lower);
    stack->addWidget(page);
    window.resize(300, 200);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    {
        const LayoutPause pause(&window);
        lower->setText(u"several\nlines\nof text"_s); // while its page is hidden
        QCoreApplication::sendPostedEvents();
        stack->setCurrentIndex(1);
        window.resize(500, 400);
    }
    QTRY_COMPARE(page->size(), stack->contentsRect().size());
    QTRY_VERIFY(upper->width() > 400 && lower->geometry().top() > upper->geometry().bottom());
}

YARDMASTER_WINDOW_TEST(TestLayoutPause)
#include "tst_layoutpause.moc"
