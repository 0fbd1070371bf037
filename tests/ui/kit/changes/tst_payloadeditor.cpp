#include "tests/support/stallwatch.h"
#include "tests/support/widgets.h"
#include "tests/ui/kit/changes/operationsui.h"
#include "ui/kit/changes/addjobdialog.h"
#include "ui/kit/changes/editpayloaddialog.h"
#include "ui/kit/changes/payloadeditor.h"
#include "ui/kit/changes/payloadtext.h"
#include "ui/kit/textviewer.h"

#include <QClipboard>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>
#include <QTreeWidget>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

/// About `megabytes` of JSON in one line.
QByteArray largePayload(int megabytes, const QByteArray &word = "some value")
{
    const QByteArray item = "{\"id\":12345678901234567890,\"text\":\"" + word + "\",\"n\":1.0},";
    QByteArray json = "{\"items\":[";
    while (json.size() < megabytes * qsizetype(1 << 20))
        json += item;
    return json + "null],\"end\":1e400}";
}

QString status(const QWidget &editor)
{
    return child<QLabel>(editor, "payloadStatus")->text();
}

QPushButton *button(const QWidget &editor, const char *name)
{
    return child<QPushButton>(editor, name);
}

void press(const QWidget &editor, const char *name)
{
    QTest::mouseClick(button(editor, name), Qt::LeftButton);
}

bool isRead(const PayloadEditor &editor)
{
    return QTest::qWaitFor([&] { return !editor.isReading(); }, kPatience);
}

QColor colourAt(const QPlainTextEdit &edit, int position)
{
    const QList<QTextLayout::FormatRange> ranges
        = edit.document()->firstBlock().layout()->formats();
    for (const QTextLayout::FormatRange &range : ranges) {
        if (position >= range.start && position < range.start + range.length)
            return range.format.foreground().color();
    }
    return {};
}

} // namespace

class TestPayloadEditor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void layoutChangesWhiteSpaceOnly();
    void namesStringsAndNumbersDifferInColour();
    void errorIsMarkedAtItsCharacter_data();
    void errorIsMarkedAtItsCharacter();
    void differenceIsListedInColour();
    void invisibleCharactersArePastedAsEscapes();
    void megabytesArePasted();
    void megabytesAreComparedAndApplied();
    void longLineIsFormattedAndThenTyped();
    void megabytesAreAdded();
    void looks();
};

void TestPayloadEditor::layoutChangesWhiteSpaceOnly()
{
    const QByteArray odd = "{ \"z\":1e400, \"a\":1.0,\n\"b\":12345678901234567890,\"a\":-0.00}";
    PayloadEditor editor;
    editor.setPayload(odd, {});
    press(editor, "compactPayload");
    const QByteArray compact = "{\"z\":1e400,\"a\":1.0,\"b\":12345678901234567890,\"a\":-0.00}";
    QCOMPARE(editor.payload(), compact);
    press(editor, "formatPayload");
    QCOMPARE(editor.payload(),
             QByteArray("{\n  \"z\": 1e400,\n  \"a\": 1.0,\n  \"b\": 12345678901234567890,\n"
                        "  \"a\": -0.00\n}"));
    press(editor, "compactPayload");
    QCOMPARE(editor.payload(), compact);
    auto *text = child<QPlainTextEdit>(editor, "payloadText");
    for (int step = 0; step < 3; ++step)
        text->undo();
    QCOMPARE(editor.payload(), odd);
}

void TestPayloadEditor::namesStringsAndNumbersDifferInColour()
{
    PayloadEditor editor;
    editor.setPayload("{\"name\" : \"text: \\\" 1\", \"n\": 12.5, \"x\": null}", {});
    const auto *text = child<QPlainTextEdit>(editor, "payloadText");
    const QString line = text->toPlainText();
    const auto at
        = [&](const QString &what) { return colourAt(*text, int(line.indexOf(what)) + 1); };
    const QPalette palette = text->palette();
    QCOMPARE(at(u"\"name"_s), QColor()); // as the text
    QCOMPARE(at(u"\"text"_s), stateColor(JobState::Running, palette));
    QCOMPARE(at(u" 1\""_s), stateColor(JobState::Running, palette)); // within the string
    QCOMPARE(at(u"12.5"_s), stateColor(JobState::Ready, palette));
    QCOMPARE(at(u"null"_s), mutedColor(palette));
}

