#include "worker/runner/runtimes.h"

#include <algorithm>
#include <bit>

namespace yardmaster {

namespace {

/// Below 4 each number has one of its own; above, the two bits behind the first tell four apart.
int bucketOf(quint64 micros)
{
    if (micros < 4)
        return int(micros);
    const int width = int(std::bit_width(micros));
    return 4 * (width - 2) + int((micros >> (width - 3)) & 3);
}

/// The longest time in it.
quint64 endOf(int bucket)
{
    if (bucket < 4)
        return quint64(bucket);
    const int width = bucket / 4 + 2;
    const quint64 step = quint64(1) << (width - 3);
    return (quint64(1) << (width - 1)) + (quint64(bucket % 4) + 1) * step - 1;
}

} // namespace

void RunTimes::add(Duration took)
{
    const int bucket = std::min(bucketOf(quint64(std::max<qint64>(0, took.count()))), kBuckets - 1);
    ++m_runs[size_t(bucket)];
    if (++m_count < kRuns)
        return;
    m_count = 0;
    for (quint8 &runs : m_runs) {
        runs /= 2;
        m_count += runs;
    }
}

std::optional<RunTimes::Duration> RunTimes::high() const
{
    if (m_count == 0)
        return std::nullopt;
    int longer = 0; // runs in the buckets above
    for (int bucket = kBuckets - 1; bucket >= 0; --bucket) {
        longer += m_runs[size_t(bucket)];
        if (20 * longer > m_count)
            return Duration(qint64(endOf(bucket)));
    }
    return Duration(0);
}

} // namespace yardmaster
