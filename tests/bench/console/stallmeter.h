#pragma once

#include "ui/shell/watchedapplication.h"

#include <QJsonObject>

namespace yardmaster::bench {

/// Watches the GUI thread while it lives, and remembers when it was busy longest.
class StallMeter final
{
public:
    StallMeter();
    ~StallMeter();
    Q_DISABLE_COPY_MOVE(StallMeter)

    /// longestStallMs with stalledBy, and how many events took more than 50 ms. The time the thread
    /// waited for a processor does not count.
    void report(QJsonObject *line) const;

private:
    WatchedApplication *const m_application;
    UiStall m_longest;
    int m_stalls = 0;
};

} // namespace yardmaster::bench
