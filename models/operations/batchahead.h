#pragma once

#include "models/operations/operationbatch.h"
#include <yardmaster/session.h>

#include <future>
#include <memory>
#include <optional>

namespace yardmaster {

/// Reads and locks the next batch of an operation, on a session of its own, while the one before it
/// is being changed. On the thread of both sessions. Errors are not reported: a batch that
/// was not read ahead is read in its turn, and meets them again.
class BatchAhead final
{
public:
    /// @param batches, list  borrowed.
    BatchAhead(std::unique_ptr<Session> session, const OperationBatches *batches, ScopeList *list);
    /// Cancels what is being read, and closes the session.
    ~BatchAhead();
    Q_DISABLE_COPY_MOVE(BatchAhead)

    /// Does not wait for the batch.
    void begin(qint64 position, int size);

    struct Ready
    {
        Transaction transaction; ///< has its jobs locked
        OperationBatch batch;
        int size = 0; ///< jobs that were asked for
    };
    /// The batch at `position`, if it has been read. Waits for it, and exchanges `session`, which
    /// must be idle, for the one that has it. The jobs of any other batch are unlocked.
    [[nodiscard]] std::optional<Ready> take(qint64 position, std::unique_ptr<Session> *session);

    /// Nothing more can be read ahead with it.
    [[nodiscard]] bool isLost() const { return !m_answer.valid() && m_session->isLost(); }
    /// For its canceller.
    [[nodiscard]] const Session &session() const { return *m_session; }

private:
    void drop();

    const OperationBatches *m_batches;
    ScopeList *m_list;
    std::unique_ptr<Session> m_session;
    std::optional<Transaction> m_transaction;               // of m_session
    OperationBatches::Request m_request;                    // the one that m_answer answers
    std::future<Result<OperationBatches::Lookup>> m_answer; // valid: not taken yet
};

} // namespace yardmaster
