#pragma once

#include "models/operations/operationjournal.h"
#include "models/values/jobstate.h"

#include <functional>

namespace yardmaster {

class Session;

/// What an operation is about to touch. A value.
struct OperationPreview
{
    struct Share
    {
        QString name; ///< of a task or queue (empty: none), or why jobs are skipped
        qint64 jobs = 0;
    };
    struct StateShare
    {
        JobState state = JobState::Ready;
        qint64 jobs = 0;
    };
    /// A worker that holds jobs an Unlock would take from it.
    struct Holder
    {
        QString worker; ///< empty: it left no name
        qint64 jobs = 0;
        Timestamp since; ///< of its oldest lock
        /// Since its last heartbeat; unset: it does not send any.
        std::optional<std::chrono::milliseconds> silentFor;
    };
    struct Sample
    {
        qint64 id = 0;
        QString task;
        QString queue;
        JobState state = JobState::Ready;
        QString key;
        int attempts = 0;
        int maxAttempts = 0;
        int priority = 0;
        QString skip; ///< why it will be left alone; empty: it will not
    };

    OperationSpec spec;    ///< as asked for, with the scope frozen: give this to Operation::begin()
    qint64 jobs = 0;       ///< in the scope, or so many at least
    bool isCapped = false; ///< of an Undo: looking was stopped there; so are the shares
    qint64 vanished = 0;   ///< ids asked for that are not there
    bool isServerUncertain = false; ///< of an Undo: this may not be the server of the operation
    QList<Share> tasks;             ///< the most frequent first, as all of these
    QList<StateShare> states;
    QList<Share> queues;
    QList<Share> skipped;  ///< jobs that will be left alone now, by reason
    QList<Sample> samples; ///< up to 20
    QList<Holder> holders; ///< of Unlock, up to 20, those with the most jobs first
    Timestamp takenAt;     ///< the server's time
    QByteArray sql;        ///< what it stands for; can be given to psql

    /// Of `jobs`, those that will not be left alone; at least so many if `isCapped`.
    [[nodiscard]] qint64 affected() const;
};

/// Freezes the scope of `spec` as it is from now on, which writes its ScopeList, and tells what is
/// in it. Blocks; on the session's thread.
/// @param folder  of the journals.
/// @param goOn  is told how many jobs were found so far; false: Cancelled.
/// Errors: InvalidInput, SchemaMissing, PermissionDenied, Cancelled, ConnectionLost, Statement.
[[nodiscard]] Result<OperationPreview>
previewOperation(Session &session, OperationSpec spec, const QString &folder,
                 const std::function<bool(qint64 jobs)> &goOn = {});

/// What an Undo would touch: its jobs as it will find them.
/// @param cap  jobs to look at, about; 0: all of them, however long it takes.
/// @param folder  where the journal of the operation to undo is.
[[nodiscard]] Result<OperationPreview> previewUndo(Session &session, OperationSpec spec,
                                                   const QString &folder, qint64 cap = 10000);

/// What is left of an operation that is unfinished, and whether this is its server. A value.
struct OperationRest
{
    OperationRecord record;
    qint64 jobs = 0; ///< left, those of a batch in doubt included
    Sameness sameness = Sameness::Same;
    ServerIdentity server; ///< this one
};

/// Blocks; on the session's thread. InvalidInput: the operation is over.
[[nodiscard]] Result<OperationRest> restOf(Session &session, const QString &folder,
                                           const QUuid &operation);

/// One statement, or a few, that would do the same to a frozen scope; can be given to psql.
/// InvalidInput if the spec is not valid. Any thread.
[[nodiscard]] Result<QByteArray> statementOf(const OperationSpec &spec);

} // namespace yardmaster
