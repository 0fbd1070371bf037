#pragma once

#include "models/operations/listedbatches.h"
#include <yardmaster/session.h>

#include <future>
#include <memory>
#include <optional>

namespace yardmaster {

class OperationConnection;

/// Reads and locks the next batch of an operation on a second session, while the batch before it is
/// being changed on the first. On the thread of both sessions. Errors are not reported: a batch
/// that could not be read ahead is read in its turn, and meets them again.
class ReadAhead final
{
public:
    /// @param batches  borrowed.
    ReadAhead(std::unique_ptr<Session> session, ListedBatches *batches);
    /// Cancels what is being read, and closes the session.
    ~ReadAhead();
    Q_DISABLE_COPY_MOVE(ReadAhead)

    /// Does not wait for the batch.
    void begin(qint64 position, int size);

    struct Ready
    {
        LockedBatch batch;
        int size = 0; ///< jobs that were asked for
    };
    /// The batch at `position`, if it was read. Waits for it; `connection` gets the session and the
    /// transaction that have locked it, in exchange for the session that it had. The jobs of any
    /// other batch are unlocked.
    [[nodiscard]] std::optional<Ready> take(qint64 position, OperationConnection *connection);

    /// Nothing more can be read with it.
    [[nodiscard]] bool isLost() const { return !m_answer.valid() && m_session->isLost(); }
    /// For its canceller.
    [[nodiscard]] const Session &session() const { return *m_session; }

private:
    void drop();

    ListedBatches *m_batches;
    std::unique_ptr<Session> m_session;
    std::optional<Transaction> m_transaction; // of m_session
    ListedBatches::Request m_request;         // the one that m_answer answers
    std::future<Result<LockedJobs>> m_answer; // valid: not taken yet
};

} // namespace yardmaster
