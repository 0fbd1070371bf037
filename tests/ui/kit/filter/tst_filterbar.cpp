#include "tests/support/testprogram.h"
#include "ui/kit/filter/filterbar.h"

#include "models/console/consolecontext.h"
#include "ui/kit/filter/filterchip.h"
#include "ui/kit/filter/filtercostpanel.h"
#include "ui/kit/filter/filterdropdown.h"
#include "ui/kit/filter/filtereditor.h"
#include "ui/kit/filter/filterhighlighter.h"
#include "ui/kit/linebutton.h"
#include "ui/kit/theme.h"

#include <QAction>
#include <QClipboard>
#include <QDialog>
#include <QFile>
#include <QGuiApplication>
#include <QInputMethodEvent>
#include <QLabel>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextLayout>
#include <QTimer>
#include <QVBoxLayout>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

/// A window with a bar on top and something else to have the focus.
struct Window
{
    QTemporaryDir folder;
    ConsoleContext context{ConsoleTarget{}};
    QWidget widget;
    FilterBar *bar = new FilterBar(&context, &widget);
    QPushButton *other = new QPushButton(u"other"_s, &widget);
    QSignalSpy applied{bar, &FilterBar::filterApplied};

    Window()
    {
        bar->setHistoryFile(folder.filePath(u"history.txt"_s));
        auto *column = new QVBoxLayout(&widget);
        column->setContentsMargins(0, 0, 0, 0);
        column->addWidget(bar);
        column->addWidget(other);
        column->addStretch(1);
        widget.resize(900, 500);
        widget.show();
        widget.activateWindow();
        if (!QTest::qWaitForWindowActive(&widget, kPatience))
            qFatal("the window does not become active");
        editor()->setFocus();
    }

    [[nodiscard]] FilterEditor *editor() const { return bar->findChild<FilterEditor *>(); }
    [[nodiscard]] FilterChip *chip() const { return bar->findChild<FilterChip *>(u"filterChip"_s); }
    [[nodiscard]] FilterDropDown *dropDown() const { return widget.findChild<FilterDropDown *>(); }
    [[nodiscard]] bool hasList() const
    {
        return dropDown() && dropDown()->isVisible() && dropDown()->hasList();
    }
    [[nodiscard]] QStringList candidates() const
    {
        QStringList texts;
        if (hasList()) {
            const auto *list = dropDown()->findChild<QListWidget *>();
            for (int row = 0; row < list->count(); ++row)
                texts << list->item(row)->text();
        }
        return texts;
    }
    [[nodiscard]] QString note() const
    {
        return dropDown() && dropDown()->isVisible()
            ? dropDown()->findChild<QLabel *>(u"filterMessage"_s)->text()
            : QString();
    }
    void type(const QString &text) const { QTest::keyClicks(editor(), text); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::keyClick(editor(), key, modifiers);
    }
    [[nodiscard]] QString lastApplied() const
    {
        return applied.isEmpty() ? QString() : applied.last().at(0).value<Filter>().text();
    }
    /// Characters with a wavy line, as "      ~~~~".
    [[nodiscard]] QString underlined() const
    {
        const QTextBlock block = editor()->document()->firstBlock();
        QString marks(block.length() - 1, u' ');
        for (const auto &range : block.layout()->formats()) {
            for (int i = range.start; i < range.start + range.length; ++i) {
                if (range.format.boolProperty(kWrongProperty))
                    marks[i] = u'~';
            }
        }
        return marks;
    }
};

} // namespace

/// Long because typing, completion, history and cost meet in one line.
class TestFilterBar : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void enterAppliesAndPauseApplies();
    void emptyBarListsAllJobs();
    void hintFitsIntoOneLine();
    void errorsAreUnderlinedAndExplained();
    void faultsWaitUntilTypingPauses();
    void halfTypedCompletionIsNoFault();
    void filterBeforeStaysInForceWhileInvalid();
    void completesKeysOperatorsAndNames();
    void enterAppliesUnlessACandidateIsChosen();
    void candidatesAreClicked();
    void historyIsWalkedAndKept();
    void backAndForward();
    void escapeClosesTheListThenLeaves();
    void tabGoesThroughTheBarAndOn();
    void shortcutsGoToTheBar();
    void slashIsTypedInTheBar();
    void programmaticFilterIsAppliedAtOnce();
    void undoAndRedo();
    void linesBecomeOne();
    void inputMethodCommits();
    void costFollowsIndexes();
    void costPanelShowsTermsAndSql();
    void indexIsOffered();
    void clearButtonListsAllJobs();
    void helpIsRendered();
    void anythingMayBeTyped();

