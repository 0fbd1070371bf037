#pragma once

#include <QRandomGenerator>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace yardmaster {

/// How long to wait before the next try: doubles from `first` to `last`, with half of it random, so
/// that a fleet does not come back in step. The defaults suit reaching a database.
class Backoff final
{
public:
    explicit Backoff(std::chrono::milliseconds first = std::chrono::milliseconds(50),
                     std::chrono::milliseconds last = std::chrono::seconds(2))
        : m_first(first)
        , m_last(last)
    { }

    [[nodiscard]] std::chrono::milliseconds next()
    {
        const double ceiling = std::min(double(m_first.count()) * std::pow(2.0, m_failures++),
                                        double(m_last.count()));
        const double jitter = 0.5 + QRandomGenerator::global()->bounded(0.5);
        return std::chrono::milliseconds(qint64(std::ceil(ceiling * jitter)));
    }
    /// @returns whether it had been failing.
    bool reset() { return std::exchange(m_failures, 0) > 0; }

private:
    std::chrono::milliseconds m_first;
    std::chrono::milliseconds m_last;
    int m_failures = 0;
};

} // namespace yardmaster
