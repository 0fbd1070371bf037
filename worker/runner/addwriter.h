#pragma once

#include "worker/runner/addrequest.h"

#include <yardmaster/connectionsettings.h>
#include <yardmaster/jobadder.h>
#include <yardmaster/session.h>

#include <chrono>
#include <memory>
#include <span>

namespace yardmaster {

/// Writes what JobSender was given, on a connection of its own that it opens when it is needed, and
/// answers it: what is refused alone, the rest in as few transactions as possible, nothing twice.
/// One thread's.
class AddWriter final
{
public:
    /// Called by write(), on its thread.
    struct Owner
    {
        std::function<void(const AddRequest &, AddAnswer)> answer;
        std::function<bool()> isGivenUp; ///< what is not written yet is not to be written
        /// Takes all but the first of `batch`, which waits for a lock, unless they are given up.
        std::function<void(AddBatch *batch)> takeOthers;
        /// Takes all of `batch`, unless they are given up: the first may not wait for a lock any
        /// longer, see setMayWait().
        std::function<void(AddBatch *batch)> hold;
    };

    /// @param adder  outlives this, as settings.
    /// @param lockPatience  for how long a transaction waits for a lock that only one of its adds
    ///                      needs, as for the name of a queue that another session is making.
    AddWriter(const ConnectionSettings *settings, const JobAdder *adder,
              std::chrono::milliseconds lockPatience, Owner owner)
        : m_settings(settings)
        , m_adder(adder)
        , m_lockPatience(lockPatience)
        , m_owner(std::move(owner))
    { }

    /// Errors: Session::open()'s.
    [[nodiscard]] Result<void> connect();
    void close() { m_session.reset(); }

    /// Writes and answers, as many at once as it can. After connect().
    /// @returns what was not written, because the connection was lost or it is given up; held ones
    /// apart.
    [[nodiscard]] AddBatch write(AddBatch batch);
    /// What write() does with an add that waits for the lock of another session: wait, too; or
    /// leave it to Owner::hold after a moment.
    void setMayWait(bool mayWait) { m_mayWait = mayWait; }
    /// The last write() ended with a session that can write more.
    [[nodiscard]] bool isFit() const { return m_unfitSessions == 0 && !m_session->isLost(); }

private:
    /// All or none.
    struct Attempt
    {
        AddAnswer jobs;          ///< in the order of the specs
        size_t fine = 0;         ///< specs that were accepted before one was refused
        bool mayBeThere = false; ///< the connection was lost when they may have been committed
    };
    [[nodiscard]] static Attempt uncertain(DbError error);
    [[nodiscard]] Attempt attempt(std::span<const AddRequest> requests) const;
    [[nodiscard]] Attempt add(const JobSpec &spec) const;
    [[nodiscard]] Attempt addAll(const std::vector<JobSpec> &specs) const;
    /// Fails with 55P03 if one waits longer for a lock than the others would.
    [[nodiscard]] Attempt addTogether(std::span<const AddRequest> requests) const;
    /// The same for one, sooner.
    [[nodiscard]] Attempt addBriefly(const AddRequest &request) const;
    /// One whose statements wait for locks no longer than `limit`.
    [[nodiscard]] Result<Transaction> beginLimited(std::chrono::milliseconds limit) const;
    /// Nothing of the batch was committed. @returns what write() does.
    [[nodiscard]] AddBatch afterLoss(AddBatch batch, const DbError &error);

    const ConnectionSettings *m_settings;
    const JobAdder *m_adder;
    std::chrono::milliseconds m_lockPatience;
    Owner m_owner;
    bool m_mayWait = true;
    std::unique_ptr<Session> m_session;
    int m_unfitSessions = 0;
};

} // namespace yardmaster
