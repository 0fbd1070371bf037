#pragma once

#include <QList>
#include <QPointer>

class QLayout;
class QWidget;

namespace yardmaster {

/// Keeps the layouts below a widget from being computed while it lives. A widget that is shown or
/// hidden has all layouts around it computed at once; where many change together, each would be
/// computed many times. At the end, those that changed are computed from the event loop, once. On
/// the stack, in the GUI thread.
class LayoutPause final
{
    Q_DISABLE_COPY_MOVE(LayoutPause)

public:
    explicit LayoutPause(QWidget *widget);
    ~LayoutPause();

private:
    QList<QPointer<QLayout>> m_paused;
};

} // namespace yardmaster
