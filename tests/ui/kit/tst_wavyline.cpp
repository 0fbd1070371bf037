#include "tests/support/testprogram.h"
#include "ui/kit/wavyline.h"

#include <QImage>
#include <QPainter>
#include <QTest>

using namespace yardmaster;

class TestWavyLine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isDrawnInThePensColour_data() { scales(); }
    void isDrawnInThePensColour();
    void neighboursJoin_data() { scales(); }
    void neighboursJoin();

private:
    using Pieces = QList<std::pair<double, double>>;
    static void scales()
    {
        QTest::addColumn<double>("scale");
        for (const double scale : {1.0, 1.25, 1.5, 2.0})
            QTest::addRow("%g", scale) << scale;
    }
    /// Below a line of 200 × 20, in these pieces.
    static QImage picture(double scale, const Pieces &pieces, const QColor &color = Qt::red)
    {
        QImage image(QSize(200, 20) * scale, QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(scale);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.setPen(QPen(color, 1.3));
        for (const auto &[left, right] : pieces)
            paintWavyLine(painter, left, right, 10);
        return image;
    }
};

/// Up and down all the way between its ends, and nowhere else.
void TestWavyLine::isDrawnInThePensColour()
{
    QFETCH(const double, scale);
    for (const QColor &color : {QColor(Qt::red), QColor(Qt::blue)}) {
        const QImage image = picture(scale, {{21, 150}}, color);
        QSet<int> heights;
        for (int x = 0; x < image.width(); ++x) {
            const double at = x / scale;
            int painted = 0;
            for (int y = 0; y < image.height(); ++y) {
                const QColor pixel = image.pixelColor(x, y);
                if (pixel == Qt::white)
                    continue;
                ++painted;
                QVERIFY(y / scale >= 8 && y / scale <= 14);
                QVERIFY(color == Qt::red ? pixel.red() == 255 : pixel.blue() == 255);
                if (pixel.green() < 220)
                    heights << y;
            }
            QVERIFY2(at < 20 || at > 151 ? painted == 0 : at < 21 || at > 149 || painted > 0,
                     qPrintable(QString::number(at)));
        }
        QVERIFY(heights.size() >= 3);
    }
}

void TestWavyLine::neighboursJoin()
{
    QFETCH(const double, scale);
    QCOMPARE(picture(scale, {{8, 60}, {60, 68}, {68, 180}}), picture(scale, {{8, 180}}));
}

YARDMASTER_WINDOW_TEST(TestWavyLine)
#include "tst_wavyline.moc"
