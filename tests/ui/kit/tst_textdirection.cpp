#include "ui/kit/textdirection.h"

#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/kit/celldelegate.h"
#include "ui/kit/changes/payloadtext.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/textviewer.h"

#include <QPainter>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

const QString kHebrew = u"שליחת_דואר (2)."_s;

} // namespace

/// What is read from left to right stays so in a window that is mirrored, and the other way round.
class TestTextDirection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstLetterDecides();
    void cellsKeepTheirDirection_data() { texts(); }
    void cellsKeepTheirDirection();
    void labelsKeepTheirDirection_data() { texts(); }
    void labelsKeepTheirDirection();
    void formalLanguagesAreNotMirrored();

private:
    static void texts()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("age") << u"59 min ago"_s;
        QTest::newRow("negative") << u"-10"_s;
        QTest::newRow("sentence") << u"2 of 25 (late)."_s;
        QTest::newRow("JSON") << u"{\"a\": [1, 2]}"_s;
        QTest::newRow("SQL") << u"select 1;"_s;
        QTest::newRow("Hebrew") << kHebrew;
    }
};

void TestTextDirection::theFirstLetterDecides()
{
    QCOMPARE(ownDirection(u"-10 (2)"_s), int(Qt::TextForceLeftToRight));
    QCOMPARE(ownDirection(u"2 x"_s), int(Qt::TextForceLeftToRight));
    QCOMPARE(ownDirection(kHebrew), int(Qt::TextForceRightToLeft));
}

void TestTextDirection::cellsKeepTheirDirection()
{
    QFETCH(const QString, text);
    QStandardItemModel model(1, 1);
    model.setData(model.index(0, 0), text);
    model.setData(model.index(0, 0), int(Qt::AlignCenter), Qt::TextAlignmentRole);
    QTableView view;
    const CellDelegate delegate(&view);
    const auto painted = [&](Qt::LayoutDirection direction) {
        QImage image(300, 30, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.setLayoutDirection(direction);
        QStyleOptionViewItem option;
        option.initFrom(&view);
        option.direction = direction;
        option.rect = image.rect();
        option.widget = &view;
        delegate.paint(&painter, option, model.index(0, 0));
        return image;
    };
    const QImage plain = painted(Qt::LeftToRight);
    QImage empty(plain.size(), plain.format());
    empty.fill(plain.pixel(0, 0));
    QVERIFY(plain != empty);
    QCOMPARE(painted(Qt::RightToLeft), plain);
}

void TestTextDirection::labelsKeepTheirDirection()
{
    QFETCH(const QString, text);
    ElidedLabel label(Qt::ElideRight);
    label.setText(text);
    label.setAlignment(Qt::AlignCenter);
    label.resize(300, 30);
    const auto painted = [&](Qt::LayoutDirection direction) {
        label.setLayoutDirection(direction);
        return label.grab().toImage();
    };
    QCOMPARE(painted(Qt::RightToLeft), painted(Qt::LeftToRight));
}

void TestTextDirection::formalLanguagesAreNotMirrored()
{
    QWidget window;
    window.setLayoutDirection(Qt::RightToLeft);
    const PayloadText payload(&window);
    const TextViewer viewer(&window);
    QCOMPARE(payload.layoutDirection(), Qt::LeftToRight);
    QCOMPARE(viewer.layoutDirection(), Qt::LeftToRight);
}

YARDMASTER_WINDOW_TEST(TestTextDirection)

#include "tst_textdirection.moc"
