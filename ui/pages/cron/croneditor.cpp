#include "ui/pages/cron/croneditor.h"

#include "models/cron/croncompletion.h"
#include "models/values/showntext.h"
#include "ui/kit/theme.h"
#include "ui/kit/tooltips.h"
#include "ui/kit/wavyline.h"
#include "ui/pages/cron/crongutter.h"
#include "ui/pages/cron/cronhighlighter.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QFontDatabase>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QTextBlock>
#include <QTextLayout>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMostMarks = 5000;
constexpr int kTextRole = Qt::UserRole + 1;

} // namespace

CronEditor::CronEditor(QWidget *parent)
    : QPlainTextEdit(parent)
    , m_highlighter(new CronHighlighter(document(), this))
    , m_gutter(new CronGutter(this))
    , m_completer(new QCompleter(this))
    , m_candidates(new QStandardItemModel(this))
{
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    setFont(fixed);
    setObjectName("cronEditor"_L1);
    setAccessibleName(tr("Crontab"));
    setFrameShape(NoFrame);
    setLineWrapMode(NoWrap); // wrapping is quadratic on long lines
    setTabChangesFocus(true);
    setLayoutDirection(Qt::LeftToRight); // a formal language
    document()->setDocumentMargin(6);

    m_completer->setWidget(this);
    m_completer->setModel(m_candidates);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->popup()->setObjectName("cronCompletion"_L1);
    m_completer->popup()->setAccessibleName(tr("Suggestions"));
    connect(m_completer, qOverload<const QModelIndex &>(&QCompleter::activated), this,
            &CronEditor::accept);
    connect(this, &QPlainTextEdit::blockCountChanged, this,
            [this] { setViewportMargins(gutterWidth(), 0, 0, 0); });
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect &rect, int dy) {
        if (dy != 0)
            m_gutter->scroll(0, dy);
        else
            m_gutter->update(0, rect.y(), m_gutter->width(), rect.height());
    });
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, [this] {
        m_gutter->update();
        Q_EMIT caretMoved();
    });
    setViewportMargins(gutterWidth(), 0, 0, 0);
}

QString CronEditor::text() const
{
    // toPlainText() would make no-break spaces into plain ones.
    QString raw = document()->toRawText();
    raw.replace(QChar(0x2029), u'\n').replace(QChar(0x2028), u'\n');
    return raw;
}

void CronEditor::setText(const QString &text)
{
    m_marks.clear();
    m_places.clear();
    setPlainText(text);
    document()->setModified(false);
}

void CronEditor::setMarks(const CronAnalysis &analysis)
{
    m_marks.clear();
    m_places.clear();
    const auto add = [this](const QList<CrontabProblem> &problems, bool isError) {
        for (const CrontabProblem &problem : problems.mid(0, kMostMarks)) {
            m_marks.insert(problem.line, {problem, isError});
            m_places << problem;
        }
    };
    add(analysis.problems, true);
    add(analysis.warnings, false);
    std::ranges::stable_sort(m_places, [](const CrontabProblem &a, const CrontabProblem &b) {
        return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    });
    viewport()->update();
    m_gutter->update();
}

int CronEditor::currentLine() const
{
    return textCursor().blockNumber() + 1;
}

int CronEditor::currentColumn() const
{
    return textCursor().positionInBlock() + 1;
}

QString CronEditor::lineText(int line) const
{
    return document()->findBlockByNumber(line - 1).text();
}

std::pair<int, int> CronEditor::selectedLines() const
{
    const QTextCursor cursor = textCursor();
    const int first = document()->findBlock(cursor.selectionStart()).blockNumber() + 1;
    const QTextBlock last = document()->findBlock(cursor.selectionEnd());
    const bool isAtBegin = cursor.hasSelection() && last.position() == cursor.selectionEnd();
    return {first, std::max(first, last.blockNumber() + (isAtBegin ? 0 : 1))};
}

void CronEditor::replaceLines(int first, const QStringList &lines)
{
    if (lines.isEmpty())
        return;
    const int column = textCursor().positionInBlock();
    const int line = currentLine();
    QTextCursor cursor(document()->findBlockByNumber(first - 1));
    const QTextBlock last = document()->findBlockByNumber(first - 2 + int(lines.size()));
    cursor.setPosition(last.position() + last.length() - 1, QTextCursor::KeepAnchor);
    cursor.insertText(lines.join(u'\n'));
    goTo(line, column + 1);
}

void CronEditor::goTo(int line, int column)
{
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (!block.isValid())
        return;
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + std::clamp(column - 1, 0, block.length() - 1));
    setTextCursor(cursor);
    ensureCursorVisible();
}

bool CronEditor::goToProblem(bool isForward)
{
    if (m_places.isEmpty())
        return false;
    const std::pair here(currentLine(), currentColumn());
    const auto place = [](const CrontabProblem &p) { return std::pair(p.line, p.column); };
    const CrontabProblem *target = nullptr;
    if (isForward) {
        const auto next
            = std::ranges::find_if(m_places, [&](const auto &p) { return place(p) > here; });
        target = next == m_places.end() ? &m_places.first() : &*next;
    } else {
        for (const CrontabProblem &p : std::as_const(m_places)) {
            if (place(p) < here)
                target = &p;
        }
        if (!target)
            target = &m_places.last();
    }
    goTo(target->line, target->column);
    return true;
}

int CronEditor::gutterWidth() const
{
    const qsizetype digits = std::max<qsizetype>(3, QString::number(blockCount()).size());
    return 16 + 16 + int(digits) * fontMetrics().horizontalAdvance(u'9');
}

void CronEditor::complete()
{
    offer(true);
}

