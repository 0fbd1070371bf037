#include "worker/tasks/servinghosts.h"

#include "worker/tasks/taskhost.h"

#include <algorithm>
#include <utility>

namespace yardmaster {

bool ServingHosts::isAnyReady() const
{
    return std::ranges::any_of(m_hosts, &TaskHost::isReady);
}

size_t ServingHosts::fresh() const
{
    return size_t(std::ranges::count(m_hosts, false, &TaskHost::isWorn));
}

TaskHost *ServingHosts::worn() const
{
    const auto found = std::ranges::find_if(
        m_hosts, [](const TaskHost *host) { return host->isWorn() && host->isReady(); });
    return found == m_hosts.end() ? nullptr : *found;
}

TaskHost *ServingHosts::leastBusy(qsizetype payloadSize, qsizetype most, size_t runs) const
{
    const bool isShared = std::ranges::none_of(m_hosts, &TaskHost::isWorn);
    const size_t share
        = isShared ? (runs + m_hosts.size() - 1) / std::max<size_t>(1, m_hosts.size()) : runs;
    const auto load
        = [](const TaskHost *host) { return std::pair(host->runs().size(), host->isWorn()); };
    TaskHost *best = nullptr;
    for (TaskHost *host : m_hosts) {
        if (host->isReady() && size_t(host->runs().size()) < share
            && host->hasRoom(payloadSize, most) && (!best || load(host) < load(best)))
            best = host;
    }
    return best;
}

void ServingHosts::flush() const
{
    for (TaskHost *host : m_hosts)
        host->flush();
}

} // namespace yardmaster
