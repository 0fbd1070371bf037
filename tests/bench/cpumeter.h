#pragma once

#include <QtGlobal>

#include <optional>

namespace yardmaster {
class Session;
}

namespace yardmaster::bench {

/// CPU time of this process so far, all threads, and of its children that have ended, in
/// microseconds.
[[nodiscard]] qint64 ownCpuUs();
/// Resident memory now; 0 where the system does not report it.
[[nodiscard]] double ownRssMb();
/// The most memory this process has had resident so far, and the largest of its children that have
/// ended, in MB of 1024 KB.
[[nodiscard]] double ownPeakRssMb();

/// CPU time of a PostgreSQL server on this machine, in microseconds: the postmaster, its children,
/// and those that have ended. In steps of the kernel's clock, 10 ms as a rule, so the difference of
/// two readings means something over a second or more.
class ServerCpu final
{
public:
    /// Finds the server behind the session; without one on this machine, readings are empty.
    explicit ServerCpu(const Session &session);
    [[nodiscard]] std::optional<qint64> readUs() const;

private:
    qint64 m_postmaster = 0; ///< process id; 0: not here
};

/// From reading `begin` to `end`, for each of `jobs`.
[[nodiscard]] std::optional<double> usPerJob(std::optional<qint64> begin, std::optional<qint64> end,
                                             qint64 jobs);

} // namespace yardmaster::bench