void TestPayloadEditor::errorIsMarkedAtItsCharacter_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("marked");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("comma") << u"{\"a\": 1\n \"b\": 2}"_s << u"\""_s
                           << u"Line 2, column 2: A comma or } is missing."_s;
    QTest::newRow("name") << u"{\"ä\": 1, b: 2}"_s << u"b"_s
                          << u"Line 1, column 10: A name in double quotes is expected."_s;
    QTest::newRow("zero") << u"[1, 007]"_s << u"0"_s
                          << u"Line 1, column 6: A number cannot begin with 0."_s;
    QTest::newRow("end") << u"{\"a\": [1"_s << u"1"_s << u"Line 1, column 9: It ends too early."_s;
}

void TestPayloadEditor::errorIsMarkedAtItsCharacter()
{
    QFETCH(const QString, text);
    QFETCH(const QString, marked);
    QFETCH(const QString, sentence);
    PayloadEditor editor;
    editor.setPayload("{}", {});
    auto *edit = child<QPlainTextEdit>(editor, "payloadText");
    QVERIFY(edit->extraSelections().isEmpty());
    edit->setPlainText(text);
    QCOMPARE(status(editor).remove(u"<a href=\"there\">"_s).remove(u"</a>"_s), sentence);
    QCOMPARE(edit->extraSelections().size(), 2); // the line, and the place
    QCOMPARE(edit->extraSelections().at(1).cursor.selectedText(), marked);
    edit->setPlainText(u"[]"_s);
    QVERIFY(edit->extraSelections().isEmpty());
}

void TestPayloadEditor::differenceIsListedInColour()
{
    OperationsUi ui;
    ui.fixture.database.script("update graphile_worker._private_jobs set payload = "
                               "'{\"user\": {\"id\": 1.0}, \"old\": true}' where id = 3");
    ui.actions->editPayload(3);
    auto *dialog = ui.dialog<EditPayloadDialog>("editPayloadDialog");
    auto *payload = child<QPlainTextEdit>(*dialog, "payloadText");
    QTRY_VERIFY_WITH_TIMEOUT(payload->isEnabled(), kPatience);
    auto *summary = child<QLabel>(*dialog, "compareSummary");
    QCOMPARE(summary->text(), u"Nothing changed yet."_s);
    payload->setPlainText(u"{\"old\":true, \"user\":{\"id\":1.0}}"_s);
    QCOMPARE(summary->text(), u"Only white space, escapes or the order of keys differ."_s);
    payload->setPlainText(u"{\"user\": {\"id\": 1.00}, \"new\": []}"_s);
    QCOMPARE(summary->text(), u"1 changed, 1 added, 1 removed."_s);
    auto *list = child<QTreeWidget>(*dialog, "compareList");
    QCOMPARE(list->topLevelItemCount(), 3);
    QCOMPARE(list->topLevelItem(0)->text(1), u"user.id"_s);
    QCOMPARE(list->topLevelItem(0)->text(2), u"1.0"_s);
    QCOMPARE(list->topLevelItem(0)->text(3), u"1.00"_s);
    QCOMPARE(list->topLevelItem(0)->foreground(2).color(),
             toneColor(Tone::Trouble, list->palette()));
    QCOMPARE(list->topLevelItem(0)->foreground(3).color(), toneColor(Tone::Good, list->palette()));
    payload->setPlainText(u"{\"user\""_s);
    QCOMPARE(list->topLevelItemCount(), 0);
    QVERIFY(!child<QPushButton>(*dialog, "confirmEdit")->isEnabled());
}

void TestPayloadEditor::invisibleCharactersArePastedAsEscapes()
{
    PayloadEditor editor;
    editor.setPayload("{}", {});
    auto *text = child<QPlainTextEdit>(editor, "payloadText");
    text->selectAll();
    QApplication::clipboard()->setText(u"{\r\n\"a\": \"x\u2028y\u2029z\u200b\"}"_s);
    text->paste();
    QVERIFY(!editor.problem());
    QCOMPARE(editor.payload(), QByteArray("{\n\"a\": \"x\\u2028y\\u2029z\\u200b\"}"));
}

