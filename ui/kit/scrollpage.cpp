#include "ui/kit/scrollpage.h"

#include <QFocusEvent>
#include <QPainter>
#include <QScrollBar>

namespace yardmaster {

namespace {

/// Over the content, which paints its own ground.
class FocusRing final : public QWidget
{
public:
    explicit FocusRing(QWidget *parent)
        : QWidget(parent)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
};

} // namespace

ScrollPage::ScrollPage(const QString &accessibleName, QWidget *parent)
    : QScrollArea(parent)
    , m_ring(new FocusRing(this))
{
    setAccessibleName(accessibleName);
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this,
            [this](int, int most) { setFocusPolicy(most > 0 ? Qt::StrongFocus : Qt::NoFocus); });
}

ScrollPage::~ScrollPage() = default;

void ScrollPage::focusInEvent(QFocusEvent *event)
{
    QScrollArea::focusInEvent(event);
    showRing();
}

void ScrollPage::focusOutEvent(QFocusEvent *event)
{
    QScrollArea::focusOutEvent(event);
    showRing();
}

void ScrollPage::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    showRing();
}

/// For the keyboard, as the rings of buttons.
void ScrollPage::showRing()
{
    m_ring->setGeometry(viewport()->geometry());
    m_ring->setVisible(hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange));
    m_ring->raise();
}

} // namespace yardmaster
