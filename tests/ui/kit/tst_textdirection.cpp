#include "ui/kit/textdirection.h"

#include "models/alerts/alertwords.h"
#include "models/operations/jobchange.h"
#include "models/operations/operationtitle.h"
#include "models/values/showntext.h"
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
#include <QTextLayout>

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
    void labelsBeginWhereTheWindowDoes_data();
    void labelsBeginWhereTheWindowDoes();
    void namesDoNotReorderSentences_data();
    void namesDoNotReorderSentences();
    void sentencesIsolateNames_data();
    void sentencesIsolateNames();
    void onlyIsolatesOfOursAreKept();
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

void TestTextDirection::labelsBeginWhereTheWindowDoes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isElided");
    for (const bool isElided : {false, true}) {
        QTest::addRow("Hebrew, %d", isElided) << kHebrew << isElided;
        QTest::addRow("Latin, %d", isElided) << u"send_mail"_s << isElided;
    }
}

void TestTextDirection::labelsBeginWhereTheWindowDoes()
{
    QFETCH(const QString, text);
    QFETCH(const bool, isElided);
    std::unique_ptr<Label> label;
    if (isElided)
        label = std::make_unique<ElidedLabel>(Qt::ElideRight);
    else
        label = std::make_unique<Label>();
    label->setText(text);
    label->resize(600, 30);
    const auto isWritten = [&](const QRect &part) {
        const QImage image = label->grab().toImage().copy(part);
        QImage empty(image.size(), image.format());
        empty.fill(image.pixel(0, 0));
        return image != empty;
    };
    const QRect left(0, 0, 300, 30);
    const QRect right(300, 0, 300, 30);
    label->setLayoutDirection(Qt::LeftToRight);
    QVERIFY(isWritten(left) && !isWritten(right));
    label->setLayoutDirection(Qt::RightToLeft);
    QVERIFY(!isWritten(left) && isWritten(right));
}

void TestTextDirection::namesDoNotReorderSentences_data()
{
    QTest::addColumn<QString>("sentence");
    QTest::newRow("first") << u"%1: 3 jobs failed for good."_s;
    QTest::newRow("before a number") << u"Jobs of queue %1, 3."_s;
}

/// What stands behind the name is on its right.
void TestTextDirection::namesDoNotReorderSentences()
{
    QFETCH(const QString, sentence);
    const auto standsBehind = [&](const QString &name) {
        const QString shown = shownText(sentence.arg(name));
        QTextLayout layout(shown);
        QTextOption option;
        option.setTextDirection(shown.isRightToLeft() ? Qt::RightToLeft : Qt::LeftToRight);
        layout.setTextOption(option);
        layout.beginLayout();
        const QTextLine line = layout.createLine();
        layout.endLayout();
        const auto nameAt = int(shown.indexOf(u'ש'));
        return line.cursorToX(int(shown.indexOf(u'3'))) > line.cursorToX(nameAt);
    };
    QVERIFY(!standsBehind(u"שליחת_דואר"_s)); // else there would be nothing to be done
    QVERIFY(standsBehind(isolated(u"שליחת_דואר"_s)));
    QVERIFY(standsBehind(isolated(u"שליחת_דואר 2"_s)));
}

void TestTextDirection::sentencesIsolateNames_data()
{
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<QString>("name");
    OperationSpec spec;
    spec.scope.filter = u"task:שליחה"_s;
    QTest::newRow("title of an operation") << operationTitle(spec) << spec.scope.filter;
    JobChange change;
    change.kind = JobChange::Kind::Edited;
    change.after.queue = u"שליחה"_s;
    QTest::newRow("change of a job") << jobChangeText(change) << change.after.queue;
    AlertRule rule;
    rule.kind = AlertKind::NoSuccess;
    rule.task = u"שליחה"_s;
    QTest::newRow("condition of an alert") << alertCondition(rule) << rule.task;
    AlertMeasure measure;
    measure.value = 3;
    measure.names = {rule.task};
    QTest::newRow("alert") << alertLine(rule, measure) << rule.task;
}

void TestTextDirection::sentencesIsolateNames()
{
    QFETCH(const QString, sentence);
    QFETCH(const QString, name);
    QVERIFY2(sentence.contains(isolated(name)), qPrintable(sentence));
    QVERIFY(withoutIsolates(sentence).contains(name));
}

void TestTextDirection::onlyIsolatesOfOursAreKept()
{
    QCOMPARE(isolated(u"send_mail"_s), u"send_mail"_s);
    const QString name = isolated(kHebrew);
    QVERIFY(name != kHebrew);
    const QString sentence = u"Task %1 waits."_s.arg(name);
    QCOMPARE(shownText(sentence), sentence);
    QCOMPARE(shownText(shownText(sentence)), sentence);
    QCOMPARE(withoutIsolates(sentence), u"Task %1 waits."_s.arg(kHebrew));
    // In a name of another program they are shown, as whatever else is invisible.
    QCOMPARE(shownText(u"a\u2068b\u2069"_s), uR"(a\u2068b\u2069)"_s);
    QCOMPARE(shownText(isolated(u"\u202eש\u2069"_s)), u"\u2068\\u202eש\\u2069\u2069"_s);
    QCOMPARE(shownText(u"\u2068ש\u202e\u2069"_s), uR"(\u2068ש\u202e\u2069)"_s);
    QCOMPARE(shownText(u"x\u2068ש"_s), uR"(x\u2068ש)"_s);
    // Cut within the name, it still ends.
    QCOMPARE(shownText(sentence, 8), u"Task \u2068של\u2069…"_s);
    // In one line, as in cells.
    QCOMPARE(shownLine(sentence + u"\nNow"_s), sentence + uR"(\nNow)"_s);
    QCOMPARE(shownLine(isolated(u"ש\nב"_s)), u"\u2068ש\\nב\u2069"_s);
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
