#pragma once

#include <QString>

#include <atomic>
#include <deque>
#include <mutex>

namespace yardmaster {

/// Readable in `locked_by`, unique per call.
[[nodiscard]] QString makeWorkerId();

/// The ids one worker has locked jobs under: the first, and one more each time it was swept as
/// stale. A job's Lease says which by its index. Every member may be called from any thread; the
/// heartbeat thread adds.
class WorkerNames final
{
public:
    explicit WorkerNames(QString first) { m_ids.push_back(std::move(first)); }

    /// Index of the one used for fetches.
    [[nodiscard]] int current() const { return m_current.load(); }
    /// References stay valid.
    [[nodiscard]] const QString &at(int index) const
    {
        const std::scoped_lock lock(m_mutex);
        return m_ids.at(size_t(index));
    }
    void add(QString id)
    {
        const std::scoped_lock lock(m_mutex);
        m_ids.push_back(std::move(id));
        m_current = int(m_ids.size()) - 1;
    }

    /// The current one is in the registry, and a fetch under it checks that it still is. Set before
    /// the first fetch.
    [[nodiscard]] bool isRegistered() const { return m_isRegistered.load(); }
    void setRegistered() { m_isRegistered = true; }

private:
    mutable std::mutex m_mutex; // guards m_ids
    std::deque<QString> m_ids;  // only grows
    std::atomic<int> m_current{0};
    std::atomic<bool> m_isRegistered{false};
};

} // namespace yardmaster
