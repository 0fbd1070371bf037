#include "ui/pages/overview/chartview.h"

#include "ui/kit/theme.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace yardmaster {

ChartView::ChartView(QWidget *parent)
    : QWidget(parent)
{
    setLayoutDirection(Qt::LeftToRight); // time does, in every language
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(96);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ChartView::setEnds(int width)
{
    m_ends = width;
    layOut();
}

void ChartView::setLabels(int width)
{
    m_labels = width;
    place();
}

void ChartView::setLeastLabels(int width)
{
    m_leastLabels = width;
    place();
}

void ChartView::place()
{
    const int figures = QFontMetrics(tabularFont(font())).height();
    m_plot = QRectF(rect()).adjusted(std::max(m_labels, m_leastLabels) + 2 * kGap,
                                     figures / 2.0 + 2.0, -m_ends - 2 * kGap, -figures - kGap);
    update();
}

void ChartView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().base());
    if (m_plot.width() < 20 || m_plot.height() < 20)
        return;
    draw(&painter);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette().highlight(), 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void ChartView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void ChartView::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    unmark();
}

void ChartView::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    unmark();
}

void ChartView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event); // paints a new palette
    if (event->type() == QEvent::FontChange)
        layOut();
}

} // namespace yardmaster
