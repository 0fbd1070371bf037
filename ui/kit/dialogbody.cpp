#include "ui/kit/dialogbody.h"

#include "ui/kit/screenfit.h"

#include <QApplication>
#include <QEvent>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace yardmaster {

namespace {

/// Lines of text that stay in view however low the dialog is.
constexpr int kLeastLines = 4;

} // namespace

DialogBody::DialogBody(QWidget *parent)
    : QScrollArea(parent)
{
    auto *content = new QWidget(this);
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(0, 0, 0, 0);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setWidget(content); // not resized by QScrollArea, which would scroll what can still be squeezed
    content->installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this,
            [this](const QWidget *, QWidget *now) { followFocus(now); });
}

DialogBody::~DialogBody()
{
    disconnect(qApp, nullptr, this, nullptr); // the focus moves while ~QWidget() runs, too
}

int DialogBody::needAt(int width) const
{
    return m_column->hasHeightForWidth() ? m_column->minimumHeightForWidth(width)
                                         : m_column->totalMinimumSize().height();
}

int DialogBody::missing() const
{
    return std::max(0, needAt(widget()->width()) - viewport()->height());
}

int DialogBody::spare() const
{
    return std::max(0, viewport()->height() - needAt(widget()->width()));
}

int DialogBody::heightFor(int width) const
{
    return m_column->hasHeightForWidth() ? m_column->totalHeightForWidth(width)
                                         : m_column->totalSizeHint().height();
}

QSize DialogBody::sizeHint() const
{
    return m_column->totalSizeHint();
}

QSize DialogBody::minimumSizeHint() const
{
    const QSize least = m_column->totalMinimumSize();
    const QSize room = roomFor(window());
    return {std::min(least.width(), room.width() / 2),
            std::min(least.height(), kLeastLines * fontMetrics().lineSpacing())};
}

void DialogBody::arrange()
{
    const QSize most = maximumViewportSize();
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    const int least = m_column->totalMinimumSize().width();
    int width = std::max(most.width(), least);
    const int height = most.height() - (width > most.width() ? bar : 0);
    if (needAt(width) > height)
        width = std::max(most.width() - bar, least);
    widget()->resize(width, std::max(height, needAt(width)));
    verticalScrollBar()->setSingleStep(fontMetrics().lineSpacing());
}

void DialogBody::resizeEvent(QResizeEvent *event)
{
    arrange();
    QScrollArea::resizeEvent(event);
}

bool DialogBody::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest) {
        arrange();
        updateGeometry();
        Q_EMIT needChanged();
    }
    return QScrollArea::eventFilter(watched, event);
}

void DialogBody::followFocus(QWidget *now)
{
    if (now && widget()->isAncestorOf(now))
        ensureWidgetVisible(now, 0, fontMetrics().lineSpacing());
}

} // namespace yardmaster
