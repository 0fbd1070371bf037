#include "ui/shell/connections/openconnections.h"

#include "ui/shell/mainwindow.h"
#include "ui/shell/tabs/tabbedwindow.h"

#include <QApplication>

#include <algorithm>

namespace yardmaster {

QList<MainWindow *> openConnections()
{
    QList<QList<MainWindow *>> windows;
    const auto widgets = QApplication::topLevelWidgets();
    for (QWidget *widget : widgets) {
        // Hidden ones are about to close: their worker has to stop before.
        if (!widget->isVisible())
            continue;
        if (const auto *tabs = qobject_cast<TabbedWindow *>(widget))
            windows << tabs->pages();
        else if (auto *window = qobject_cast<MainWindow *>(widget))
            windows << QList{window};
    }
    const auto age = [](const QList<MainWindow *> &pages) {
        const auto first = std::ranges::min_element(pages, {}, &MainWindow::number);
        return first == pages.end() ? 0 : (*first)->number();
    };
    std::ranges::sort(windows, {}, age);
    QList<MainWindow *> connections;
    for (const QList<MainWindow *> &pages : std::as_const(windows))
        connections << pages;
    return connections;
}

MainWindow *connectionAfter(const MainWindow *connection, int places)
{
    const QList<MainWindow *> all = openConnections();
    const auto here = all.indexOf(connection);
    if (here < 0 || all.size() < 2)
        return nullptr;
    return all.at((here + places + all.size()) % all.size());
}

void bringToFront(QWidget *widget)
{
    for (QWidget *at = widget; at; at = at->parentWidget()) {
        auto *page = qobject_cast<MainWindow *>(at);
        if (TabbedWindow *tabs = page ? TabbedWindow::of(page) : nullptr)
            tabs->setCurrent(page);
    }
    QWidget *window = widget->window();
    if (window->isMinimized())
        window->setWindowState(window->windowState() & ~Qt::WindowMinimized);
    window->show();
    window->raise();
    window->activateWindow();
}

void closeAllWindows()
{
    const auto widgets = QApplication::topLevelWidgets();
    for (QWidget *widget : widgets) {
        if (qobject_cast<TabbedWindow *>(widget) || qobject_cast<MainWindow *>(widget))
            widget->close();
    }
}

} // namespace yardmaster
