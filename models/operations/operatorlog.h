#pragma once

#include "models/operations/operationjournal.h"
#include "worker/queue/jobspec.h"

namespace yardmaster {

class Session;

/// The record of everything done by hand, for auditors: who, when, where, which statement, which
/// jobs, how they were and what they become. Lines of JSON in `operators.ndjson`, written before
/// the statement is sent, only ever appended to; several processes may write. Payloads and errors
/// stay out of it. A full file (64 MiB) is renamed after the time and kept.
///
/// One thread at a time. Errors: Statement with a sentence that names the file.
class OperatorLog final
{
public:
    /// @param limit  bytes after which a file is full.
    explicit OperatorLog(QString folder, qint64 limit = 64 * 1024 * 1024);

    /// What `batch` is about to do. Handed to the system when it returns.
    [[nodiscard]] Result<void> announce(const OperationSpec &spec, const OperationOrigin &origin,
                                        const OperationBatch &batch, const QByteArray &statement);
    /// How it ended.
    [[nodiscard]] Result<void> conclude(const OperationSpec &spec, int number, BatchFate fate,
                                        const QString &error);

    /// A job is about to be added by hand.
    [[nodiscard]] Result<void> announceAdd(const QUuid &id, const QString &schema,
                                           const OperationOrigin &origin, const JobSpec &spec);
    /// @param job  unset: it was not added.
    [[nodiscard]] Result<void> concludeAdd(const QUuid &id, std::optional<qint64> job,
                                           const QString &error);

    /// Something that is no operation on jobs: a clean-up, a lock taken away, a schema removed.
    /// @param touched  what it is about to change, as it is now.
    [[nodiscard]] Result<void> announceAction(const QUuid &id, const QString &kind,
                                              const QString &schema, const OperationOrigin &origin,
                                              const QByteArray &statement,
                                              const QJsonObject &touched);
    /// @param changed  what it did change.   @param error  empty: it was committed.
    [[nodiscard]] Result<void> concludeAction(const QUuid &id, const QJsonObject &changed,
                                              const QString &error);

    /// All files, the oldest first.
    [[nodiscard]] QStringList files() const;
    /// All entries, the oldest first, in one new file. An existing file is replaced.
    [[nodiscard]] Result<void> exportTo(const QString &path) const;

private:
    [[nodiscard]] Result<void> append(const QByteArray &line);

    QString m_folder;
    qint64 m_limit;
};

/// The user this process runs as.
[[nodiscard]] QString osUserName();

/// Who would do something over this session, and where. Blocks; on the session's thread.
[[nodiscard]] Result<OperationOrigin> originOf(Session &session, const QString &connection,
                                               const QString &schema);

} // namespace yardmaster
