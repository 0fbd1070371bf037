#include "ui/kit/consolehost.h"

#include <QApplication>
#include <QMainWindow>

namespace yardmaster {

QWidget *consoleHost(QWidget *widget)
{
    QWidget *host = widget;
    while (!host->isWindow() && !qobject_cast<QMainWindow *>(host))
        host = host->parentWidget();
    return host;
}

QWidget *openDialogOf(const QWidget *host)
{
    const auto windows = QApplication::topLevelWidgets();
    for (QWidget *window : windows) {
        if (!window->isVisible() || !window->isModal())
            continue;
        for (const QWidget *widget = window; widget; widget = widget->parentWidget()) {
            if (widget == host)
                return window;
        }
    }
    return nullptr;
}

bool isBehindChoice(QWidget *widget)
{
    return QApplication::activePopupWidget() || openDialogOf(consoleHost(widget));
}

} // namespace yardmaster