private:
    Theme m_theme;
};

void TestFilterBar::enterAppliesAndPauseApplies()
{
    Window window;
    window.type(u"task:a"_s);
    QCOMPARE(window.bar->state(), FilterBar::State::Typing);
    QCOMPARE(window.chip()->kind(), FilterChip::Kind::Typing);
    window.press(Qt::Key_Return);
    QCOMPARE(window.lastApplied(), u"task:a"_s);
    QCOMPARE(window.applied.count(), 1);
    QCOMPARE(window.bar->state(), FilterBar::State::Valid);
    QCOMPARE(window.bar->filter().text(), u"task:a"_s);
    window.press(Qt::Key_Return); // once more: look again
    QCOMPARE(window.applied.count(), 2);
    window.type(u"bc"_s);
    QTRY_COMPARE_WITH_TIMEOUT(window.lastApplied(), u"task:abc"_s, kPatience);
}

void TestFilterBar::emptyBarListsAllJobs()
{
    Window window;
    QCOMPARE(window.bar->state(), FilterBar::State::Empty);
    QCOMPARE(window.chip()->kind(), FilterChip::Kind::Everything);
    QVERIFY(!window.bar->findChild<LineButton *>(u"clearFilter"_s)->isVisible());
    window.type(u"id:1"_s);
    window.press(Qt::Key_Return);
    window.press(Qt::Key_A, Qt::ControlModifier);
    window.press(Qt::Key_Backspace);
    QVERIFY(!window.hasList());
    QTRY_COMPARE_WITH_TIMEOUT(window.applied.count(), 2, kPatience);
    QCOMPARE(window.bar->state(), FilterBar::State::Empty);
    QVERIFY(window.bar->filter().isEmpty());
}

void TestFilterBar::hintFitsIntoOneLine()
{
    const Window window;
    const QString hint = window.editor()->placeholderText();
    QVERIFY(hint.startsWith(u"Filter jobs, like "_s));
    window.bar->resize(300, window.bar->height());
    const auto *editor = window.editor();
    QCOMPARE(editor->placeholderText(), u"Filter jobs"_s);
    // No example is cut in two.
    for (int width = 300; width < 900; width += 20) {
        window.bar->resize(width, window.bar->height());
        const QString cut = editor->placeholderText();
        QVERIFY2(hint.startsWith(cut), qPrintable(cut));
        QVERIFY2(cut == hint || hint.at(cut.size()) == u' ' || hint.at(cut.size()) == u',',
                 qPrintable(cut));
        QVERIFY(editor->fontMetrics().horizontalAdvance(cut) < editor->viewport()->width());
    }
    window.bar->resize(900, window.bar->height());
    QCOMPARE(window.editor()->placeholderText(), hint);
}

void TestFilterBar::errorsAreUnderlinedAndExplained()
{
    Window window;
    window.type(u"task:a stat:failed id:1..x"_s);
    window.press(Qt::Key_Return);
    QCOMPARE(window.bar->state(), FilterBar::State::Invalid);
    QCOMPARE(window.chip()->kind(), FilterChip::Kind::Invalid);
    QCOMPARE(window.underlined(), u"       ~~~~              ~"_s);
    QCOMPARE(window.note(), u"There is no key “stat”."_s);
    QCOMPARE(window.dropDown()->findChild<QLabel *>(u"filterHint"_s)->text(),
             u"Did you mean state?"_s);
    QCOMPARE(window.editor()->accessibleDescription(), window.note());
    QVERIFY(window.applied.isEmpty());
    // A value that is missing has no characters of its own.
    window.bar->setFilterText(u"task:"_s);
    QCOMPARE(window.underlined(), u"    ~"_s);
}

