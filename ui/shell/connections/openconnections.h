#pragma once

#include <QList>

class QWidget;

namespace yardmaster {

class MainWindow;

/// The connections of this process: window by window in the order in which they were opened, tabs
/// from left to right.
[[nodiscard]] QList<MainWindow *> openConnections();

/// The one so many places further on, round the end; null if there is no other.
[[nodiscard]] MainWindow *connectionAfter(const MainWindow *connection, int places);

/// Shows the window of `widget`, also if it is minimized, with its tab in front.
void bringToFront(QWidget *widget);

/// Asks all windows to close; those whose worker has to stop before close later. Not Qt's
/// closeAllWindows(): that ends with the first of them.
void closeAllWindows();

} // namespace yardmaster