void TestPayloadEditor::megabytesArePasted()
{
    PayloadEditor editor;
    editor.resize(700, 400);
    editor.setPayload("{\"a\": 1}", {});
    editor.show();
    editor.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&editor, kPatience));
    auto *text = child<QPlainTextEdit>(editor, "payloadText");
    auto *whole = child<TextViewer>(editor, "payloadWhole");
    text->setFocus();
    const QByteArray large = largePayload(5);
    QApplication::clipboard()->setText(QString::fromUtf8(large));
    const StallWatch watch;
    // By events, as only those are watched.
    const auto key = [](QWidget *widget, Qt::Key which) {
        QApplication::postEvent(widget,
                                new QKeyEvent(QEvent::KeyPress, which, Qt::ControlModifier));
        QCoreApplication::processEvents();
    };
    key(text, Qt::Key_A);
    key(text, Qt::Key_V);
    QVERIFY(editor.isReading());
    QTest::keyClick(text, Qt::Key_X); // too late for the text that is being replaced
    QVERIFY(isRead(editor));
    QVERIFY(whole->isVisible());
    QVERIFY(whole->hasFocus());
    QVERIFY(!editor.problem());
    QCOMPARE(editor.payload(), large);
    QVERIFY2(status(editor).contains(u"too long to edit here"_s), qUtf8Printable(status(editor)));
    press(editor, "formatPayload");
    QVERIFY(isRead(editor));
    QVERIFY(editor.payload().contains("\n      \"id\": 12345678901234567890,\n"));
    QVERIFY(editor.payload().endsWith("\"end\": 1e400\n}"));
    press(editor, "compactPayload");
    QVERIFY(isRead(editor));
    QCOMPARE(editor.payload(), large);
    // Something else in its place, with an error far down.
    QApplication::clipboard()->setText(QString::fromUtf8(large.chopped(1)));
    key(whole, Qt::Key_V);
    QVERIFY(isRead(editor));
    QVERIFY(editor.problem());
    QVERIFY2(status(editor).contains(u"It ends too early."_s), qUtf8Printable(status(editor)));
    key(whole, Qt::Key_Z);
    QVERIFY(isRead(editor));
    QCOMPARE(editor.payload(), large);
    QApplication::clipboard()->setText(u"{\"b\": 2}"_s);
    press(editor, "pastePayload");
    QCOMPARE(editor.payload(), QByteArray("{\"b\": 2}"));
    QVERIFY(text->isVisible());
    QVERIFY(button(editor, "takeBackPayload")->isVisible());
}