void CronEditor::offer(bool isAsked)
{
    const int column = currentColumn() - 1;
    const CronCompletion completion
        = completeCron(lineText(currentLine()), column, m_dialect, m_names);
    const auto &candidates = completion.candidates;
    const QString typed = lineText(currentLine()).mid(completion.begin, column - completion.begin);
    const bool isDone = candidates.size() == 1 && candidates.first().text == typed;
    if (candidates.isEmpty() || (isDone && !isAsked)) {
        m_completer->popup()->hide();
        return;
    }
    m_completionBegin = completion.begin;
    m_completionEnd = completion.end;
    m_candidates->clear();
    qsizetype longest = 0;
    for (const CronCompletion::Candidate &candidate : candidates)
        longest = std::max(longest, candidate.text.size());
    for (const CronCompletion::Candidate &candidate : candidates) {
        const QString shown = candidate.detail.isEmpty()
            ? candidate.text
            : candidate.text.leftJustified(longest + 2) + candidate.detail;
        auto *item = new QStandardItem(shownText(shown));
        item->setData(candidate.text, kTextRole);
        item->setToolTip(candidate.detail);
        m_candidates->appendRow(item);
    }
    QAbstractItemView *popup = m_completer->popup();
    popup->setFont(font());
    QRect rect = cursorRect();
    rect.translate(gutterWidth(), 4);
    rect.setWidth(
        std::min(popup->sizeHintForColumn(0) + 24 + popup->verticalScrollBar()->sizeHint().width(),
                 std::max(200, width() - 40)));
    m_completer->complete(rect);
    popup->setCurrentIndex(m_completer->completionModel()->index(0, 0));
}

void CronEditor::accept(const QModelIndex &index)
{
    const QString text = index.data(kTextRole).toString();
    QTextCursor cursor = textCursor();
    const int begin = cursor.block().position();
    cursor.setPosition(begin + m_completionBegin);
    cursor.setPosition(begin + std::min(m_completionEnd, cursor.block().length() - 1),
                       QTextCursor::KeepAnchor);
    cursor.insertText(text);
    setTextCursor(cursor);
    if (text.endsWith(u'='))
        offer(false); // its value
}

void CronEditor::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_highlighter->rehighlight();
}

QString CronEditor::problemsAt(const QPoint &point) const
{
    const QTextCursor cursor = cursorForPosition(point);
    const int column = cursor.positionInBlock() + 1;
    QStringList sentences;
    for (const Mark &mark : marksOf(cursor.blockNumber() + 1)) {
        const CrontabProblem &problem = mark.problem;
        if (column >= problem.column && column <= problem.column + problem.length)
            sentences.prepend(problem.text());
    }
    return sentences.join(u'\n');
}

bool CronEditor::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const QPoint inView = help->pos() - viewport()->pos();
        showToolTip(help->globalPos(), problemsAt(inView), this);
        return true;
    }
    // Before the focus moves on: with the list open, Tab takes what is chosen there.
    if (event->type() == QEvent::KeyPress && m_completer->popup()->isVisible()
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Tab) {
        event->ignore();
        return true;
    }
    return QPlainTextEdit::event(event);
}

void CronEditor::keyPressEvent(QKeyEvent *event)
{
    const bool isOffering = m_completer->popup()->isVisible();
    if (isOffering) {
        switch (event->key()) {
        case Qt::Key_Enter:
        case Qt::Key_Return:
        case Qt::Key_Escape:
        case Qt::Key_Backtab:
            event->ignore(); // the list's
            return;
        default:
            break;
        }
    }
    QPlainTextEdit::keyPressEvent(event);
    const QString typed = event->text();
    const bool isText = !typed.isEmpty() && typed.front().isPrint() && !typed.front().isSpace();
    const bool isDeletion = event->key() == Qt::Key_Backspace || event->key() == Qt::Key_Delete;
    if (isText || (isOffering && isDeletion))
        offer(false);
    else if (isOffering)
        m_completer->popup()->hide();
}

void CronEditor::paintWaves(QPainter &painter, const QRect &area)
{
    QTextBlock block = firstVisibleBlock();
    QPointF offset = blockBoundingGeometry(block).translated(contentOffset()).topLeft();
    for (; block.isValid() && offset.y() <= area.bottom(); block = block.next()) {
        const QTextLayout *layout = block.layout();
        const double height = blockBoundingRect(block).height();
        const bool isThere = layout->lineCount() > 0 && offset.y() + height + 2 >= area.top();
        for (const Mark &mark : isThere ? marksOf(block.blockNumber() + 1) : QList<Mark>()) {
            const QTextLine line = layout->lineAt(0);
            const int length = block.length() - 1;
            const int begin = std::min(mark.problem.column - 1, length);
            const int end = std::min(begin + std::max(1, mark.problem.length), length);
            const double left = offset.x() + line.cursorToX(begin);
            // Something that is missing is shown where it should have followed.
            const double right = end > begin ? offset.x() + line.cursorToX(end)
                                             : left + fontMetrics().horizontalAdvance(u'0');
            const JobState state = mark.isError ? JobState::FailedForGood : JobState::Retrying;
            painter.setPen(QPen(stateColor(state, palette()), 1.3));
            paintWavyLine(painter, std::max(left, -4.0),
                          std::min(right, double(viewport()->width()) + 4),
                          offset.y() + line.y() + line.ascent() + 2);
        }
        offset.ry() += height;
    }
}

void CronEditor::paintEvent(QPaintEvent *event)
{
    QPlainTextEdit::paintEvent(event);
    if (m_marks.isEmpty())
        return;
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    paintWaves(painter, event->rect());
}

void CronEditor::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    const QRect area = contentsRect();
    m_gutter->setGeometry(area.left(), area.top(), gutterWidth(), area.height());
}

} // namespace yardmaster
