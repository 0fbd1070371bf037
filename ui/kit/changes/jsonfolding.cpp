#include "ui/kit/changes/jsonfolding.h"

#include "models/values/format.h"
#include "ui/kit/changes/payloadtext.h"
#include "ui/kit/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QAction>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QTextBlock>
#include <QTextLayout>

#include <algorithm>
#include <functional>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kGutterWidth = 16;
constexpr int kGapBeforeMark = 8;

/// On the block of a line whose object or array is folded; goes with it.
class FoldMark final : public QTextBlockUserData
{ };

bool isMarked(const QTextBlock &block)
{
    return block.userData() != nullptr;
}

} // namespace

/// Triangles beside the lines that can be folded; a click folds or unfolds.
class FoldGutter final : public QWidget
{
public:
    FoldGutter(PayloadText *text, JsonFolding *folding)
        : QWidget(text)
        , m_text(text)
        , m_folding(folding)
    {
        setObjectName("payloadFolds"_L1);
        setCursor(Qt::ArrowCursor);
        setToolTip(JsonFolding::tr("Folds and unfolds: Alt+Left, Alt+Right"));
    }

protected:
    void mousePressEvent(QMouseEvent *event) override
    {
        const int line = lineAt(event->position().toPoint().y());
        if (event->button() == Qt::LeftButton && line > 0 && m_folding->canFold(line))
            m_folding->setFolded(line, !m_folding->isFolded(line));
    }

    void paintEvent(QPaintEvent *event) override
    {
        QPainter painter(this);
        const QPalette colors = m_text->palette();
        painter.fillRect(event->rect(), colors.color(QPalette::Base));
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(mutedColor(colors));
        forEachLine([&](const QTextBlock &block, const QRectF &place) {
            const int line = block.blockNumber() + 1;
            if (!m_folding->canFold(line))
                return true;
            painter.save();
            painter.translate(width() / 2.0, place.top() + m_text->fontMetrics().height() / 2.0);
            if (m_folding->isFolded(line))
                painter.rotate(-90);
            const QPointF triangle[]{{-4, -2}, {4, -2}, {0, 3}};
            painter.drawPolygon(triangle, 3);
            painter.restore();
            return true;
        });
    }

private:
    /// Those in view, until `see` returns false.
    template <typename See> void forEachLine(See see) const
    {
        QTextBlock block = m_text->firstVisibleBlock();
        double top = m_text->blockBoundingGeometry(block).translated(m_text->contentOffset()).top();
        while (block.isValid() && top <= height()) {
            const double high = block.isVisible() ? m_text->blockBoundingRect(block).height() : 0;
            if (block.isVisible() && !see(block, QRectF(0, top, width(), high)))
                return;
            top += high;
            block = block.next();
        }
    }
    [[nodiscard]] int lineAt(int y) const
    {
        int line = 0;
        forEachLine([&](const QTextBlock &block, const QRectF &place) {
            if (y >= place.top() && y < place.bottom())
                line = block.blockNumber() + 1;
            return line == 0;
        });
        return line;
    }

    PayloadText *const m_text;
    JsonFolding *const m_folding;
};

QList<int> foldEnds(QStringView text)
{
    QList<int> ends{-1};
    QList<int> open; // lines of the brackets that are open
    int line = 0;
    bool isQuoted = false;
    const auto endsLine = [](QChar c) { return c == u'\n' || c == QChar::ParagraphSeparator; };
    for (qsizetype at = 0; at < text.size(); ++at) {
        const QChar c = text[at];
        if (endsLine(c)) {
            ++line;
            ends << -1;
            isQuoted = false;
        } else if (isQuoted) {
            if (c == u'\\' && at + 1 < text.size() && !endsLine(text[at + 1]))
                ++at;
            else if (c == u'"')
                isQuoted = false;
        } else if (c == u'"') {
            isQuoted = true;
        } else if (c == u'{' || c == u'[') {
            open << line;
        } else if ((c == u'}' || c == u']') && !open.isEmpty()) {
            // Of several that begin on a line, the first ends last.
            const int begin = open.takeLast();
            if (line > begin + 1)
                ends[begin] = line;
        }
    }
    return ends;
}

JsonFolding::JsonFolding(PayloadText *text)
    : QObject(text)
    , m_text(text)
    , m_gutter(new FoldGutter(text, this))
{
    const auto add = [this](const QString &title, const char *name, const QKeySequence &key,
                            const std::function<void()> &run) {
        auto *action = new QAction(title, m_text);
        action->setObjectName(QLatin1StringView(name));
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, run);
        m_text->addAction(action);
        m_actions << action;
    };
    add(tr("Fold"), "payloadFold", Qt::ALT | Qt::Key_Left, [this] { foldHere(); });
    add(tr("Unfold"), "payloadUnfold", Qt::ALT | Qt::Key_Right, [this] { unfoldHere(); });
    add(tr("Fold all"), "payloadFoldAll", Qt::ALT | Qt::SHIFT | Qt::Key_Left,
        [this] { setAllFolded(true); });
    add(tr("Unfold all"), "payloadUnfoldAll", Qt::ALT | Qt::SHIFT | Qt::Key_Right,
        [this] { setAllFolded(false); });
    connect(text, &QPlainTextEdit::textChanged, this, &JsonFolding::onTextChanged);
    connect(text, &QPlainTextEdit::cursorPositionChanged, this, &JsonFolding::onCaretMoved);
    connect(text, &QPlainTextEdit::updateRequest, m_gutter, [this](const QRect &rect, int dy) {
        if (dy != 0)
            m_gutter->scroll(0, dy);
        else
            m_gutter->update(0, rect.y(), m_gutter->width(), rect.height());
    });
    placeGutter();
}