void TestFilterBar::faultsWaitUntilTypingPauses()
{
    Window window;
    window.type(u"state:fax"_s);
    QCOMPARE(window.underlined(), QString(9, u' '));
    QVERIFY(window.note().isEmpty());
    QTRY_COMPARE_WITH_TIMEOUT(window.bar->state(), FilterBar::State::Invalid, kPatience);
    QCOMPARE(window.underlined(), u"      ~~~"_s);
    QVERIFY(!window.note().isEmpty());
    window.press(Qt::Key_Backspace);
    window.type(u"iled"_s);
    QVERIFY(window.note().isEmpty());
    QTRY_COMPARE_WITH_TIMEOUT(window.lastApplied(), u"state:failed"_s, kPatience);
}

/// Until the list of completions is dismissed.
void TestFilterBar::halfTypedCompletionIsNoFault()
{
    Window window;
    window.bar->setFilterText(u"id:1"_s);
    window.press(Qt::Key_A, Qt::ControlModifier);
    window.type(u"state:fai"_s);
    QVERIFY(window.hasList());
    const auto *pause = window.bar->findChild<QTimer *>(u"filterPause"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!pause->isActive(), kPatience);
    QCOMPARE(window.bar->state(), FilterBar::State::Typing);
    QCOMPARE(window.underlined(), QString(9, u' '));
    window.press(Qt::Key_Escape);
    QVERIFY(!window.hasList());
    QCOMPARE(window.bar->state(), FilterBar::State::Invalid);
    QCOMPARE(window.underlined(), u"      ~~~"_s);
}

void TestFilterBar::filterBeforeStaysInForceWhileInvalid()
{
    Window window;
    window.bar->setFilterText(u"task:a"_s);
    QCOMPARE(window.applied.count(), 1);
    window.bar->setFilterText(u"nonsense"_s);
    QCOMPARE(window.applied.count(), 1);
    QCOMPARE(window.bar->filter().text(), u"task:a"_s);
    QCOMPARE(window.bar->filterText(), u"nonsense"_s);
    window.other->setFocus(); // the list is not covered while it is looked at
    QVERIFY(!window.dropDown() || !window.dropDown()->isVisible());
    QCOMPARE(window.chip()->kind(), FilterChip::Kind::Invalid);
}

void TestFilterBar::completesKeysOperatorsAndNames()
{
    Window window;
    window.bar->setNames([](FilterKey key, const QString &beginning) {
        QStringList names;
        for (const QString &name : {u"send_email"_s, u"send sms"_s, u"resize"_s}) {
            if (key == FilterKey::Task && name.startsWith(beginning))
                names << name;
        }
        return names;
    });
    window.type(u"ta"_s);
    QCOMPARE(window.candidates(), QStringList{u"task:"_s});
    const auto *list = window.dropDown()->findChild<QListWidget *>();
    QVERIFY(list->item(0)->data(Qt::UserRole).toString().startsWith(u"The task"_s));
    window.press(Qt::Key_Tab);
    QCOMPARE(window.bar->filterText(), u"task:"_s);
    QCOMPARE(window.candidates(), (QStringList{u"send_email"_s, u"\"send sms\""_s, u"resize"_s}));
    window.type(u"send"_s);
    QCOMPARE(window.candidates().size(), 2);
    window.press(Qt::Key_Down);
    window.press(Qt::Key_Down);
    window.press(Qt::Key_Tab);
    QCOMPARE(window.bar->filterText(), u"task:\"send sms\""_s);
    QVERIFY(window.editor()->hasFocus());
    window.type(u" att"_s);
    window.press(Qt::Key_Tab);
    QCOMPARE(window.bar->filterText(), u"task:\"send sms\" attempts"_s);
    QVERIFY(window.candidates().contains(u">="_s));
    window.press(Qt::Key_Escape);
    QVERIFY(!window.hasList());
    window.press(Qt::Key_Space, Qt::ControlModifier);
    QVERIFY(window.hasList());
}

void TestFilterBar::enterAppliesUnlessACandidateIsChosen()
{
    Window window;
    window.type(u"state:re"_s);
    QCOMPARE(window.candidates(), (QStringList{u"ready"_s, u"retrying"_s}));
    window.press(Qt::Key_Up); // round to the last
    window.press(Qt::Key_Return);
    QCOMPARE(window.bar->filterText(), u"state:retrying"_s);
    window.press(Qt::Key_Return);
    QCOMPARE(window.lastApplied(), u"state:retrying"_s);
    QVERIFY(!window.hasList());
}

