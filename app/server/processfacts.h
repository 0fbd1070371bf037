#pragma once

#include <QtGlobal>

namespace yardmaster {

/// Of this process, from /proc; 0 where there is none.
struct ProcessFacts
{
    double cpuSeconds = 0;
    qint64 residentBytes = 0;
    int openFiles = 0;
};

[[nodiscard]] ProcessFacts readProcessFacts();

} // namespace yardmaster
