#include "tests/support/testprogram.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/factlist.h"

#include <QImage>
#include <QTest>
#include <QtMath>

using namespace yardmaster;
using namespace Qt::StringLiterals;

class TestElidedLabel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneLineIsCut();
    void aSecondLineTakesTheRest();
    void theSecondLineIsCut();
    void withoutRoomForTwoItIsCutInOne();
    void wordsThatAreTooLongAreCut();
    void whatIsKeptIsCutLast();
    void timesInFactsAreNotCut();
    void partsOfAPixelCount();

private:
    static int widthOf(const QString &text)
    {
        return qCeil(
            QFontMetricsF(ElidedLabel(Qt::ElideMiddle).fontMetrics()).horizontalAdvance(text));
    }
};

void TestElidedLabel::oneLineIsCut()
{
    ElidedLabel label(Qt::ElideMiddle);
    label.setText(u"vor 2 d, 2026-11-23 04:14:51 UTC"_s);
    QCOMPARE(label.linesIn(widthOf(label.text())), QStringList{label.text()});
    const QStringList lines = label.linesIn(widthOf(label.text()) - 1);
    QCOMPARE(lines.size(), 1);
    QVERIFY(lines.first().contains(u'…'));
}

void TestElidedLabel::aSecondLineTakesTheRest()
{
    ElidedLabel label(Qt::ElideMiddle);
    label.allowTwoLines();
    label.setText(u"vor 2 d, 2026-11-23 04:14:51 UTC"_s);
    const int all = widthOf(label.text());
    QCOMPARE(label.linesIn(all), QStringList{label.text()});
    QCOMPARE(label.heightForWidth(all), label.fontMetrics().height());
    // The comma is the better place, even where more would fit.
    QCOMPARE(label.linesIn(all - 1), (QStringList{u"vor 2 d,"_s, u"2026-11-23 04:14:51 UTC"_s}));
    QCOMPARE(label.heightForWidth(all - 1),
             label.fontMetrics().height() + label.fontMetrics().lineSpacing());
    const int less = widthOf(u"2026-11-23 04:14:51 UTC"_s) - 1; // a space, if the rest is too long
    QCOMPARE(label.linesIn(less), (QStringList{u"vor 2 d, 2026-11-23"_s, u"04:14:51 UTC"_s}));
}

void TestElidedLabel::theSecondLineIsCut()
{
    ElidedLabel label(Qt::ElideRight);
    label.allowTwoLines();
    label.setText(u"one "_s + u"two"_s.repeated(40));
    const QStringList lines = label.linesIn(widthOf(u"one two"_s));
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines.first(), u"one"_s);
    QVERIFY(lines.last().endsWith(u'…'));
}

/// Two lines in the height of one lose the top of the first.
void TestElidedLabel::withoutRoomForTwoItIsCutInOne()
{
    ElidedLabel label(Qt::ElideMiddle);
    label.allowTwoLines();
    label.setText(u"xxxx, xxxx, xxxx"_s);
    label.resize(widthOf(label.text()) - 1, label.fontMetrics().height());
    const QImage image = label.grab().toImage();
    const auto isBlank = [&image](int row) {
        for (int column = 1; column < image.width(); ++column) {
            if (image.pixel(column, row) != image.pixel(0, row))
                return false;
        }
        return true;
    };
    QVERIFY(isBlank(0));
    QVERIFY(isBlank(image.height() - 1));
    QVERIFY(!isBlank(image.height() / 2));
}

void TestElidedLabel::wordsThatAreTooLongAreCut()
{
    ElidedLabel label(Qt::ElideMiddle);
    label.allowTwoLines();
    label.setText(u"yardmaster"_s.repeated(20));
    const QStringList lines = label.linesIn(100);
    QCOMPARE(lines.size(), 1);
    QVERIFY(lines.first().contains(u'…'));
}

void TestElidedLabel::whatIsKeptIsCutLast()
{
    ElidedLabel label(Qt::ElideLeft);
    const QString kept = u"08:00 · Added 12"_s;
    label.setText(kept + u" · 6 changes: one, two, three"_s);
    label.keepFirst(kept.size());
    QCOMPARE(label.linesIn(widthOf(label.text())).first(), label.text());
    const QString shown = label.linesIn(widthOf(label.text()) - 1).first();
    QVERIFY2(shown.startsWith(kept + u" · 6 ch"_s) && shown.endsWith(u'…'), qPrintable(shown));
    QCOMPARE(label.linesIn(widthOf(kept)), QStringList(kept));
    const QString least = label.linesIn(widthOf(kept) / 2).first();
    QVERIFY2(least.startsWith(u'…') && least.endsWith(u"12"_s), qPrintable(least));
}

/// The inspector of a window 1280 pixels wide, in German.
void TestElidedLabel::timesInFactsAreNotCut()
{
    FactList list;
    const QString time = u"vor 14 min, 2026-11-26 03:31:13 UTC"_s;
    const QString name = u"Warteschlange"_s;
    list.setFacts({{name, u"keine"_s, {}, {}}, {u"Hinzugefügt"_s, time, {}, {}}});
    list.resize(widthOf(name) + widthOf(time), 200); // the space between them is lacking
    list.show();
    QVERIFY(QTest::qWaitForWindowExposed(&list));
    for (const ElidedLabel *label : list.findChildren<ElidedLabel *>()) {
        QCOMPARE(label->linesIn(label->width()).join(u' '), label->text());
        QVERIFY(label->height() >= label->heightForWidth(label->width()));
    }
}

/// A font's widths are not whole pixels: what is a little too wide has to go on in the next line.
void TestElidedLabel::partsOfAPixelCount()
{
    ElidedLabel label(Qt::ElideMiddle);
    label.allowTwoLines();
    int uneven = 0;
    for (int size = 8; size < 16; ++size) {
        QFont font = label.font();
        font.setPointSize(size);
        label.setFont(font);
        for (int minute = 1; minute < 60; ++minute) {
            label.setText(u"%1 min ago, 2026-11-29 22:52:56 UTC"_s.arg(minute));
            const double exact = QFontMetricsF(label.fontMetrics()).horizontalAdvance(label.text());
            uneven += exact > qFloor(exact) ? 1 : 0;
            const QString shown = label.linesIn(qRound(exact)).join(u' ');
            QCOMPARE(shown, label.text());
            QVERIFY(label.linesIn(label.sizeHint().width()) == QStringList{label.text()});
        }
    }
    if (uneven == 0)
        QSKIP("all widths of this font are whole pixels");
}

YARDMASTER_WINDOW_TEST(TestElidedLabel)
#include "tst_elidedlabel.moc"
