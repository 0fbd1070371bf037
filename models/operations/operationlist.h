#pragma once

#include "models/operations/journalretention.h"
#include "models/operations/operation.h"
#include "models/operations/operationtitle.h"
#include "models/tables/rowsmodel.h"

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
