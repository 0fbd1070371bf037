#include "ui/kit/changes/jsonfolding.h"

#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/kit/changes/payloadeditor.h"
#include "ui/kit/changes/payloadtext.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QTest>
#include <QTextBlock>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

// Lines:                   1   2                    3             4         5         6     7
const QString kText = u"{\n  \"user\": {\n    \"id\": 7,\n    \"tags\": [\n      1,\n      2\n    "
                      "]\n  },\n  \"n\": \"{[\"\n}"_s;

/// The numbers of the lines that are shown.
QList<int> shownLines(const PayloadText &text)
{
    QList<int> lines;
    for (QTextBlock block = text.document()->begin(); block.isValid(); block = block.next()) {
        if (block.isVisible())
            lines << block.blockNumber() + 1;
    }
    return lines;
}

/// A payload field on the screen.
struct ShownText
{
    ShownText()
    {
        text.setPlainText(kText);
        text.resize(400, 400);
        text.show();
        text.activateWindow();
        if (!QTest::qWaitForWindowActive(&text, kPatience))
            qFatal("the field does not appear");
        text.setFocus();
    }
    JsonFolding *folding() { return text.folding(); }

    PayloadText text;
};

} // namespace

/// Objects and arrays that are folded away, and a text that does not notice.
class TestJsonFolding : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void foldsEndWhereTheirBracketDoes_data();
    void foldsEndWhereTheirBracketDoes();
    void foldedLinesAreThereAllTheSame();
    void keysFoldAndUnfold();
    void theGutterFoldsByMouse();
    void linesAreCountedAlsoWithShift();
    void whatTheCaretEntersIsUnfolded();
    void editsKeepWhatIsFolded();
    void largeTextsFold();
    void looks();

private:
    Theme m_theme;
};

void TestJsonFolding::foldsEndWhereTheirBracketDoes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<int>>("ends");
    QTest::newRow("nothing") << QString() << QList<int>{-1};
    QTest::newRow("nested") << kText << QList<int>{9, 7, -1, 6, -1, -1, -1, -1, -1, -1};
    QTest::newRow("nothing between") << u"[\n]"_s << QList<int>{-1, -1};
    QTest::newRow("two of a line") << u"[{\n1\n},\n2\n]"_s << QList<int>{4, -1, -1, -1, -1};
    QTest::newRow("never closed") << u"{\n[\n1\n]"_s << QList<int>{-1, 3, -1, -1};
    QTest::newRow("never opened") << u"]\n}\n1"_s << QList<int>{-1, -1, -1};
    QTest::newRow("in strings") << u"[\n\"]\\\"]\",\n1\n]"_s << QList<int>{3, -1, -1, -1};
    QTest::newRow("a string without an end") << u"[\n\"]\n1\n]"_s << QList<int>{3, -1, -1, -1};
}

void TestJsonFolding::foldsEndWhereTheirBracketDoes()
{
    QFETCH(const QString, text);
    QFETCH(const QList<int>, ends);
    QCOMPARE(foldEnds(text), ends);
}

void TestJsonFolding::foldedLinesAreThereAllTheSame()
{
    ShownText shown;
    QVERIFY(shown.folding()->canFold(2) && !shown.folding()->canFold(3));
    shown.folding()->setFolded(2, true);
    QVERIFY(shown.folding()->isFolded(2));
    QCOMPARE(shownLines(shown.text), (QList<int>{1, 2, 8, 9, 10}));
    QCOMPARE(shown.text.rawText(), kText);
    QVERIFY(!shown.text.document()->isUndoAvailable()); // it is no edit
    shown.text.selectAll();
    shown.text.copy();
    QCOMPARE(QGuiApplication::clipboard()->text(), kText);
    shown.folding()->setFolded(2, false);
    QCOMPARE(shownLines(shown.text).size(), 10);
}

