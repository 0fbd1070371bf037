#pragma once

#include "models/operations/batchahead.h"
#include "models/operations/batchchange.h"
#include "models/operations/operationcontrol.h"
#include "models/operations/operationprogress.h"
#include "models/operations/operationundo.h"
#include "models/operations/operatorlog.h"
#include <yardmaster/connectionsettings.h>

#include <QElapsedTimer>

#include <functional>
#include <memory>

namespace yardmaster {

/// Carries out an operation from wherever it is: batch by batch, each in a short transaction of its
/// own, in the log before it is sent and on disk in the journal before it is committed. A lost
/// connection is opened again, and the batch it has left in doubt is looked up. A large operation
/// takes a second session, which reads one batch while the other changes the one before.
///
/// One use. Everything on the thread that calls run().
class OperationRunner final
{
public:
    using Tell = std::function<void(const OperationProgress &)>;
    static constexpr std::chrono::milliseconds kPatience{2000};

    /// @param folder  of the journals and the log.   @param control  borrowed.
    /// @param tell  called now and then, and at the end.
    /// @param patience  how long a batch waits for jobs whose rows other transactions have locked,
    /// before it skips them.
    OperationRunner(ConnectionSettings settings, QString folder, OperationControl *control,
                    Tell tell, std::chrono::milliseconds patience = kPatience);
    ~OperationRunner();

    /// Blocks until it is done, stopped or cannot go on. A scope that no preview has frozen is
    /// frozen first.
    [[nodiscard]] OperationOutcome begin(const OperationSpec &spec);
    /// The same for one that has a journal.
    /// @param confirmed  the server that was confirmed although it may not be that of the
    /// operation.
    [[nodiscard]] OperationOutcome goOn(const QUuid &operation,
                                        const std::optional<ServerIdentity> &confirmed = {});

private:
    enum class Step { More, Done };

    struct Connection
    {
        std::unique_ptr<Session> session;
        OperationOrigin origin;
    };
    [[nodiscard]] Result<Connection> connect() const;
    [[nodiscard]] Result<void> open();
    [[nodiscard]] Result<void> reopen();
    [[nodiscard]] Result<void> freeze();
    [[nodiscard]] Result<void> prepare();
    [[nodiscard]] Result<void> prepareUndo();
    [[nodiscard]] Result<void> recognise(const OperationRecord &record) const;
    [[nodiscard]] OperationOutcome run();
    [[nodiscard]] OperationOutcome ended(Result<OperationState> state);
    [[nodiscard]] Result<OperationState> loop();
    [[nodiscard]] Result<void> settleDoubt();

    [[nodiscard]] Result<Step> step();
    /// A batch whose jobs are locked, by a transaction of m_session.
    struct Reading
    {
        Transaction transaction;
        std::optional<OperationUndo::Step> step; // none: there are no jobs left
    };
    [[nodiscard]] Result<Reading> nextBatch();
    [[nodiscard]] Result<std::optional<OperationUndo::Step>> readBatch();
    [[nodiscard]] OperationUndo::Step planned(OperationBatch batch, int size);
    void openAhead();
    [[nodiscard]] bool shouldWaitFor(const OperationBatch &batch);
    void waitForOthers();
    [[nodiscard]] Result<void> announce(const OperationBatch &batch);
    [[nodiscard]] Result<void> change(const OperationUndo::Step &step);
    [[nodiscard]] Result<void> end(const OperationBatch &batch, BatchFate fate,
                                   const QString &error = {});
    [[nodiscard]] Result<void> afterFailure(const OperationBatch &batch, const DbError &error);
    [[nodiscard]] int batchSize() const;
    void keepPace();
    void report(bool isForced, const QString &trouble = {});

    ConnectionSettings m_settings;
    QString m_folder;
    OperationControl *m_control;
    Tell m_tell;
    OperatorLog m_log;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<OperationJournal> m_journal;
    OperationRecord m_record;
    OperationOrigin m_origin;                  // of this run
    std::optional<ServerIdentity> m_confirmed; // may be another than the operation's
    bool m_isServerUncertain = false;          // what its transactions were called says nothing
    std::optional<OperationBatches> m_batches;
    std::optional<ScopeList> m_list;     // not of an undo
    std::unique_ptr<BatchAhead> m_ahead; // null: too little is left, or it could not be opened
    bool m_readsAhead = true;            // it has not been refused
    std::optional<BatchChange> m_change;
    std::optional<OperationUndo> m_undo;
    std::unique_ptr<OperationJournal> m_claim; // of the operation to undo: nobody else undoes it
    qint64 m_undoneBefore = 0;                 // jobs that earlier undos put back
    QElapsedTimer m_running;
    QElapsedTimer m_told;
    QElapsedTimer m_paced; // since the last pause
    qint64 m_seenAtStart = 0;
    qint64 m_seenAtPause = 0;
    qint64 m_errorsAtStart = 0;
    int m_large = std::numeric_limits<int>::max(); // jobs in a batch, where they are large
    qint64 m_single = 0; // jobs still to be tried one by one, after a batch that failed
    int m_contentions = 0;
    const std::chrono::milliseconds m_mostPatience;
    std::chrono::milliseconds m_patience;  // halved by each wait in vain
    std::chrono::milliseconds m_waited{0}; // for the jobs of the next batch
};

} // namespace yardmaster