void TestFilterBar::candidatesAreClicked()
{
    Window window;
    window.type(u"state:f"_s);
    auto *list = window.dropDown()->findChild<QListWidget *>();
    const QPoint second = list->visualItemRect(list->item(1)).center();
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, second);
    QCOMPARE(window.bar->filterText(), u"state:forbidden"_s);
    QVERIFY(window.editor()->hasFocus());
}

void TestFilterBar::historyIsWalkedAndKept()
{
    Window window;
    for (const QString &filter : {u"task:a"_s, u"task:b"_s, u"task:c"_s}) {
        window.bar->setFilterText({});
        window.type(filter);
        window.press(Qt::Key_Return);
    }
    window.bar->setFilterText({});
    window.type(u"id:7"_s);
    window.press(Qt::Key_Escape);
    window.press(Qt::Key_Up);
    QCOMPARE(window.bar->filterText(), u"task:c"_s);
    window.press(Qt::Key_Up);
    window.press(Qt::Key_Up);
    window.press(Qt::Key_Up); // there is nothing before
    QCOMPARE(window.bar->filterText(), u"task:a"_s);
    window.press(Qt::Key_Return);
    QCOMPARE(window.lastApplied(), u"task:a"_s);

    FilterBar another(&window.context);
    another.setHistoryFile(window.folder.filePath(u"history.txt"_s));
    auto *editor = another.findChild<FilterEditor *>();
    QTest::keyClick(editor, Qt::Key_Up);
    QCOMPARE(another.filterText(), u"task:a"_s); // used last
    QTest::keyClick(editor, Qt::Key_Up);
    QCOMPARE(another.filterText(), u"task:c"_s);
    QTest::keyClick(editor, Qt::Key_Down);
    QTest::keyClick(editor, Qt::Key_Down);
    QCOMPARE(another.filterText(), QString());
}

