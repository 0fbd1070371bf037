#include "ui/kit/textviewer.h"

#include "worker/json/visibletext.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMargin = 8;
/// Sideways, the scroll bar counts pixels, of which there must not be more than an int holds; and
/// painting text that lies further out loses precision.
constexpr qsizetype kLongestRow = 100000;

bool isSimple(QStringView text)
{
    return std::ranges::all_of(text,
                               [](QChar c) { return c.unicode() >= 32 && c.unicode() < 127; });
}

} // namespace

TextViewer::TextViewer(QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_rows{0}
{
    setFrameShape(QFrame::NoFrame);
    setLayoutDirection(Qt::LeftToRight); // JSON, SQL, stack traces
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setBackgroundRole(QPalette::Base);
    updateFont();
}

void TextViewer::setText(const QString &text)
{
    setVisibleText(visibleText(text));
}

void TextViewer::setVisibleText(const QString &text)
{
    m_text = text;
    m_anchor = m_caret = 0;
    layOut();
    verticalScrollBar()->setValue(0);
    horizontalScrollBar()->setValue(0);
    updateGeometry();
}

void TextViewer::setWrapped(bool isWrapped)
{
    m_isWrapped = isWrapped;
    layOut();
}

void TextViewer::setMostLines(int lines)
{
    m_mostLines = lines;
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    updateGeometry();
}

void TextViewer::updateFont()
{
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    viewport()->setFont(fixed);
    m_charWidth = std::max(1.0, QFontMetricsF(fixed).horizontalAdvance(u'0'));
}

int TextViewer::columns() const
{
    return std::max(20, int((viewport()->width() - 2 * kMargin) / m_charWidth));
}

int TextViewer::rowHeight() const
{
    return viewport()->fontMetrics().height() + 2;
}

/// Where a row that may reach to `limit` ends: behind white space or punctuation, if there is some.
qsizetype TextViewer::breakAt(qsizetype begin, qsizetype limit, qsizetype end) const
{
    if (limit == end)
        return end;
    for (qsizetype at = limit; at > begin + (limit - begin) * 2 / 3; --at) {
        const QChar before = m_text.at(at - 1);
        if (before.isSpace() || before == u',' || before == u';' || before == u'(')
            return at;
    }
    return m_text.at(limit).isLowSurrogate() ? limit + 1 : limit;
}

void TextViewer::layOut()
{
    const qsizetype most = m_isWrapped ? columns() : kLongestRow;
    m_rows.clear();
    m_longest = 0;
    qsizetype line = 0;
    for (;;) {
        qsizetype end = m_text.indexOf(u'\n', line);
        const bool isLast = end < 0;
        if (isLast)
            end = m_text.size();
        qsizetype begin = line;
        do {
            m_rows.push_back(begin);
            const qsizetype next = m_isWrapped ? breakAt(begin, std::min(begin + most, end), end)
                                               : std::min(begin + most, end);
            m_longest = std::max(m_longest, next - begin);
            begin = next;
        } while (begin < end);
        if (isLast)
            break;
        line = end + 1;
    }
    updateScrollBars();
    viewport()->update();
}

void TextViewer::updateScrollBars()
{
    const int visible = std::max(1, (viewport()->height() - 2 * kMargin) / rowHeight());
    verticalScrollBar()->setRange(0, std::max(0, int(m_rows.size()) - visible));
    verticalScrollBar()->setPageStep(visible);
    const int width = int(std::ceil(double(m_longest) * m_charWidth)) + 2 * kMargin;
    horizontalScrollBar()->setRange(0, m_isWrapped ? 0 : std::max(0, width - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(int(m_charWidth * 4));
}

QSize TextViewer::sizeHint() const
{
    const int lines = m_mostLines > 0 ? std::min<int>(m_mostLines, int(m_rows.size())) : 12;
    const int bar = m_isWrapped || horizontalScrollBar()->maximum() == 0
        ? 0
        : horizontalScrollBar()->sizeHint().height();
    return {320, lines * rowHeight() + 2 * kMargin + bar};
}

QSize TextViewer::minimumSizeHint() const
{
    return {120, m_mostLines > 0 ? sizeHint().height() : 3 * rowHeight() + 2 * kMargin};
}

int TextViewer::rowAt(qsizetype position) const
{
    return int(std::ranges::upper_bound(m_rows, position) - m_rows.begin()) - 1;
}

QStringView TextViewer::rowText(int row) const
{
    const qsizetype begin = m_rows[std::size_t(row)];
    qsizetype end = row + 1 < int(m_rows.size()) ? m_rows[std::size_t(row) + 1] : m_text.size();
    if (end > begin && m_text.at(end - 1) == u'\n')
        --end;
    return QStringView(m_text).sliced(begin, end - begin);
}

double TextViewer::xOf(QStringView row, qsizetype column) const
{
    const QStringView before = row.first(std::min(column, row.size()));
    return isSimple(before)
        ? double(before.size()) * m_charWidth
        : QFontMetricsF(viewport()->font()).horizontalAdvance(before.toString());
}

qsizetype TextViewer::positionAt(const QPoint &point) const
{
    const int row = std::clamp((point.y() - kMargin) / rowHeight() + verticalScrollBar()->value(),
                               0, int(m_rows.size()) - 1);
    const QStringView text = rowText(row);
    const double x = point.x() - kMargin + horizontalScrollBar()->value();
    qsizetype column = std::clamp<qsizetype>(std::llround(x / m_charWidth), 0, text.size());
    if (text.size() < 4000 && !isSimple(text)) {
        column = 0;
        while (column < text.size() && xOf(text, column + 1) <= x)
            ++column;
    }
    return m_rows[std::size_t(row)] + column;
}

void TextViewer::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.setFont(viewport()->font());
    painter.setClipRect(viewport()->rect().adjusted(0, kMargin / 2, 0, -kMargin / 2));
    const int height = rowHeight();
    const int first = verticalScrollBar()->value();
    // A viewer that has the height of its lines shows no half ones.
    const int shown
        = m_mostLines > 0 ? verticalScrollBar()->pageStep() : viewport()->height() / height + 2;
    const int last = std::min(int(m_rows.size()), first + shown);
    const double left = kMargin - horizontalScrollBar()->value();
    const auto [selectionBegin, selectionEnd] = std::minmax(m_anchor, m_caret);
    for (int row = first; row < last; ++row) {
        const QStringView whole = rowText(row);
        // Only what is in view: shaping a long line takes seconds.
        const qsizetype skipped
            = std::clamp<qsizetype>(qsizetype(-left / m_charWidth) - 2, 0, whole.size());
        const qsizetype length = std::min<qsizetype>(
            whole.size() - skipped, qsizetype(viewport()->width() / m_charWidth) + 6);
        const QStringView text = whole.sliced(skipped, length);
        const double x = left + double(skipped) * m_charWidth;
        const int top = kMargin + (row - first) * height;
        const qsizetype begin = m_rows[std::size_t(row)] + skipped;
        const qsizetype from = std::clamp(selectionBegin - begin, qsizetype(0), text.size());
        const qsizetype to = std::clamp(selectionEnd - begin, qsizetype(0), text.size());
        painter.setPen(palette().color(QPalette::Text));
        QString line = text.toString();
        for (QChar &c : line) {
            if (c.unicode() < 32)
                c = u' ';
        }
        const QRectF place(x, top, double(length + 8) * m_charWidth * 2, height);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, line);
        if (from < to) {
            const QRectF marked(x + xOf(text, from), top, xOf(text, to) - xOf(text, from), height);
            painter.save();
            painter.setClipRect(marked, Qt::IntersectClip);
            painter.fillRect(marked, palette().color(QPalette::Highlight));
            painter.setPen(palette().color(QPalette::HighlightedText));
            painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, line);
            painter.restore();
        }
    }
    if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange)) {
        painter.setClipping(false);
        painter.setPen(palette().color(QPalette::Highlight));
        painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
    }
}

