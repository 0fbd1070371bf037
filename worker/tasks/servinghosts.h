#pragma once

#include <QtGlobal>

#include <vector>

namespace yardmaster {

class TaskHost;

/// The hosts of a pool that get jobs, those that are still loading included. A value.
class ServingHosts final
{
public:
    void add(TaskHost *host) { m_hosts.push_back(host); }
    void remove(const TaskHost *host) { std::erase(m_hosts, host); }

    [[nodiscard]] bool isAnyReady() const;
    /// How many are not worn.
    [[nodiscard]] size_t fresh() const;
    /// @returns one that is, and ready; null: there is none.
    [[nodiscard]] TaskHost *worn() const;
    /// @param most  bytes of payloads in one host.   @param runs  of all hosts, and those that
    /// wait:
    ///              while hosts are loading, the others leave them their share.
    /// @returns the one with the fewest runs that is ready and has room; null: there is none.
    [[nodiscard]] TaskHost *leastBusy(qsizetype payloadSize, qsizetype most, size_t runs) const;
    void flush() const;

private:
    std::vector<TaskHost *> m_hosts;
};

} // namespace yardmaster