void TestJsonFolding::keysFoldAndUnfold()
{
    ShownText shown;
    shown.text.goTo(5, 7);
    QTest::keyClick(&shown.text, Qt::Key_Left, Qt::AltModifier);
    QVERIFY(shown.folding()->isFolded(4)); // the innermost
    QCOMPARE(shown.text.textCursor().blockNumber(), 3);
    QTest::keyClick(&shown.text, Qt::Key_Left, Qt::AltModifier);
    QVERIFY(shown.folding()->isFolded(2)); // then what is around it
    QCOMPARE(shown.text.textCursor().blockNumber(), 1);
    QTest::keyClick(&shown.text, Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(shownLines(shown.text), (QList<int>{1, 2, 3, 4, 7, 8, 9, 10})); // as it was within
    QTest::keyClick(&shown.text, Qt::Key_Right, Qt::AltModifier | Qt::ShiftModifier);
    QCOMPARE(shownLines(shown.text).size(), 10);
    QTest::keyClick(&shown.text, Qt::Key_Left, Qt::AltModifier | Qt::ShiftModifier);
    QCOMPARE(shownLines(shown.text), (QList<int>{1, 2, 8, 9, 10}));
    // Over what is folded, not into it.
    shown.text.goTo(2, 1);
    QTest::keyClick(&shown.text, Qt::Key_Down);
    QCOMPARE(shown.text.textCursor().blockNumber(), 7);
    QVERIFY(shown.folding()->isFolded(2));
}

void TestJsonFolding::linesAreCountedAlsoWithShift()
{
    ShownText shown;
    shown.text.goTo(1, 1);
    QTest::keyClick(&shown.text, Qt::Key_Return, Qt::ShiftModifier);
    shown.text.goTo(6, 7); // the line that was the fifth
    QTest::keyClick(&shown.text, Qt::Key_Left, Qt::AltModifier);
    QVERIFY(shown.folding()->isFolded(5));
    QCOMPARE(shown.text.textCursor().blockNumber(), 4);
}

void TestJsonFolding::theGutterFoldsByMouse()
{
    ShownText shown;
    auto *gutter = child<QWidget>(shown.text, "payloadFolds");
    const auto click = [&](int line) {
        const QTextBlock block = shown.text.document()->findBlockByNumber(line - 1);
        const QRectF place
            = shown.text.blockBoundingGeometry(block).translated(shown.text.contentOffset());
        QTest::mouseClick(gutter, Qt::LeftButton, {},
                          QPoint(gutter->width() / 2, int(place.center().y())));
    };
    click(4);
    QVERIFY(shown.folding()->isFolded(4));
    click(8); // nothing to fold
    click(2);
    QCOMPARE(shownLines(shown.text), (QList<int>{1, 2, 8, 9, 10}));
    click(2);
    click(4);
    QCOMPARE(shownLines(shown.text).size(), 10);
}

void TestJsonFolding::whatTheCaretEntersIsUnfolded()
{
    ShownText shown;
    shown.folding()->setAllFolded(true);
    shown.text.goTo(6, 1); // where something is wrong, say
    QCOMPARE(shownLines(shown.text).size(), 10);
    shown.folding()->setFolded(2, true);
    QVERIFY(shown.text.find(u"tags"_s));
    QVERIFY(!shown.folding()->isFolded(2));
}

void TestJsonFolding::editsKeepWhatIsFolded()
{
    ShownText shown;
    shown.folding()->setFolded(2, true);
    shown.text.goTo(1, 2);
    QTest::keyClick(&shown.text, Qt::Key_Return);
    QVERIFY(shown.folding()->isFolded(3)); // it has moved
    QCOMPARE(shownLines(shown.text), (QList<int>{1, 2, 3, 9, 10, 11}));
    shown.text.undo();
    QVERIFY(shown.folding()->isFolded(2));
    // What begins there no more is shown.
    shown.text.goTo(2, 11);
    QTest::keyClick(&shown.text, Qt::Key_Delete);
    QCOMPARE(shownLines(shown.text).size(), 10);
    shown.text.undo();
    // What is undone within is shown, too.
    shown.text.goTo(5, 7);
    QTest::keyClicks(&shown.text, u"5"_s);
    shown.folding()->setFolded(2, true);
    shown.text.undo();
    QCOMPARE(shown.text.rawText(), kText);
    QCOMPARE(shownLines(shown.text).size(), 10);
}

void TestJsonFolding::largeTextsFold()
{
    QString large = u"[\n"_s;
    for (int i = 0; large.size() < 200000; ++i)
        large += u"{\n\"id\": %1\n},\n"_s.arg(i);
    large += u"0\n]"_s;
    ShownText shown;
    shown.text.setPlainText(large);
    const int lines = shown.text.blockCount();
    shown.folding()->setAllFolded(true);
    QCOMPARE(int(shownLines(shown.text).size()), 3 + (lines - 3) * 2 / 3);
    shown.folding()->setFolded(1, true);
    QCOMPARE(shownLines(shown.text), (QList<int>{1, lines}));
    QCOMPARE(shown.text.rawText(), large);
    shown.folding()->setAllFolded(false);
    QCOMPARE(int(shownLines(shown.text).size()), lines);
}

void TestJsonFolding::looks()
{
    PayloadEditor editor;
    editor.setPayload(kText.toUtf8(), {});
    editor.resize(480, 260);
    editor.show();
    child<PayloadText>(editor, "payloadText")->folding()->setFolded(4, true);
    QVERIFY(takePictures(&m_theme, &editor, u"payload-folded"_s));
}

YARDMASTER_WINDOW_TEST(TestJsonFolding)

#include "tst_jsonfolding.moc"
