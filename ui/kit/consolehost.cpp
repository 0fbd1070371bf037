#include "ui/kit/consolehost.h"

#include <QMainWindow>

namespace yardmaster {

QWidget *consoleHost(QWidget *widget)
{
    QWidget *host = widget;
    while (!host->isWindow() && !qobject_cast<QMainWindow *>(host))
        host = host->parentWidget();
    return host;
}

} // namespace yardmaster
