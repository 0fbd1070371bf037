#include "models/operations/batchpace.h"

#include <algorithm>

namespace yardmaster {

BatchPace::BatchPace(const OperationOptions &options)
    : m_options(options)
{ }

int BatchPace::batchSize() const
{
    if (isOneByOne())
        return 1;
    if (m_options.jobsPerSecond <= 0)
        return m_options.batchSize;
    // A slow pace is kept in small steps.
    return std::clamp(int(std::min(m_options.jobsPerSecond, 1e6)), 1, m_options.batchSize);
}

void BatchPace::onBatchDone(qint64 jobs)
{
    m_oneByOne = std::max<qint64>(0, m_oneByOne - jobs);
}

void BatchPace::restart(qint64 seen)
{
    m_since.start();
    m_seenBefore = seen;
}

std::chrono::microseconds BatchPace::delay(qint64 seen) const
{
    if (m_options.jobsPerSecond <= 0)
        return std::chrono::microseconds::zero();
    const double due = double(seen - m_seenBefore) / m_options.jobsPerSecond;
    const double ahead = due - double(m_since.elapsed()) / 1000;
    return std::chrono::microseconds(qint64(ahead * 1e6));
}

} // namespace yardmaster
