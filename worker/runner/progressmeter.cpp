#include "worker/runner/progressmeter.h"

namespace yardmaster {

bool ProgressMeter::note(qint64 job, const Reading &reading, Clock::time_point now)
{
    const std::scoped_lock lock(m_mutex);
    const auto it = m_entries.find(job);
    if (it == m_entries.end()) {
        m_entries[job].passedOn = now;
        m_count = m_entries.size();
        return true;
    }
    if (now - it->passedOn < kInterval) {
        it->kept = reading;
        it->isKept = true;
        return false;
    }
    it->passedOn = now;
    it->isKept = false;
    return true;
}

std::optional<ProgressMeter::Reading> ProgressMeter::end(qint64 job)
{
    if (m_count.load() == 0)
        return std::nullopt;
    const std::scoped_lock lock(m_mutex);
    Entry entry = m_entries.take(job);
    m_count = m_entries.size();
    if (!entry.isKept)
        return std::nullopt;
    return std::move(entry.kept);
}

} // namespace yardmaster
