#pragma once

#include <QList>

class QWidget;

namespace yardmaster {

class MainWindow;

/// The windows of this process, in the order in which they were opened.
[[nodiscard]] QList<MainWindow *> openWindows();

/// The one so many places further on, round the end; null if there is no other.
[[nodiscard]] MainWindow *windowAfter(const MainWindow *window, int places);

/// Also if it is minimized.
void bringWindowToFront(QWidget *window);

} // namespace yardmaster
