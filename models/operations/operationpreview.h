#pragma once

#include "models/operations/scopesnapshot.h"
#include "models/values/jobstate.h"

namespace yardmaster {

class Session;

/// What an operation is about to touch. A value.
struct OperationPreview
{
    struct Share
    {
        QString name; ///< of a task or queue (empty: none), or why jobs will be skipped
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
        QString skip; ///< why it will be skipped; empty: it will not
    };

    OperationSpec spec;    ///< as asked for, with the scope as counted: for Operation::begin()
    qint64 jobs = 0;       ///< in the scope, or so many at least
    bool isCapped = false; ///< of an Undo: the search ended there; so are the shares
    qint64 vanished = 0;   ///< ids asked for that are not there
    bool isServerUncertain = false; ///< of an Undo: this may not be the server of the operation
    QList<Share> tasks;             ///< the most frequent first, as all of these
    QList<StateShare> states;
    QList<Share> queues;
    QList<Share> skipped;  ///< jobs that would be skipped now, by reason
    QList<Sample> samples; ///< up to 20
    QList<Holder> holders; ///< of Unlock, up to 20, those with the most jobs first
    Timestamp takenAt;     ///< the server's time
    QByteArray sql;        ///< the same as SQL, see statementOf()

    /// Of `jobs`, those that will not be skipped; at least so many if `isCapped`.
    [[nodiscard]] qint64 affected() const;
};

/// Takes a snapshot of the scope of `spec`, which writes its ScopeList, and describes what is in
/// it. Blocks; on the session's thread.
/// @param folder  of the journals and lists.
/// Errors: InvalidInput, SchemaMissing, PermissionDenied, Cancelled, ConnectionLost, Statement.
[[nodiscard]] Result<OperationPreview> previewOperation(Session &session, OperationSpec spec,
                                                        const QString &folder,
                                                        const ScopeProgress &onProgress = {});

/// Adds to `preview` what a count found: jobs by task, state and queue, and some of them as
/// samples.
[[nodiscard]] Result<void> showJobs(Session &session, const ScopeCount &counted,
                                    OperationPreview *preview);

} // namespace yardmaster
