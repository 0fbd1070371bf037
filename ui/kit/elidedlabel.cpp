#include "ui/kit/elidedlabel.h"

#include "ui/kit/tooltips.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>

namespace yardmaster {

using namespace Qt::StringLiterals;

ElidedLabel::ElidedLabel(Qt::TextElideMode mode, QWidget *parent)
    : Label(parent)
    , m_mode(mode)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().horizontalAdvance(u"…"_s), fontMetrics().height()};
}

QSize ElidedLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + 1, fontMetrics().height()};
}

bool ElidedLabel::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty()) {
        const bool isCut = sizeHint().width() > width();
        showToolTip(static_cast<QHelpEvent *>(event)->globalPos(), isCut ? text() : QString(),
                    this);
        return true;
    }
    return Label::event(event);
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QString shown = fontMetrics().elidedText(text(), m_mode, width());
    style()->drawItemText(&painter, rect(), int(alignment()), palette(), isEnabled(), shown,
                          foregroundRole());
}

} // namespace yardmaster
