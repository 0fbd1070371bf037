#pragma once

#include "models/operations/operationrecord.h"

namespace yardmaster {

/// For how long the journals of operations are kept. They hold the payloads of jobs that were
/// deleted or edited, as plain text, because undo needs them. A value.
struct JournalRetention
{
    static constexpr int kUsualDays = 30;
    int days = kUsualDays;                     ///< since the last change of the file; 0: for ever
    qint64 bytes = qint64(1024) * 1024 * 1024; ///< of all that can go, the newest are kept
};

/// Why the journal of an operation cannot go yet, one sentence: it is unfinished or being undone,
/// what it holds is still held, or an undo is known by it. Empty: it can.
/// @param all  the operations of the folder.
[[nodiscard]] QString deletionObstacle(const OperationRecord &record,
                                       std::span<const OperationRecord> all);

/// Deletes the journals that are too old or too many, and takes their records out. Whatever cannot
/// go or is in use stays. Blocks; any thread.
void applyRetention(std::vector<OperationRecord> *records, const JournalRetention &retention);

/// Deletes one, by its path. Contention: another window or process uses it. Blocks; any thread.
[[nodiscard]] Result<void> deleteJournal(const QString &path);

} // namespace yardmaster
