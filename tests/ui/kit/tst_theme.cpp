#include "tests/support/testprogram.h"
#include "tests/ui/contrast.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/readablepalette.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"

#include <QApplication>
#include <QHeaderView>
#include <QImage>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QStyleOption>
#include <QTest>
#include <QToolBar>
#include <QToolButton>
#include <QTreeWidget>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

QImage glyph(JobState state, int scale)
{
    QImage image(kGlyphSize * scale, kGlyphSize * scale, QImage::Format_Grayscale8);
    image.fill(Qt::white);
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    paintStateGlyph(painter, {0, 0}, state, Qt::black);
    return image;
}

} // namespace

class TestTheme : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textIsReadable_data();
    void textIsReadable();
    void environmentsCarryWhiteText();
    void highContrastGivesColoursUp();
    void choiceAppliesLive();
    void titlesFitWhereTheCellsAreNarrow();
    void shapesTellStatesApartWithoutColour();
    void glyphsStayInsideTheirBox();
    void tabularFiguresHaveOneWidth();
    void cornersOfScrollBarsAreFlat();
    void theRestOfAToolBarIsVisible();
    void fieldsAreSeen_data();
    void fieldsAreSeen();
    void focusOfButtonsIsSeen_data();
    void focusOfButtonsIsSeen();
};

void TestTheme::textIsReadable_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::newRow("light") << lightPalette();
    QTest::newRow("dark") << darkPalette();
}

void TestTheme::textIsReadable()
{
    QFETCH(const QPalette, palette);
    for (const auto role : {QPalette::Base, QPalette::AlternateBase, QPalette::Window}) {
        const QColor background = palette.color(role);
        for (int i = 0; i < kJobStates; ++i) {
            const QColor color = stateColor(static_cast<JobState>(i), palette);
            QVERIFY2(contrast(color, background) >= (role == QPalette::Window ? 4.5 : 5.0),
                     qPrintable(QStringLiteral("%1 on %2: %3")
                                    .arg(i)
                                    .arg(role)
                                    .arg(contrast(color, background))));
        }
        QVERIFY(contrast(palette.color(QPalette::Text), background) >= 7);
        QVERIFY(contrast(mutedColor(palette), background) >= 5);
        QVERIFY(contrast(palette.color(QPalette::Highlight), background) >= 4.5);
    }
    QVERIFY(contrast(palette.color(QPalette::Highlight), palette.color(QPalette::HighlightedText))
            >= 4.5);
}

void TestTheme::environmentsCarryWhiteText()
{
    for (const auto environment :
         {Environment::Production, Environment::Staging, Environment::Development,
          Environment::Sandbox, Environment::Unknown})
        QVERIFY(contrast(environmentColor(environment), Qt::white) >= 4.5);
}

void TestTheme::highContrastGivesColoursUp()
{
    QPalette palette;
    palette.setColor(QPalette::Window, Qt::black);
    palette.setColor(QPalette::Base, Qt::black);
    palette.setColor(QPalette::WindowText, Qt::white);
    palette.setColor(QPalette::Text, Qt::white);
    QVERIFY(isHighContrast(palette));
    QVERIFY(isDark(palette));
    QCOMPARE(stateColor(JobState::Running, palette), QColor(Qt::white));
    QVERIFY(!isHighContrast(lightPalette()));
    QVERIFY(!isHighContrast(darkPalette()));
}

void TestTheme::choiceAppliesLive()
{
    Theme theme;
    theme.setChoice(Theme::Choice::Dark);
    QVERIFY(isDark(QApplication::palette()));
    QCOMPARE(QApplication::palette().color(QPalette::Base), QColor(0x1d, 0x22, 0x2a));
    theme.setChoice(Theme::Choice::Light);
    QVERIFY(!isDark(QApplication::palette()));
    theme.setChoice(Theme::Choice::System);
    QVERIFY(QApplication::palette().color(QPalette::Highlight)
                == lightPalette().color(QPalette::Highlight)
            || QApplication::palette().color(QPalette::Highlight)
                == darkPalette().color(QPalette::Highlight));
}

void TestTheme::titlesFitWhereTheCellsAreNarrow()
{
    const Theme theme;
    QTreeWidget list;
    list.setHeaderLabels({u"Failed"_s, u"Error"_s});
    list.addTopLevelItem(new QTreeWidgetItem({u""_s, u"no"_s}));
    list.resizeColumnToContents(0);
    QVERIFY(list.columnWidth(0)
            >= list.header()->fontMetrics().horizontalAdvance(u"Failed"_s) + 2 * kCellPadding);
}

void TestTheme::shapesTellStatesApartWithoutColour()
{
    for (int a = 0; a < kJobStates; ++a) {
        for (int b = 0; b < a; ++b) {
            const QImage one = glyph(static_cast<JobState>(a), 1);
            const QImage other = glyph(static_cast<JobState>(b), 1);
            int different = 0;
            for (int y = 0; y < one.height(); ++y) {
                for (int x = 0; x < one.width(); ++x)
                    different
                        += std::abs(one.pixelColor(x, y).value() - other.pixelColor(x, y).value())
                        > 96;
            }
            QVERIFY2(
                different >= 20,
                qPrintable(
                    QStringLiteral("%1 and %2 differ in %3 pixels").arg(a).arg(b).arg(different)));
        }
    }
}

