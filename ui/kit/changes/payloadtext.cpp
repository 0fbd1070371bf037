#include "ui/kit/changes/payloadtext.h"

#include "ui/kit/changes/jsonfolding.h"
#include "ui/kit/changes/jsonhighlighter.h"
#include "ui/kit/tone.h"
#include "worker/json/visibletext.h"

#include <QContextMenuEvent>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QTextBlock>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

// In colours, inserting 256 KiB takes 40 ms, and a key in a line of 16 KiB 25 ms; both grow in
// proportion (Qt 6.4).
constexpr qsizetype kMostTyped = 256 << 10; // characters
constexpr qsizetype kLongestLine = 16 << 10;

} // namespace

PayloadText::PayloadText(QWidget *parent)
    : QPlainTextEdit(parent)
{
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    setFont(fixed);
    setLineWrapMode(NoWrap); // wrapping is quadratic on long lines
    setTabChangesFocus(true);
    setLayoutDirection(Qt::LeftToRight);
    new JsonHighlighter(document(), this); // the document's
    m_folding = new JsonFolding(this);
}

bool PayloadText::isTypable(QStringView text)
{
    if (text.size() > kMostTyped)
        return false;
    for (qsizetype begin = 0; begin < text.size();) {
        qsizetype end = text.indexOf(u'\n', begin);
        if (end < 0)
            end = text.size();
        if (end - begin > kLongestLine)
            return false;
        begin = end + 1;
    }
    return true;
}

QString PayloadText::rawText() const
{
    QString raw = document()->toRawText();
    raw.replace(QChar(0x2029), u'\n').replace(QChar(0x2028), u'\n');
    return raw;
}

void PayloadText::replaceAll(const QString &text)
{
    QTextCursor all(document());
    all.select(QTextCursor::Document);
    all.insertText(text);
    setTextCursor(QTextCursor(document()));
}

void PayloadText::keyPressEvent(QKeyEvent *event)
{
    if (!event->matches(QKeySequence::InsertLineSeparator))
        return QPlainTextEdit::keyPressEvent(event);
    textCursor().insertBlock(); // each line of the text is a block, for marks and folds
    ensureCursorVisible();
}

void PayloadText::insertFromMimeData(const QMimeData *source)
{
    const QString text = source->text();
    const QTextCursor cursor = textCursor();
    const qsizetype rest = document()->characterCount() - cursor.selectedText().size();
    const qsizetype line = cursor.block().length();
    // A line or paragraph separator within a string would end the line.
    const auto insert = [&] {
        QMimeData visible;
        visible.setText(visibleText(text));
        QPlainTextEdit::insertFromMimeData(&visible);
    };
    if (text.size() + rest <= kMostTyped && line <= kLongestLine && isTypable(text)) {
        insert();
        return;
    }
    QString whole = rawText();
    whole.replace(cursor.selectionStart(), cursor.selectionEnd() - cursor.selectionStart(), text);
    if (isTypable(whole))
        insert();
    else
        Q_EMIT tooLong(whole);
}

QTextCursor PayloadText::cursorAt(int line, int column) const
{
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    QTextCursor cursor(block.isValid() ? block : document()->lastBlock());
    cursor.setPosition(cursor.block().position() + std::clamp(column, 1, cursor.block().length())
                       - 1);
    return cursor;
}

void PayloadText::goTo(int line, int column)
{
    setTextCursor(cursorAt(line, column));
}

void PayloadText::mark(int line, int column)
{
    m_line = line;
    m_column = column;
    paintMark();
}

void PayloadText::paintMark()
{
    QList<QTextEdit::ExtraSelection> selections;
    if (m_line > 0) {
        const QColor ink = toneColor(Tone::Trouble, palette());
        QColor tint = ink;
        tint.setAlphaF(0.10F);
        QTextEdit::ExtraSelection line;
        line.cursor = cursorAt(m_line, m_column);
        line.format.setBackground(tint);
        line.format.setProperty(QTextFormat::FullWidthSelection, true);
        QTextEdit::ExtraSelection place;
        place.cursor = line.cursor;
        // At the end of the line there is nothing to mark but what stands before it.
        if (place.cursor.atBlockEnd())
            place.cursor.movePosition(QTextCursor::PreviousCharacter, QTextCursor::KeepAnchor);
        else
            place.cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
        tint.setAlphaF(0.35F);
        place.format.setBackground(tint);
        place.format.setUnderlineStyle(QTextCharFormat::SingleUnderline);
        place.format.setUnderlineColor(ink);
        selections = {line, place};
    }
    setExtraSelections(selections);
}

void PayloadText::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu *menu = createStandardContextMenu();
    menu->setAttribute(Qt::WA_DeleteOnClose);
    m_folding->fillMenu(menu);
    menu->popup(event->globalPos());
}

void PayloadText::paintEvent(QPaintEvent *event)
{
    QPlainTextEdit::paintEvent(event);
    QPainter painter(viewport());
    m_folding->paint(&painter);
}

void PayloadText::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    if (m_folding)
        m_folding->placeGutter();
}

void PayloadText::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    paintMark();
    if (auto *colours = document()->findChild<JsonHighlighter *>())
        colours->rehighlight();
}

} // namespace yardmaster
