#pragma once

#include "models/operations/journalretention.h"
#include "models/operations/operation.h"
#include "models/operations/operationtitle.h"
#include "models/tables/rowsmodel.h"

#include <chrono>
#include <optional>

namespace yardmaster {

/// An operation as a list shows it: what its journal says, and the object that carries it out while
/// it is at work here. A value.
struct OperationEntry
{
    OperationRecord record;
    Operation *live = nullptr; ///< null: not at work in this window

    [[nodiscard]] bool isRunning() const { return live && !live->isOver(); }
    [[nodiscard]] bool isPaused() const
    {
        return live && live->phase() == Operation::Phase::Paused;
    }
    [[nodiscard]] bool isUnfinished() const
    {
        return !isRunning() && record.state == OperationState::Unfinished;
    }
    /// All of it has been taken back.
    [[nodiscard]] bool isUndone() const
    {
        return record.undone && record.undone->state == OperationState::Finished;
    }
    /// As far as is known at this moment.
    [[nodiscard]] OperationTotals totals() const;
    /// Jobs in its scope; -1: they were not counted.
    [[nodiscard]] qint64 expected() const;
    /// 0..1; -1: it is not known how many jobs there are.
    [[nodiscard]] double progress() const;
    /// "1,200 of 10,000 · 450/s".
    [[nodiscard]] QString progressText() const;
    /// At the rate so far; unset: not known.
    [[nodiscard]] std::optional<std::chrono::seconds> timeLeft() const;
};

/// What tells an operation from others.
[[nodiscard]] inline QUuid operationIdOf(const OperationEntry &entry)
{
    return entry.live ? entry.live->id() : entry.record.spec.id;
}

/// The operations on one queue, the newest first: those under way, which it owns, and those whose
/// journals are in the folder. Journals are read in the background. GUI thread.
class OperationList final : public RowsModel<OperationEntry, &operationIdOf>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OperationList)

public:
    OperationList(ConnectionSettings settings, QString schema, QString folder,
                  QObject *parent = nullptr);
    /// Ends the batches under way; what is not done then stays unfinished.
    ~OperationList() override;

    /// Takes over one that has begun.
    void watch(Operation *operation);
    /// Resumes an unfinished one. Does nothing if it is at work.
    /// @param confirmed  see OperationRunner::resume().
    void resume(int row, const std::optional<ServerIdentity> &confirmed = {});
    /// Ends an unfinished one for good: no further batch.
    void giveUp(int row);
    /// Reads the journals again, and deletes those that are too old, see setRetention().
    void reload();
    /// Until this is called, nothing is deleted.
    void setRetention(const JournalRetention &retention) { m_retention = retention; }
    /// Why the journal of a row cannot be deleted, one sentence; empty: it can.
    [[nodiscard]] QString deletionObstacle(int row) const;
    /// Deletes the journal, in the background. What the operation did stays, and cannot be undone.
    void deleteAt(int row);

    /// "Retry 3 jobs"; of an undo, also what it undoes: "Undo: Retry 3 jobs".
    [[nodiscard]] QString titleAt(int row) const { return titleOf(at(row)); }
    /// The newest that is over, changed something and can be taken back; -1: none.
    [[nodiscard]] int lastUndoable() const;
    [[nodiscard]] bool hasRunning() const;
    /// Every one under way ends after its batch, and can be resumed another time.
    void stopAll();
    /// Every one under way pauses after its batch.
    void pauseAll();
    [[nodiscard]] const QString &folder() const { return m_folder; }
    [[nodiscard]] bool isLoading() const { return m_isLoading; }

Q_SIGNALS:
    /// One that was at work here is over, or has stopped; its journal has been read.
    void ended(const QUuid &operation);
    /// Some jobs were changed.
    void jobsChanged();
    void loaded();
    void deletionFailed(const yardmaster::DbError &error);

private:
    [[nodiscard]] QString titleOf(const OperationEntry &entry) const;
    [[nodiscard]] QString toolTipOf(const OperationEntry &entry) const;
    void resume(int row, const std::optional<ServerIdentity> &confirmed, bool isCancelled);
    Operation *take(Operation *operation);
    void onEnded(Operation *operation);
    void takeJournals(std::vector<OperationRecord> records);

    ConnectionSettings m_settings;
    QString m_schema;
    QString m_folder;
    std::optional<JournalRetention> m_retention;
    bool m_isLoading = false;
};

} // namespace yardmaster
