#pragma once

#include "models/operations/operationbatch.h"

#include <QFile>

#include <functional>
#include <memory>

namespace yardmaster {

/// How many jobs an operation has dealt with, and how.
struct OperationTotals
{
    qint64 changed = 0;
    qint64 skipped = 0;
    qint64 vanished = 0;
    qint64 errors = 0;

    [[nodiscard]] qint64 seen() const { return changed + skipped + vanished + errors; }
    [[nodiscard]] bool operator==(const OperationTotals &) const = default;
};

enum class OperationState {
    Unfinished, ///< never begun, interrupted, or stopped by an error: can go on
    Finished,
    Cancelled,
};

/// Who does something to which database.
struct OperationOrigin
{
    QString connection; ///< as ConnectionSettings::describe()
    QString database;   ///< its name
    QString dbUser;
    QString osUser;
    ServerIdentity server = {}; ///< the last one it went on on, to recognise it
};

/// What became of a batch that was begun.
enum class BatchFate {
    Doubtful, ///< not written: its transaction may have been committed or not
    Committed,
    Undone, ///< rolled back; its jobs come again
    Failed, ///< rolled back; its jobs count as errors
};

/// What a journal says. A value.
struct OperationRecord
{
    OperationSpec spec;
    OperationOrigin origin;
    Timestamp begunAt;
    OperationState state = OperationState::Unfinished;
    QString message; ///< why it stopped; may be empty
    OperationTotals totals;
    qint64 position = 0; ///< where the next batch begins
    qint64 within = 0;   ///< of an undo: and where in it
    int lastNumber = 0;
    std::optional<OperationBatch> doubtful; ///< the last one
    /// Where the lines of the batches that changed something are, in order.
    struct Line
    {
        qint64 offset = 0;
        qint64 size = 0;
    };
    std::vector<Line> committed;
    /// What has taken it back so far.
    struct Undone
    {
        QUuid operation; ///< the last undo
        OperationState state = OperationState::Unfinished;
        qint64 position = 0; ///< in `committed`, where the next undo begins
        qint64 within = 0;   ///< and with which of its jobs
        qint64 jobs = 0;     ///< put back, by all undos
    };
    std::optional<Undone> undone;
    QString path;
    bool isDamaged = false; ///< not all that was done can be read

    /// One of `committed`, from the file.
    [[nodiscard]] Result<OperationBatch> batch(size_t index) const;
    /// Puts a batch whose fate is known into the account.
    void settle(const OperationBatch &batch, BatchFate fate);
};

/// The file an operation writes ahead: lines of JSON, only ever appended to. What a batch is about
/// to do is on disk before its statement is sent, so that after a crash at any point it can be
/// found out what was done. One process at a time writes it, which a lock file beside it sees to.
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
    /// Opens the file of an earlier operation to go on with it. A line that was cut off by a crash
    /// is removed: nothing had been sent yet.
    [[nodiscard]] static Result<std::unique_ptr<OperationJournal>> reopen(const QString &path);
    /// Reads what was written at its beginning; nothing of what was done.
    [[nodiscard]] static Result<OperationRecord> readHeader(const QString &path);
    /// Reads a file that may be in use. @param each  gets every batch whose fate is known, the
    /// errors of failed ones included.
    [[nodiscard]] static Result<OperationRecord>
    read(const QString &path,
         const std::function<void(const OperationBatch &, BatchFate, const QString &)> &each = {});

    /// On disk when it returns.
    [[nodiscard]] Result<void> begin(const OperationBatch &batch);
    [[nodiscard]] Result<void> end(int number, BatchFate fate, const QString &error = {});
    [[nodiscard]] Result<void> finish(OperationState state, const QString &message);
    /// It goes on there, as a person confirmed. On disk when it returns.
    [[nodiscard]] Result<void> moveTo(const ServerIdentity &server);
    /// That an undo begins, or how far it came. On disk when it returns.
    [[nodiscard]] Result<void> claim(const OperationRecord::Undone &undone);

private:
    OperationJournal() = default;
    [[nodiscard]] Result<void> lock() const;
    [[nodiscard]] Result<void> write(const QByteArray &line, bool isForced);

    QFile m_file; // locked
};

} // namespace yardmaster
