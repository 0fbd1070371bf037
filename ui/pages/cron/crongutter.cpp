#include "ui/pages/cron/crongutter.h"

#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"
#include "ui/kit/tooltips.h"
#include "ui/pages/cron/croneditor.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTextBlock>

namespace yardmaster {

namespace {

void paintWarning(QPainter &painter, const QPointF &corner, const QColor &color)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF triangle[]
        = {corner + QPointF(8, 2.5), corner + QPointF(14, 13), corner + QPointF(2, 13)};
    painter.drawPolygon(triangle, 3);
    painter.drawLine(corner + QPointF(8, 6.5), corner + QPointF(8, 9));
    painter.drawPoint(corner + QPointF(8, 11));
    painter.restore();
}

} // namespace

CronGutter::CronGutter(CronEditor *editor)
    : QWidget(editor)
    , m_editor(editor)
{ }

QSize CronGutter::sizeHint() const
{
    return {m_editor->gutterWidth(), 0};
}

int CronGutter::lineAt(int y) const
{
    QTextBlock block = m_editor->firstVisibleBlock();
    double top = m_editor->blockBoundingGeometry(block).translated(m_editor->contentOffset()).top();
    while (block.isValid() && top <= height()) {
        const double bottom = top + m_editor->blockBoundingRect(block).height();
        if (y >= top && y < bottom)
            return block.blockNumber() + 1;
        top = bottom;
        block = block.next();
    }
    return 0;
}

bool CronGutter::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        QStringList sentences;
        for (const CronEditor::Mark &mark : m_editor->marksOf(lineAt(help->pos().y())))
            sentences.prepend(mark.problem.text());
        showToolTip(help->globalPos(), sentences.join(u'\n'), this);
        return true;
    }
    return QWidget::event(event);
}

void CronGutter::mousePressEvent(QMouseEvent *event)
{
    if (const int line = lineAt(event->pos().y()); line > 0)
        m_editor->goTo(line, 1);
}

void CronGutter::paintEvent(QPaintEvent *event)
{
    QPainter painter(this);
    const QPalette colors = m_editor->palette();
    painter.fillRect(event->rect(), colors.color(QPalette::Window));
    painter.fillRect(QRect(width() - 1, 0, 1, height()), hairlineColor(colors));
    painter.setFont(m_editor->font());
    QTextBlock block = m_editor->firstVisibleBlock();
    double top = m_editor->blockBoundingGeometry(block).translated(m_editor->contentOffset()).top();
    while (block.isValid() && top <= event->rect().bottom()) {
        const double rowHeight = m_editor->blockBoundingRect(block).height();
        const int line = block.blockNumber() + 1;
        const bool isCurrent = line == m_editor->currentLine();
        painter.setPen(isCurrent ? colors.color(QPalette::Text) : mutedColor(colors));
        painter.drawText(QRectF(kGlyphSize + 4, top, width() - kGlyphSize - 12, rowHeight),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(line));
        bool isError = false;
        bool isWarning = false;
        for (const CronEditor::Mark &mark : m_editor->marksOf(line))
            (mark.isError ? isError : isWarning) = true;
        const QPointF corner(3, top + (rowHeight - kGlyphSize) / 2);
        if (isError)
            paintStateGlyph(painter, corner, JobState::FailedForGood,
                            stateColor(JobState::FailedForGood, colors));
        else if (isWarning)
            paintWarning(painter, corner, stateColor(JobState::Retrying, colors));
        top += rowHeight;
        block = block.next();
    }
}

} // namespace yardmaster
