#pragma once

#include "models/operations/operationrecord.h"

#include <QFile>

#include <functional>
#include <memory>

namespace yardmaster {

/// The write-ahead log of an operation: lines of JSON in a file that is only ever appended to. A
/// batch is on disk here before it is committed, so that after a crash at any point it can be found
/// out what was done. One process at a time writes it, which an exclusive lock on it ensures.
///
/// One thread at a time. Errors: Statement with a sentence that names the file.
class OperationJournal final
{
public:
    [[nodiscard]] static QString pathIn(const QString &folder, const QUuid &operation);

    /// Creates the file, readable for its owner only.
    [[nodiscard]] static Result<std::unique_ptr<OperationJournal>>
    create(const QString &folder, const OperationSpec &spec, const OperationOrigin &origin,
           Timestamp now);
    /// Opens the journal of an operation that is to be resumed or undone. A line that was cut off
    /// by a crash is removed: its batch had not been committed.
    [[nodiscard]] static Result<std::unique_ptr<OperationJournal>> reopen(const QString &path);
    /// Reads its first line only: what was to be done, not what was.
    [[nodiscard]] static Result<OperationRecord> readHeader(const QString &path);
    /// Reads all of it; it may be in use. @param each  gets every batch whose outcome is known, and
    /// the error of one that failed.
    [[nodiscard]] static Result<OperationRecord> read(
        const QString &path,
        const std::function<void(const OperationBatch &, TransactionOutcome, const QString &)> &each
        = {});
    /// One of the batches that were committed.
    [[nodiscard]] static Result<OperationBatch> readBatch(const OperationRecord &record,
                                                          size_t index);

    /// On disk when it returns.
    [[nodiscard]] Result<void> begin(const OperationBatch &batch);
    [[nodiscard]] Result<void> end(int number, TransactionOutcome outcome,
                                   const QString &error = {});
    [[nodiscard]] Result<void> finish(OperationState state, const QString &message);
    /// It is resumed there, as a person confirmed. On disk when it returns.
    [[nodiscard]] Result<void> moveTo(const ServerIdentity &server);
    /// That an undo of it begins, or how far it got. On disk when it returns.
    [[nodiscard]] Result<void> noteUndo(const OperationRecord::Undone &undone);

private:
    OperationJournal() = default;
    [[nodiscard]] Result<void> lock() const;
    [[nodiscard]] Result<void> write(const QByteArray &line, bool isSynced);

    QFile m_file; // locked
};

} // namespace yardmaster
