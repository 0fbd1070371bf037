#pragma once

#include "models/operations/batchpace.h"
#include "models/operations/batchsource.h"
#include "models/operations/lockwait.h"
#include "models/operations/operationconnection.h"
#include "models/operations/operationcontrol.h"
#include "models/operations/operationjournal.h"
#include "models/operations/operatorlog.h"
#include "models/operations/progressreporter.h"

#include <functional>
#include <memory>

namespace yardmaster {

/// Carries out an operation from where it is: batch by batch, as its BatchSource gives them, each
/// in a short transaction of its own.
///
///     lock the jobs of the batch ──> write the operator log ──> change the jobs ──> commit
///                               └──> write the journal, on disk before the commit ──┘
///
/// A lost connection is opened again, and the server asked for the outcome of the batch that it cut
/// off. A batch that the server refuses is done again job by job.
///
/// One use. Everything on the thread that calls begin() or resume().
class OperationRunner final
{
public:
    static constexpr std::chrono::milliseconds kLockWait{2000};

    /// @param folder  of the journals and the log.   @param control  borrowed.
    /// @param onProgress  called now and then, and at the end.
    /// @param lockWait  how long a batch waits for jobs whose rows other transactions have locked,
    /// before it skips them.
    OperationRunner(ConnectionSettings settings, QString folder, OperationControl *control,
                    ProgressReporter::Callback onProgress,
                    std::chrono::milliseconds lockWait = kLockWait);
    ~OperationRunner();

    /// Blocks until it is over, was stopped, or cannot continue. Jobs that no preview has counted
    /// are counted first.
    [[nodiscard]] OperationOutcome begin(const OperationSpec &spec);
    /// The same for one that has a journal.
    /// @param confirmed  a server that was confirmed although it may be another than the one where
    /// the operation began.
    [[nodiscard]] OperationOutcome resume(const QUuid &operation,
                                          const std::optional<ServerIdentity> &confirmed = {});

private:
    enum class Step { More, Done };

    [[nodiscard]] Result<void> prepareNew(const OperationSpec &spec);
    [[nodiscard]] Result<void> prepareResumed(const QUuid &operation,
                                              const std::optional<ServerIdentity> &confirmed);
    [[nodiscard]] Result<void> countJobs();
    [[nodiscard]] Result<void> openSource();
    [[nodiscard]] OperationOutcome run(const Result<void> &prepared);
    [[nodiscard]] Result<OperationState> loop();
    void waitWhilePaused();
    [[nodiscard]] Result<void> connect();
    [[nodiscard]] Result<void> reconnect();
    [[nodiscard]] Result<void> untilThere(const std::function<Result<void>()> &attempt);
    [[nodiscard]] Result<void> resolveDoubt();
    [[nodiscard]] OperationOutcome finish(const Result<OperationState> &state);

    [[nodiscard]] Result<Step> step();
    [[nodiscard]] Result<void> carryOut(LockedBatch locked);
    [[nodiscard]] Result<void> onNotLogged(const OperationBatch &batch, const DbError &error);
    [[nodiscard]] Result<void> onRefused(const OperationBatch &batch, const DbError &error);
    [[nodiscard]] Result<void> endBatch(const OperationBatch &batch, TransactionOutcome outcome,
                                        const QString &error = {});
    [[nodiscard]] bool mayRetry(const DbError &error);

    QString m_folder;
    OperationControl *m_control;
    OperationConnection m_connection;
    OperatorLog m_log;
    ProgressReporter m_progress;
    LockWait m_lockWait;
    BatchPace m_pace;
    OperationRecord m_record;
    std::unique_ptr<OperationJournal> m_journal;
    std::unique_ptr<BatchSource> m_source;
    bool m_isSameServer
        = true;        // as that of the last batch: it knows what became of its transaction
    int m_retries = 0; // in a row
};

} // namespace yardmaster