void JsonFolding::placeGutter()
{
    m_text->setGutter(kGutterWidth);
    const QRect area = m_text->contentsRect();
    m_gutter->setGeometry(area.left(), area.top(), kGutterWidth, area.height());
}

QTextBlock JsonFolding::blockAt(int line) const
{
    return m_text->document()->findBlockByNumber(line - 1);
}

/// From 1; 0: it cannot be folded.
int JsonFolding::endOf(int line) const
{
    const QTextDocument *document = m_text->document();
    if (m_revision != document->revision()) {
        m_revision = document->revision();
        m_ends = foldEnds(document->toRawText()); // whose lines are blocks
    }
    return line < 1 || line > m_ends.size() ? 0 : m_ends.at(line - 1) + 1;
}

bool JsonFolding::isFolded(int line) const
{
    return isMarked(blockAt(line));
}

void JsonFolding::setFolded(int line, bool isFolded)
{
    QTextBlock block = blockAt(line);
    if (!canFold(line) || isMarked(block) == isFolded)
        return;
    block.setUserData(isFolded ? new FoldMark : nullptr);
    apply();
}

void JsonFolding::foldHere()
{
    const int caret = m_text->textCursor().blockNumber() + 1;
    for (int line = caret; line > 0; --line) {
        if (endOf(line) >= caret && canFold(line) && !isFolded(line))
            return setFolded(line, true);
    }
}

void JsonFolding::unfoldHere()
{
    setFolded(m_text->textCursor().blockNumber() + 1, false);
}

void JsonFolding::setAllFolded(bool isFolded)
{
    const int outermost = [this] {
        for (int line = 1; line <= m_text->blockCount(); ++line) {
            if (canFold(line))
                return line;
        }
        return 0;
    }();
    for (QTextBlock block = m_text->document()->begin(); block.isValid(); block = block.next()) {
        const int line = block.blockNumber() + 1;
        const bool isWanted = isFolded && line != outermost && canFold(line);
        if (isWanted != isMarked(block))
            block.setUserData(isWanted ? new FoldMark : nullptr);
    }
    apply();
}

/// Shows and hides lines by the marks of those before them, of which those that lead no object any
/// more lose theirs.
void JsonFolding::apply()
{
    m_isApplying = true;
    m_hasFolds = false;
    int shownFrom = 0; // line
    int header = 0;    // of the lines that are hidden
    bool isOther = false;
    QTextCursor caret = m_text->textCursor();
    for (QTextBlock block = m_text->document()->begin(); block.isValid(); block = block.next()) {
        const int line = block.blockNumber() + 1;
        if (isMarked(block) && !canFold(line))
            block.setUserData(nullptr);
        const bool isShown = line >= shownFrom;
        if (isMarked(block)) {
            m_hasFolds = true;
            if (isShown) {
                shownFrom = endOf(line);
                header = line;
            }
        }
        if (block.isVisible() != isShown) {
            block.setVisible(isShown);
            block.setLineCount(isShown ? std::max(block.layout()->lineCount(), 1) : 0);
            isOther = true;
        }
        if (!isShown && caret.blockNumber() + 1 == line)
            caret.setPosition(blockAt(header).position() + blockAt(header).length() - 1);
    }
    if (isOther) {
        auto *layout = m_text->document()->documentLayout();
        Q_EMIT layout->documentSizeChanged(layout->documentSize());
        m_text->viewport()->update();
    }
    if (caret.position() != m_text->textCursor().position())
        m_text->setTextCursor(caret);
    m_gutter->update();
    m_isApplying = false;
}

void JsonFolding::onTextChanged()
{
    m_gutter->update();
    if (!m_hasFolds)
        return;
    unfoldAround(m_text->textCursor().blockNumber() + 1);
    apply();
}

void JsonFolding::onCaretMoved()
{
    const QTextBlock caret = m_text->textCursor().block();
    if (m_isApplying || caret.isVisible())
        return;
    unfoldAround(caret.blockNumber() + 1);
    apply();
    m_text->ensureCursorVisible();
}

void JsonFolding::unfoldAround(int line)
{
    for (QTextBlock block = m_text->document()->begin(); block.blockNumber() + 1 < line;
         block = block.next()) {
        if (isMarked(block) && endOf(block.blockNumber() + 1) > line)
            block.setUserData(nullptr);
    }
}

void JsonFolding::fillMenu(QMenu *menu) const
{
    menu->addSeparator();
    menu->addActions(m_actions);
}

void JsonFolding::paint(QPainter *painter) const
{
    if (!m_hasFolds)
        return;
    painter->setPen(mutedColor(m_text->palette()));
    painter->setFont(m_text->font());
    QTextBlock block = m_text->firstVisibleBlock();
    QRectF place = m_text->blockBoundingGeometry(block).translated(m_text->contentOffset());
    while (block.isValid() && place.top() <= m_text->viewport()->height()) {
        const double high = block.isVisible() ? m_text->blockBoundingRect(block).height() : 0;
        if (block.isVisible() && isMarked(block) && block.layout()->lineCount() > 0) {
            const int line = block.blockNumber() + 1;
            const int hidden = endOf(line) - line - 1;
            const QTextLine last = block.layout()->lineAt(block.layout()->lineCount() - 1);
            painter->drawText(
                QPointF(place.left() + last.naturalTextRect().right() + kGapBeforeMark,
                        place.top() + last.y() + last.ascent()),
                tr("… %1 lines", nullptr, pluralOf(hidden)).arg(formatNumber(hidden)));
        }
        place.translate(0, high);
        block = block.next();
    }
}

} // namespace yardmaster
