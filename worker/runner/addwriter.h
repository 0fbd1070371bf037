#pragma once

#include <yardmaster/connectionsettings.h>
#include <yardmaster/jobadder.h>
#include <yardmaster/session.h>

#include <chrono>
#include <memory>
#include <vector>

namespace yardmaster {

/// Writes what JobSender was given, on a connection of its own that it opens when it is needed.
/// One thread's.
class AddWriter final
{
public:
    /// @param adder outlives this.
    AddWriter(const ConnectionSettings *settings, const JobAdder *adder)
        : m_settings(settings)
        , m_adder(adder)
    { }

    struct Attempt
    {
        Result<std::vector<JobRecord>> jobs; ///< in the order of the specs
        size_t fine = 0;                     ///< specs that were accepted before one was refused
        bool mayBeThere = false; ///< the connection was lost when they may have been committed
    };

    /// Errors: Session::open()'s.
    [[nodiscard]] Result<void> connect();
    void close() { m_session.reset(); }
    /// The connection, after an attempt.
    [[nodiscard]] bool isLost() const { return m_session->isLost(); }

    /// @name All or none. After connect().
    /// @{
    [[nodiscard]] Attempt add(const JobSpec &spec) const;
    [[nodiscard]] Attempt addAll(const std::vector<JobSpec> &specs) const;
    /// Without keys, with as few statements as possible. Fails with 55P03 if one waits longer for a
    /// lock: as for the name of a queue that a transaction has begun to make.
    [[nodiscard]] Attempt addTogether(const std::vector<JobSpec> &specs,
                                      std::chrono::milliseconds lockPatience) const;
    /// @}

private:
    const ConnectionSettings *const m_settings;
    const JobAdder *const m_adder;
    std::unique_ptr<Session> m_session;
};

} // namespace yardmaster
