#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/kit/consoledialog.h"
#include "ui/kit/fold.h"
#include "ui/kit/screenfit.h"
#include "ui/shell/commands/windowlayout.h"

#include <QLineEdit>
#include <QMainWindow>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QVBoxLayout>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

class FittedDialog final : public ConsoleDialog
{
public:
    FittedDialog(int fields, QWidget *parent)
        : ConsoleDialog(u"Change something"_s, nullptr, parent)
    {
        setNames("fitted", "fittedConfirm");
        setConfirmText(u"Change it"_s);
        for (int i = 0; i < fields; ++i)
            body()->addWidget(new QLineEdit(this));
        auto *content = new QWidget(this);
        content->setFixedHeight(250);
        fold = new Fold(u"More"_s, content, this);
        body()->addWidget(fold);
    }
    using ConsoleDialog::closeButton;
    using ConsoleDialog::confirmButton;

    Fold *fold;
};

/// Whether all of a button is on the screen.
bool isReachable(const QPushButton *button)
{
    const QRect place(button->mapToGlobal(QPoint()), button->size());
    return button->screen()->availableGeometry().contains(place)
        && button->window()->rect().contains(
            QRect(button->mapTo(button->window(), QPoint()), button->size()));
}

} // namespace

class TestScreenFit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_parent.reset(); }
    void dialogScrollsWhereTheScreenEnds();
    void foldingGivesBackWhatUnfoldingTook();
    void unfoldingNeverLeavesTheScreen();
    void loweredByHandStaysLow();
    void aTitleAboveTheScreenComesBack();
    void windowFitsItsScreen();
    void windowComesBackOntoItsScreen();

private:
    [[nodiscard]] QRect small() const { return m_parent->screen()->availableGeometry(); }

    std::unique_ptr<QWidget> m_parent;
};

void TestScreenFit::init()
{
    m_parent = std::make_unique<QWidget>();
    const QList<QScreen *> screens = QGuiApplication::screens();
    const auto found = std::ranges::find(screens, u"tests-small"_s, &QScreen::name);
    QVERIFY2(found != screens.end(), qPrintable(QString::number(screens.size())));
    QScreen *last = *found;
    m_parent->setScreen(last);
    m_parent->setGeometry(last->geometry().adjusted(100, 100, -100, -100));
    m_parent->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_parent.get()));
}

void TestScreenFit::dialogScrollsWhereTheScreenEnds()
{
    FittedDialog dialog(40, m_parent.get());
    dialog.resize(600, 2000);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    QVERIFY2(small().contains(dialog.frameGeometry()),
             qPrintable(QDebug::toString(dialog.frameGeometry())));
    QVERIFY(isReachable(dialog.confirmButton()) && isReachable(dialog.closeButton()));
    const auto *body = child<QScrollArea>(dialog);
    QVERIFY(body->verticalScrollBar()->isVisible());
    QVERIFY(!body->horizontalScrollBar()->isVisible());
    QLineEdit *last = dialog.findChildren<QLineEdit *>().last();
    QVERIFY(last->visibleRegion().isEmpty());
    last->setFocus();
    QTRY_COMPARE(last->visibleRegion().boundingRect(), last->rect());
}

void TestScreenFit::foldingGivesBackWhatUnfoldingTook()
{
    FittedDialog dialog(4, m_parent.get());
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    const int height = dialog.height();
    for (int i = 0; i < 2; ++i) {
        dialog.fold->setOpen(true);
        QTRY_VERIFY(dialog.height() >= height + 250);
        QVERIFY(!child<QScrollArea>(dialog)->verticalScrollBar()->isVisible());
        dialog.fold->setOpen(false);
        QTRY_COMPARE(dialog.height(), height);
    }
}

void TestScreenFit::unfoldingNeverLeavesTheScreen()
{
    FittedDialog dialog(14, m_parent.get());
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    const int height = dialog.height();
    dialog.fold->setOpen(true);
    QTRY_VERIFY(dialog.height() > height);
    QTRY_VERIFY(small().contains(dialog.frameGeometry()));
    QVERIFY(dialog.height() + 36 <= small().height()); // room for a title bar to come
    QVERIFY(dialog.y() >= small().y());
    QVERIFY(isReachable(dialog.confirmButton()));
    QVERIFY(child<QScrollArea>(dialog)->verticalScrollBar()->isVisible());
}

void TestScreenFit::loweredByHandStaysLow()
{
    FittedDialog dialog(10, m_parent.get());
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    const int height = dialog.height();
    dialog.resize(dialog.width(), 200);
    QTRY_VERIFY2(child<QScrollArea>(dialog)->verticalScrollBar()->isVisible(),
                 qPrintable(u"%1 of %2, %3 the viewport, %4 the content"_s.arg(dialog.height())
                                .arg(height)
                                .arg(child<QScrollArea>(dialog)->viewport()->height())
                                .arg(child<QScrollArea>(dialog)->widget()->height())));
    QVERIFY(isReachable(dialog.confirmButton()));
    QCoreApplication::processEvents();
    QCOMPARE(dialog.height(), 200);
}

/// As a window manager does that centers dialogs on a window that fills the screen.
void TestScreenFit::aTitleAboveTheScreenComesBack()
{
    FittedDialog dialog(4, m_parent.get());
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    dialog.move(small().x() + 20, small().y() - 20);
    QTRY_COMPARE(dialog.pos(), small().topLeft() + QPoint(20, 0));
    const QPoint lower = small().topLeft() + QPoint(-10, 40); // which is left to the user
    dialog.move(lower);
    QCOMPARE(dialog.pos(), lower);
}

void TestScreenFit::windowFitsItsScreen()
{
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(u"settings.ini"_s), QSettings::IniFormat);
    QMainWindow window;
    window.setScreen(m_parent->screen());
    WindowLayout layout(&settings, &window);
    layout.open({}, true);
    const QSize room = small().size();
    QVERIFY(window.width() <= room.width() && window.height() < room.height());
    QVERIFY(window.width() > 900 && window.height() > 600);
    QVERIFY(window.minimumWidth() <= room.width() && window.minimumHeight() <= room.height());

    QMainWindow large;
    WindowLayout other(&settings, &large);
    QCOMPARE(large.size(), QSize(1440, 900));
}

void TestScreenFit::windowComesBackOntoItsScreen()
{
    QWidget window(m_parent.get(), Qt::Window);
    window.setScreen(m_parent->screen());
    window.resize(600, 400);
    window.move(small().topLeft() + QPoint(800, 500));
    keepOnScreen(&window);
    QVERIFY(small().contains(QRect(window.pos(), window.size())));
    QVERIFY(window.x() > small().x()); // no further than it has to
    window.move(small().topLeft() - QPoint(50, 50));
    keepOnScreen(&window);
    QCOMPARE(window.pos(), small().topLeft());
}

YARDMASTER_WINDOW_TEST(TestScreenFit)
#include "tst_screenfit.moc"