void TestFilterBar::backAndForward()
{
    Window window;
    auto *back = window.bar->findChild<LineButton *>(u"filterBack"_s);
    auto *forward = window.bar->findChild<LineButton *>(u"filterForward"_s);
    QVERIFY(!back->isEnabled() && !forward->isEnabled());
    window.bar->setFilterText(u"task:a"_s);
    window.bar->setFilterText(u"task:b"_s);
    window.type(u"c"_s); // what is applied while typing takes one step to leave
    QTRY_COMPARE_WITH_TIMEOUT(window.lastApplied(), u"task:bc"_s, kPatience);
    window.type(u"d"_s);
    QTRY_COMPARE_WITH_TIMEOUT(window.lastApplied(), u"task:bcd"_s, kPatience);
    window.press(Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(window.bar->filter().text(), u"task:b"_s);
    QTest::mouseClick(back, Qt::LeftButton);
    QCOMPARE(window.lastApplied(), u"task:a"_s);
    QTest::mouseClick(back, Qt::LeftButton);
    QVERIFY(window.bar->filter().isEmpty());
    QVERIFY(!back->isEnabled() && forward->isEnabled());
    window.press(Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(window.bar->filter().text(), u"task:a"_s);
    window.bar->setFilterText(u"task:z"_s); // what came after is gone
    QVERIFY(!forward->isEnabled());
}

void TestFilterBar::escapeClosesTheListThenLeaves()
{
    Window window;
    const QSignalSpy left(window.bar, &FilterBar::leaveRequested);
    window.type(u"st"_s);
    QVERIFY(window.hasList());
    window.press(Qt::Key_Escape);
    QVERIFY(!window.hasList());
    QCOMPARE(left.count(), 0);
    window.press(Qt::Key_Escape);
    QCOMPARE(left.count(), 1);
}

void TestFilterBar::tabGoesThroughTheBarAndOn()
{
    Window window;
    window.bar->setFilterText(u"state:failed"_s);
    window.editor()->setFocus();
    QStringList passed;
    while (QApplication::focusWidget() != window.other && passed.size() < 8) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        passed << QApplication::focusWidget()->objectName();
    }
    QCOMPARE(QApplication::focusWidget(), window.other);
    QCOMPARE(passed.first(3), QStringList({u"clearFilter"_s, u"filterChip"_s, u"filterHelp"_s}));
}

void TestFilterBar::shortcutsGoToTheBar()
{
    Window window;
    for (const auto &[key, modifiers] :
         {std::pair{Qt::Key_F, Qt::KeyboardModifiers(Qt::ControlModifier)},
          std::pair{Qt::Key_Slash, Qt::KeyboardModifiers()}}) {
        window.other->setFocus();
        QTest::keyClick(window.other, key, modifiers);
        QVERIFY(window.editor()->hasFocus());
    }
    const auto *command = window.widget.findChild<QAction *>(u"filter.focus"_s);
    QVERIFY(command && !command->text().isEmpty() && !command->statusTip().isEmpty());
}

void TestFilterBar::slashIsTypedInTheBar()
{
    Window window;
    window.type(u"task:a/b"_s);
    QCOMPARE(window.bar->filterText(), u"task:a/b"_s);
}

void TestFilterBar::programmaticFilterIsAppliedAtOnce()
{
    Window window;
    window.bar->setFilterText(u"queue:\"\""_s);
    QCOMPARE(window.lastApplied(), u"queue:\"\""_s);
    QVERIFY(!window.hasList());
    window.bar->setFilterText(u"queue:\"\""_s);
    QCOMPARE(window.applied.count(), 1); // nothing has changed
}

void TestFilterBar::undoAndRedo()
{
    Window window;
    window.bar->setFilterText(u"task:a"_s);
    window.bar->setFilterText(u"state:failed"_s);
    window.press(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(window.bar->filterText(), u"task:a"_s);
    window.editor()->redo();
    QCOMPARE(window.bar->filterText(), u"state:failed"_s);
}

void TestFilterBar::linesBecomeOne()
{
    Window window;
    QGuiApplication::clipboard()->setText(u"task:a\n  state:failed\t\r\n"_s);
    window.editor()->paste();
    QCOMPARE(window.bar->filterText(), u"task:a   state:failed"_s);
    QCOMPARE(window.editor()->document()->blockCount(), 1);
    window.press(Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(window.editor()->document()->blockCount(), 1);
    QCOMPARE(window.lastApplied(), u"task:a state:failed"_s);
}

void TestFilterBar::inputMethodCommits()
{
    Window window;
    window.type(u"task:"_s);
    QInputMethodEvent preedit(u"שלי"_s, {});
    QCoreApplication::sendEvent(window.editor(), &preedit);
    QCOMPARE(window.bar->filterText(), u"task:"_s); // not yet
    QInputMethodEvent commit;
    commit.setCommitString(u"שליחה\n"_s);
    QCoreApplication::sendEvent(window.editor(), &commit);
    QCOMPARE(window.bar->filterText(), u"task:שליחה "_s);
    window.press(Qt::Key_Return);
    QCOMPARE(window.lastApplied(), u"task:שליחה"_s);
}

void TestFilterBar::costFollowsIndexes()
{
    Window window;
    window.bar->setFilterText(u"state:failed"_s);
    QCOMPARE(window.chip()->kind(), FilterChip::Kind::Scan);
    window.bar->setIndexes({SupportingIndex::Failed});
    QCOMPARE(window.chip()->kind(), FilterChip::Kind::Indexed);
    window.bar->setFilterText(u"state:failed error:timeout"_s);
    QCOMPARE(window.chip()->kind(), FilterChip::Kind::Bounded);
}

void TestFilterBar::costPanelShowsTermsAndSql()
{
    Window window;
    window.type(u"id:1..9 task:o'hara"_s);
    QTest::mouseClick(window.chip(), Qt::LeftButton); // does not wait for the pause
    auto *panel = window.bar->findChild<FilterCostPanel *>();
    QVERIFY(panel && panel->isVisible());
    const auto chips = panel->findChildren<FilterChip *>();
    QCOMPARE(chips.size(), 2);
    QCOMPARE(chips.at(0)->kind(), FilterChip::Kind::Indexed);
    QCOMPARE(chips.at(1)->kind(), FilterChip::Kind::Bounded);
    const QString sql = panel->findChild<QPlainTextEdit *>(u"filterSql"_s)->toPlainText();
    QVERIFY(sql.contains(u"o''hara"_s));
    QVERIFY(!sql.contains(u'$'));
    QTest::mouseClick(panel->findChild<QPushButton *>(u"copyFilterSql"_s), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), sql);
    panel->close();
}

void TestFilterBar::indexIsOffered()
{
    Window window;
    QSignalSpy wanted(window.bar, &FilterBar::indexRequested);
    window.bar->setFilterText(u"state:running task:a"_s);
    QTest::mouseClick(window.chip(), Qt::LeftButton);
    auto *panel = window.bar->findChild<FilterCostPanel *>();
    auto *offer = panel->findChild<QPushButton *>(u"addIndex"_s);
    QVERIFY(offer);
    QTest::mouseClick(offer, Qt::LeftButton);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.first().at(0).value<SupportingIndex>(), SupportingIndex::Locked);
    QVERIFY(!panel->isVisible());
}

void TestFilterBar::clearButtonListsAllJobs()
{
    Window window;
    window.bar->setFilterText(u"task:a"_s);
    auto *clear = window.bar->findChild<LineButton *>(u"clearFilter"_s);
    QVERIFY(clear->isVisible());
    QTest::mouseClick(clear, Qt::LeftButton);
    QVERIFY(window.bar->filter().isEmpty());
    QVERIFY(!clear->isVisible());
    QCOMPARE(window.applied.count(), 2);
}

void TestFilterBar::helpIsRendered()
{
    Window window;
    const QSignalSpy asked(window.bar, &FilterBar::helpRequested);
    window.press(Qt::Key_F1);
    QCOMPARE(asked.count(), 1);
    auto *page = window.widget.findChild<QDialog *>(u"manual"_s);
    QVERIFY(page && page->isVisible());
    const QString text = page->findChild<QTextBrowser *>(u"manualText"_s)->toPlainText();
    for (const QString &part : {u"Filters"_s, u"state:failed task:send_*"_s,
                                u"a regular expression"_s, u"max-attempts"_s})
        QVERIFY2(text.contains(part), qUtf8Printable(part));
    QTest::mouseClick(window.bar->findChild<LineButton *>(u"filterHelp"_s), Qt::LeftButton);
    QCOMPARE(window.widget.findChildren<QDialog *>(u"manual"_s).size(), 1);
    page->close();
}

void TestFilterBar::anythingMayBeTyped()
{
    Window window;
    QRandomGenerator dice(20261121);
    const QStringList parts{u"state"_s,
                            u":"_s,
                            u"-"_s,
                            u","_s,
                            u" "_s,
                            u"\""_s,
                            u"\\"_s,
                            u"*"_s,
                            u".."_s,
                            u"payload."_s,
                            u"id"_s,
                            u">="_s,
                            u"!~"_s,
                            u"now-1h"_s,
                            u"ש"_s,
                            u"\U0001f600"_s,
                            QString(QChar(0xd800)),
                            QString(QChar(0)),
                            u"é"_s,
                            u"\u00a0"_s,

                            u"task:a"_s,
                            u"x"_s};
    const Qt::Key keys[] = {Qt::Key_Left,   Qt::Key_Right, Qt::Key_Up,   Qt::Key_Down,
                            Qt::Key_Delete, Qt::Key_Tab,   Qt::Key_Home, Qt::Key_Return};
    for (int round = 0; round < 400; ++round) {
        if (dice.bounded(4) == 0) {
            window.editor()->setFocus();
            window.press(keys[dice.bounded(8)]);
        } else if (dice.bounded(40) == 0) {
            window.bar->setFilterText({});
        } else {
            window.editor()->textCursor().insertText(parts.at(dice.bounded(int(parts.size()))));
        }
        const QString text = window.bar->filterText();
        for (const FilterError &error : parseFilter(text).errors) {
            QVERIFY(error.span.begin >= 0 && error.span.begin <= error.span.end);
            QVERIFY(error.span.end <= text.size());
        }
        QCOMPARE(window.underlined().size(), text.size());
    }
}

YARDMASTER_WINDOW_TEST(TestFilterBar)
#include "tst_filterbar.moc"
