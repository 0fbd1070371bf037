#pragma once

#include "models/operations/operationrecord.h"

namespace yardmaster {

class Session;
struct LoggedAction;

/// The audit log of everything done by hand: who, when, where, which statement, which jobs, how
/// they were and what they become. Lines of JSON in `operators.ndjson`, written before the
/// statement is sent, only ever appended to; several processes may write. Payloads and errors stay
/// out of it. A full file (64 MiB) is renamed after the time and kept. Where the schema has a
/// shared log, the same lines go there too, or nothing is done.
///
/// One thread at a time, the session's. Errors: Statement with a sentence that names the file;
/// those of addToSharedLog().
class OperatorLog final
{
public:
    /// @param limit  bytes after which a file is full.
    explicit OperatorLog(QString folder, qint64 limit = 64 * 1024 * 1024);

    /// What `batch` is about to change in the open transaction of `session`. Written when it
    /// returns, but not synced; the shared log has it, and that it was done, once that is
    /// committed.
    /// @param record  of the operation, before the batch.
    [[nodiscard]] Result<void> logBatch(Session &session, const OperationRecord &record,
                                        const OperationOrigin &origin, const OperationBatch &batch,
                                        const QByteArray &statement);
    /// How it ended.
    /// @param record  of the operation, after the batch.
    [[nodiscard]] Result<void> logOutcome(const OperationRecord &record,
                                          const OperationOrigin &origin, int number,
                                          TransactionOutcome outcome, const QString &error);

    /// Any other change: a job added, a clean-up, a lock taken away.
    /// @returns whether the schema keeps the log, too.
    [[nodiscard]] Result<bool> logAction(Session &session, const QUuid &id,
                                         const LoggedAction &action, const OperationOrigin &origin);
    /// @param isShared  as logAction() returned.   @param changed  what it did change.
    /// @param error  empty: it was committed.
    [[nodiscard]] Result<void> logActionOutcome(Session &session, const QUuid &id,
                                                const LoggedAction &action,
                                                const OperationOrigin &origin, bool isShared,
                                                const QJsonObject &changed, const QString &error);

    /// All files, the oldest first.
    [[nodiscard]] QStringList files() const;
    /// All entries, the oldest first, in one new file. An existing file is replaced.
    [[nodiscard]] Result<void> exportTo(const QString &path) const;

private:
    [[nodiscard]] Result<void> append(const QByteArray &json);

    QString m_folder;
    qint64 m_limit;
};

/// The user this process runs as.
[[nodiscard]] QString osUserName();

/// Who would do something over this session, and where. Blocks; on the session's thread.
[[nodiscard]] Result<OperationOrigin> originOf(Session &session, const QString &connection,
                                               const QString &schema);

} // namespace yardmaster