void TextViewer::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    const double share = verticalScrollBar()->maximum() > 0
        ? double(verticalScrollBar()->value()) / verticalScrollBar()->maximum()
        : 0;
    if (m_isWrapped)
        layOut();
    else
        updateScrollBars();
    verticalScrollBar()->setValue(int(share * verticalScrollBar()->maximum()));
    if (m_mostLines > 0)
        updateGeometry();
}

void TextViewer::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        updateFont();
        layOut();
    }
}

void TextViewer::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_caret = positionAt(event->position().toPoint());
    if (!event->modifiers().testFlag(Qt::ShiftModifier))
        m_anchor = m_caret;
    viewport()->update();
}

void TextViewer::mouseMoveEvent(QMouseEvent *event)
{
    if (!event->buttons().testFlag(Qt::LeftButton))
        return;
    m_caret = positionAt(event->position().toPoint());
    ensureVisible(m_caret);
    viewport()->update();
}

void TextViewer::mouseDoubleClickEvent(QMouseEvent *event)
{
    const auto isWord = [this](qsizetype at) {
        return at >= 0 && at < m_text.size()
            && (m_text.at(at).isLetterOrNumber() || m_text.at(at) == u'_');
    };
    m_anchor = m_caret = positionAt(event->position().toPoint());
    while (isWord(m_anchor - 1))
        --m_anchor;
    while (isWord(m_caret))
        ++m_caret;
    viewport()->update();
}

