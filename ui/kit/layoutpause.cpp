#include "ui/kit/layoutpause.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLayout>
#include <QWidget>

namespace yardmaster {

LayoutPause::LayoutPause(QWidget *widget)
{
    for (QLayout *layout : widget->findChildren<QLayout *>()) {
        // Layouts within others are computed by these.
        if (!layout->isEnabled() || !layout->parent()->isWidgetType())
            continue;
        layout->setEnabled(false);
        m_paused << layout;
    }
}

LayoutPause::~LayoutPause()
{
    for (const QPointer<QLayout> &layout : std::as_const(m_paused)) {
        if (!layout)
            continue;
        layout->setEnabled(true);
        QWidget *widget = layout->parentWidget();
        if (layout->geometry() != widget->contentsRect()) // it did not hear of a new size
            layout->invalidate();
        // One that was shown meanwhile gets no such event by itself. Without need it does nothing.
        QCoreApplication::postEvent(widget, new QEvent(QEvent::LayoutRequest));
    }
}

} // namespace yardmaster
