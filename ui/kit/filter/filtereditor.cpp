#include "ui/kit/filter/filtereditor.h"

#include "ui/kit/filter/filterhighlighter.h"
#include "ui/kit/theme.h"
#include "ui/kit/wavyline.h"
#include "worker/json/visibletext.h"

#include <QEvent>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QTextBlock>
#include <QTextLayout>
#include <QTextOption>

#include <algorithm>

namespace yardmaster {

namespace {

/// Below the text, for the wavy line.
constexpr int kLineSpace = 3;

QString asOneLine(QString text)
{
    for (QChar &c : text) {
        if (c == u'\n' || c == u'\r' || c == u'\t' || c == QChar::LineSeparator
            || c == QChar::ParagraphSeparator)
            c = u' ';
    }
    return text;
}

} // namespace

FilterEditor::FilterEditor(QWidget *parent, FilterLanguage language)
    : QPlainTextEdit(parent)
    , m_highlighter(new FilterHighlighter(document(), this, language))
{
    setFrameShape(NoFrame);
    setLineWrapMode(NoWrap);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTabChangesFocus(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    // A filter is a formal language: it reads from the left, with names of any direction in it.
    setLayoutDirection(Qt::LeftToRight);
    QTextOption direction = document()->defaultTextOption();
    direction.setTextDirection(Qt::LeftToRight);
    direction.setAlignment(Qt::AlignLeft | Qt::AlignAbsolute);
    document()->setDefaultTextOption(direction);
    document()->setDocumentMargin(2);
    viewport()->setAutoFillBackground(false);
    setContentsMargins(0, 0, 0, 0);
}

QString FilterEditor::text() const
{
    // toPlainText() would make no-break spaces into blanks.
    return asOneLine(document()->toRawText());
}

void FilterEditor::setText(const QString &text)
{
    // Shared views and links hold anything; in filters, an escape means what it stands for.
    replace({0, document()->characterCount() - 1}, visibleText(text));
}

void FilterEditor::replace(TextSpan span, const QString &text)
{
    QTextCursor cursor(document());
    cursor.setPosition(int(span.begin));
    cursor.setPosition(int(span.end), QTextCursor::KeepAnchor);
    cursor.insertText(asOneLine(text));
    setTextCursor(cursor);
    ensureCursorVisible();
}

void FilterEditor::setHint(const QString &hint)
{
    m_hint = hint;
    showHint();
}

void FilterEditor::showHint()
{
    const int room = viewport()->width() - 2 * int(document()->documentMargin());
    // An example that is cut would be none: the last ones are left out, then all of them.
    QString hint = m_hint;
    while (fontMetrics().horizontalAdvance(hint) > room && hint.contains(u' '))
        hint.truncate(hint.lastIndexOf(u' '));
    if (hint != m_hint && !hint.contains(u':'))
        hint = m_hint.section(u',', 0, 0);
    setPlaceholderText(fontMetrics().elidedText(hint, Qt::ElideRight, room));
}

void FilterEditor::setTypingAt(int position)
{
    m_highlighter->setTypingAt(position);
}

QSize FilterEditor::sizeHint() const
{
    const int margin = int(document()->documentMargin());
    return {fontMetrics().averageCharWidth() * 60,
            fontMetrics().height() + 2 * margin + kLineSpace};
}

QSize FilterEditor::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 12, sizeHint().height()};
}

void FilterEditor::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_highlighter->rehighlight();
    if (event->type() == QEvent::FontChange)
        updateGeometry();
}

void FilterEditor::inputMethodEvent(QInputMethodEvent *event)
{
    if (event->commitString() != asOneLine(event->commitString()))
        event->setCommitString(asOneLine(event->commitString()), event->replacementStart(),
                               event->replacementLength());
    QPlainTextEdit::inputMethodEvent(event);
}

void FilterEditor::insertFromMimeData(const QMimeData *source)
{
    if (source->hasText())
        textCursor().insertText(asOneLine(source->text()).trimmed());
    ensureCursorVisible();
}

void FilterEditor::keyPressEvent(QKeyEvent *event)
{
    const bool isBreak = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter
        || event->matches(QKeySequence::InsertParagraphSeparator)
        || event->matches(QKeySequence::InsertLineSeparator);
    if (isBreak)
        event->ignore(); // the bar applies the filter
    else
        QPlainTextEdit::keyPressEvent(event);
}

void FilterEditor::paintEvent(QPaintEvent *event)
{
    QPlainTextEdit::paintEvent(event);
    const QTextBlock block = document()->firstBlock();
    const QTextLayout *layout = block.layout();
    if (layout->lineCount() == 0)
        return;
    const QTextLine line = layout->lineAt(0);
    const QPointF offset = blockBoundingGeometry(block).translated(contentOffset()).topLeft();
    const double y = offset.y() + line.y() + line.ascent() + 3;
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(stateColor(JobState::FailedForGood, palette()), 1.3));
    for (const QTextLayout::FormatRange &range : layout->formats()) {
        if (!range.format.boolProperty(kWrongProperty))
            continue;
        for (int i = range.start; i < range.start + range.length; ++i) {
            const double a = offset.x() + line.cursorToX(i);
            const double b = offset.x() + line.cursorToX(i + 1);
            paintWavyLine(painter, std::min(a, b), std::max(a, b), y);
        }
    }
}

void FilterEditor::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    centre();
    showHint();
}

void FilterEditor::wheelEvent(QWheelEvent *event)
{
    event->ignore(); // there is one line
}

void FilterEditor::centre()
{
    // The text is centred; what is kept for the wavy line hangs below.
    const int spare = height() - sizeHint().height() + kLineSpace;
    const int top = std::max(0, (spare + 1) / 2);
    if (viewportMargins().top() != top)
        setViewportMargins(0, top, 0, 0);
}

} // namespace yardmaster