void TestTheme::glyphsStayInsideTheirBox()
{
    for (int state = 0; state < kJobStates; ++state) {
        QImage image(kGlyphSize * 3, kGlyphSize * 3, QImage::Format_Grayscale8);
        image.fill(Qt::white);
        QPainter painter(&image);
        paintStateGlyph(painter, {kGlyphSize, kGlyphSize}, static_cast<JobState>(state), Qt::black);
        painter.fillRect(kGlyphSize, kGlyphSize, kGlyphSize, kGlyphSize, Qt::white);
        painter.end();
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                QCOMPARE(image.pixelColor(x, y).value(), 255);
        }
    }
}

void TestTheme::tabularFiguresHaveOneWidth()
{
    const QFontMetricsF metrics(tabularFont(QApplication::font()));
    QCOMPARE(metrics.horizontalAdvance(QStringLiteral("11,111")),
             metrics.horizontalAdvance(QStringLiteral("80,040")));
}

void TestTheme::cornersOfScrollBarsAreFlat()
{
    QImage image(14, 14, QImage::Format_RGB32);
    image.fill(Qt::red);
    QStyleOption option;
    option.rect = image.rect();
    option.palette = lightPalette();
    QPainter painter(&image);
    FlatStyle().drawPrimitive(QStyle::PE_PanelScrollAreaCorner, &option, &painter, nullptr);
    painter.end();
    QImage flat(image.size(), image.format());
    flat.fill(option.palette.color(QPalette::Base));
    QCOMPARE(image, flat);
}

void TestTheme::theRestOfAToolBarIsVisible()
{
    for (const QPalette &palette : {lightPalette(), darkPalette()}) {
        FlatStyle style;
        QToolBar bar;
        bar.setPalette(palette);
        bar.addAction(u"Reschedule"_s);
        bar.addAction(u"Complete"_s);
        bar.resize(bar.sizeHint().width() / 2, bar.sizeHint().height());
        auto *rest = bar.findChild<QToolButton *>(u"qt_toolbar_ext_button"_s);
        QVERIFY(rest);
        rest->setStyle(&style);
        rest->resize(bar.sizeHint().height(), bar.sizeHint().height());
        QImage image(rest->size(), QImage::Format_RGB32);
        image.fill(palette.color(QPalette::Window));
        rest->render(&image, {}, {}, QWidget::DrawChildren);
        double most = 1;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                most = std::max(most,
                                contrast(image.pixelColor(x, y), palette.color(QPalette::Window)));
        }
        QVERIFY2(most >= 4.5, qPrintable(QString::number(most)));
    }
}

void TestTheme::fieldsAreSeen_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::newRow("light") << lightPalette();
    QTest::newRow("dark") << darkPalette();
    QPalette desktop(Qt::black); // of KDE, in Qt 6.4
    for (const auto role : {QPalette::Window, QPalette::Base, QPalette::Button})
        desktop.setColor(role, Qt::black);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        desktop.setColor(role, Qt::white);
    desktop.setColor(QPalette::PlaceholderText, QColor(0, 0, 0, 128));
    QTest::newRow("high contrast") << withReadablePlaceholders(desktop);
}

void TestTheme::fieldsAreSeen()
{
    QFETCH(const QPalette, palette);
    Theme theme;
    QLineEdit field;
    field.setPalette(palette);
    field.resize(120, 24);
    QImage image(field.size(), QImage::Format_RGB32);
    image.fill(palette.color(QPalette::Window));
    field.render(&image);
    double edge = 1;
    for (int x = 0; x < 3; ++x)
        edge = std::max(edge, contrast(image.pixelColor(x, 12), palette.color(QPalette::Window)));
    QVERIFY2(edge > 2, qPrintable(QString::number(edge)));
    QVERIFY(contrast(palette.color(QPalette::PlaceholderText), palette.color(QPalette::Base))
            > 4.5);
}

void TestTheme::focusOfButtonsIsSeen_data()
{
    QTest::addColumn<ButtonRole>("role");
    QTest::newRow("plain") << ButtonRole::Plain;
    QTest::newRow("primary") << ButtonRole::Primary;
    QTest::newRow("destructive") << ButtonRole::Destructive;
}

/// Not only by a shape of the same colour that is a pixel larger.
void TestTheme::focusOfButtonsIsSeen()
{
    QFETCH(const ButtonRole, role);
    Theme theme;
    QPushButton button;
    setButtonRole(&button, role);
    button.resize(80, 28);
    QStyleOptionButton option;
    option.initFrom(&button);
    option.state |= QStyle::State_Enabled;
    const auto drawn = [&](QStyle::State more) {
        QStyleOptionButton shown = option;
        shown.state |= more;
        QImage image(button.size(), QImage::Format_RGB32);
        image.fill(shown.palette.color(QPalette::Window));
        QPainter painter(&image);
        button.style()->drawControl(QStyle::CE_PushButtonBevel, &shown, &painter, &button);
        return image;
    };
    const QImage before = drawn({});
    const QImage focused = drawn(QStyle::State_HasFocus | QStyle::State_KeyboardFocusChange);
    // What is drawn around the colour of the ring is not seen: there it has to lie inside.
    const auto edges = [](const QImage &image) {
        int count = 0;
        for (int y = 0; y < image.height() / 2; ++y)
            count += contrast(image.pixelColor(40, y), image.pixelColor(40, y + 1)) > 3;
        return count;
    };
    QVERIFY(before != focused);
    QVERIFY(role != ButtonRole::Primary || edges(focused) > edges(before));
}

YARDMASTER_WINDOW_TEST(TestTheme)
#include "tst_theme.moc"