void TestPayloadEditor::megabytesAreComparedAndApplied()
{
    OperationsUi ui;
    const QByteArray large = largePayload(5);
    ui.fixture.database.script("update graphile_worker._private_jobs set payload = '" + large
                               + "' where id = 3");
    QByteArray other = largePayload(5, "else");
    other.replace("1e400", "1e401");
    QApplication::clipboard()->setText(QString::fromUtf8(other));
    {
        const StallWatch watch;
        ui.actions->editPayload(3);
        auto *dialog = ui.dialog<EditPayloadDialog>("editPayloadDialog");
        auto *editor = dialog->findChild<PayloadEditor *>();
        QTRY_VERIFY_WITH_TIMEOUT(editor->payload() == large, kPatience);
        auto *summary = child<QLabel>(*dialog, "compareSummary");
        QTRY_COMPARE_WITH_TIMEOUT(summary->text(), u"Nothing changed yet."_s, kPatience);
        QApplication::postEvent(child<TextViewer>(*dialog, "payloadWhole"),
                                new QKeyEvent(QEvent::KeyPress, Qt::Key_V, Qt::ControlModifier));
        QTRY_VERIFY_WITH_TIMEOUT(editor->payload() == other, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(summary->text().contains(u"More than 500 differences"_s),
                                 kPatience);
        auto *confirm = child<QPushButton>(*dialog, "confirmEdit");
        QTRY_VERIFY_WITH_TIMEOUT(confirm->isEnabled(), kPatience);
        QTest::mouseClick(confirm, Qt::LeftButton);
    }
    QVERIFY(ui.isOver(1));
    QCOMPARE(ui.list->at(0).record.message, QString());
    QCOMPARE(ui.list->at(0).record.totals, OperationTotals{.changed = 1});
    QCOMPARE(ui.scalar("select md5(payload::text) from graphile_worker._private_jobs where id = 3"),
             ui.scalar("select md5('" + other + "')"));
}

void TestPayloadEditor::longLineIsFormattedAndThenTyped()
{
    QByteArray line = "[";
    while (line.size() < (100 << 10))
        line += "\"some text\", ";
    line += "1]";
    PayloadEditor editor;
    editor.setPayload(line, {});
    editor.show();
    QVERIFY(isRead(editor));
    auto *text = child<QPlainTextEdit>(editor, "payloadText");
    QVERIFY(!text->isVisible());
    press(editor, "formatPayload");
    QTRY_VERIFY_WITH_TIMEOUT(text->isVisible(), kPatience);
    QVERIFY(isRead(editor));
    text->moveCursor(QTextCursor::Start);
    QTest::keyClicks(text, u" "_s);
    QVERIFY(isRead(editor));
    QVERIFY(editor.payload().startsWith(" [\n  \"some text\","));
    press(editor, "takeBackPayload");
    QVERIFY(isRead(editor));
    QCOMPARE(editor.payload(), line);
}

void TestPayloadEditor::megabytesAreAdded()
{
    OperationsUi ui;
    const QByteArray large = largePayload(5);
    QApplication::clipboard()->setText(QString::fromUtf8(large));
    {
        const StallWatch watch;
        AddJobDialog dialog(ui.context.get());
        dialog.show();
        auto *text = child<QPlainTextEdit>(dialog, "payloadText");
        text->selectAll();
        QApplication::postEvent(text,
                                new QKeyEvent(QEvent::KeyPress, Qt::Key_V, Qt::ControlModifier));
        auto *task = child<QComboBox>(dialog, "addTask");
        QTest::keyClicks(task, u"large"_s);
        const auto *editor = dialog.findChild<PayloadEditor *>();
        QTRY_VERIFY_WITH_TIMEOUT(editor->payload() == large, kPatience);
        auto *add = child<QPushButton>(dialog, "addJobButton");
        QTRY_VERIFY_WITH_TIMEOUT(add->isEnabled(), kPatience);
        QTest::mouseClick(add, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isVisible(), kPatience);
    }
    QCOMPARE(ui.scalar("select md5(payload::text) from graphile_worker._private_jobs"
                       " order by id desc limit 1"),
             ui.scalar("select md5('" + large + "')"));
}

void TestPayloadEditor::looks()
{
    const QString folder = qEnvironmentVariable("YARDMASTER_SCREENSHOTS");
    if (folder.isEmpty())
        QSKIP("YARDMASTER_SCREENSHOTS names no folder");
    Theme theme;
    for (const Theme::Choice choice : {Theme::Choice::Light, Theme::Choice::Dark}) {
        theme.setChoice(choice);
        const QString end = choice == Theme::Choice::Dark ? u"-dark.png"_s : u"-light.png"_s;
        OperationsUi ui;
        ui.fixture.database.script(
            "update graphile_worker._private_jobs set payload = '{\"to\": \"ann@example.com\","
            " \"template\": \"welcome\", \"order\": {\"id\": 12345678901234567890, \"total\": 1.0,"
            " \"lines\": [1, 2, null, true]}, \"password\": \"x\"}' where id = 3");
        ui.actions->editPayload(3);
        auto *dialog = ui.dialog<EditPayloadDialog>("editPayloadDialog");
        auto *text = child<QPlainTextEdit>(*dialog, "payloadText");
        QTRY_VERIFY_WITH_TIMEOUT(text->isEnabled(), kPatience);
        press(*dialog, "formatPayload");
        QString changed = text->toPlainText();
        changed.replace(u"1.0"_s, u"12.50"_s)
            .replace(u"  \"template\": \"welcome\",\n"_s, u"  \"locale\": \"de\",\n"_s);
        text->setPlainText(changed);
        dialog->grab().save(folder + u"/payload-diff"_s + end);
        changed.replace(u"\"locale\":"_s, u"\"locale\""_s);
        text->setPlainText(changed);
        dialog->grab().save(folder + u"/payload-error"_s + end);
        QApplication::clipboard()->setText(QString::fromUtf8(largePayload(1)));
        text->selectAll();
        text->paste();
        QVERIFY(isRead(*dialog->findChild<PayloadEditor *>()));
        QTest::qWait(500);
        dialog->grab().save(folder + u"/payload-large"_s + end);
    }
}

YARDMASTER_WATCHED_TEST(TestPayloadEditor)
#include "tst_payloadeditor.moc"
