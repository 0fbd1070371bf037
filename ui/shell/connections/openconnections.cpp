#include "ui/shell/connections/openconnections.h"

#include "ui/shell/mainwindow.h"

#include <QApplication>

#include <algorithm>

namespace yardmaster {

QList<MainWindow *> openWindows()
{
    QList<MainWindow *> windows;
    const auto widgets = QApplication::topLevelWidgets();
    for (QWidget *widget : widgets) {
        // Hidden ones are about to close: their worker has to stop before.
        auto *window = qobject_cast<MainWindow *>(widget);
        if (window && window->isVisible())
            windows << window;
    }
    std::ranges::sort(windows, {}, &MainWindow::number);
    return windows;
}

MainWindow *windowAfter(const MainWindow *window, int places)
{
    const QList<MainWindow *> windows = openWindows();
    const auto here = windows.indexOf(window);
    if (here < 0 || windows.size() < 2)
        return nullptr;
    return windows.at((here + places + windows.size()) % windows.size());
}

void bringWindowToFront(QWidget *window)
{
    if (window->isMinimized())
        window->setWindowState(window->windowState() & ~Qt::WindowMinimized);
    window->show();
    window->raise();
    window->activateWindow();
}

} // namespace yardmaster