void TextViewer::keyPressEvent(QKeyEvent *event)
{
    QScrollBar *bar = verticalScrollBar();
    if (event->matches(QKeySequence::Copy))
        copy();
    else if (event->matches(QKeySequence::SelectAll))
        selectAll();
    else if (event->key() == Qt::Key_Home)
        bar->setValue(0);
    else if (event->key() == Qt::Key_End)
        bar->setValue(bar->maximum());
    else
        QAbstractScrollArea::keyPressEvent(event);
}

void TextViewer::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy"), this, &TextViewer::copy)->setEnabled(m_anchor != m_caret);
    menu->addAction(tr("Select all"), this, &TextViewer::selectAll);
    menu->popup(event->globalPos());
}

bool TextViewer::find(const QString &text, bool isForward)
{
    if (text.isEmpty())
        return false;
    const auto [begin, end] = std::minmax(m_anchor, m_caret);
    qsizetype found = -1;
    if (isForward) {
        found = m_text.indexOf(text, end, Qt::CaseInsensitive);
        if (found < 0)
            found = m_text.indexOf(text, 0, Qt::CaseInsensitive);
    } else {
        if (begin > 0)
            found = m_text.lastIndexOf(text, begin - 1, Qt::CaseInsensitive);
        if (found < 0)
            found = m_text.lastIndexOf(text, -1, Qt::CaseInsensitive);
    }
    if (found < 0)
        return false;
    m_anchor = found;
    m_caret = found + text.size();
    ensureVisible(m_anchor);
    viewport()->update();
    return true;
}

void TextViewer::goTo(int line, int column)
{
    qsizetype begin = 0;
    for (int before = 1; before < line; ++before) {
        const qsizetype end = m_text.indexOf(u'\n', begin);
        if (end < 0)
            break;
        begin = end + 1;
    }
    m_anchor = std::min<qsizetype>(begin + column - 1, m_text.size());
    m_caret = std::min<qsizetype>(m_anchor + 1, m_text.size());
    ensureVisible(m_anchor);
    viewport()->update();
}

void TextViewer::ensureVisible(qsizetype position)
{
    QScrollBar *vertical = verticalScrollBar();
    const int row = rowAt(position);
    if (row < vertical->value())
        vertical->setValue(row);
    else if (row >= vertical->value() + vertical->pageStep())
        vertical->setValue(row - vertical->pageStep() + 1);
    QScrollBar *horizontal = horizontalScrollBar();
    const int x = int(double(position - m_rows[std::size_t(row)]) * m_charWidth);
    if (x < horizontal->value() || x > horizontal->value() + viewport()->width() - 4 * kMargin)
        horizontal->setValue(x - viewport()->width() / 2);
}

QString TextViewer::selectedText() const
{
    const auto [begin, end] = std::minmax(m_anchor, m_caret);
    return m_text.sliced(begin, end - begin);
}

void TextViewer::selectAll()
{
    m_anchor = 0;
    m_caret = m_text.size();
    viewport()->update();
}

void TextViewer::copy() const
{
    if (m_anchor != m_caret)
        QGuiApplication::clipboard()->setText(selectedText());
}

} // namespace yardmaster
