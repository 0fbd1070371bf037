#pragma once

#include "models/operations/operationrecord.h"

#include <QHash>

namespace yardmaster {

enum class HoldKind { Queue, Task };

/// What can be held: a queue or a task. A value.
struct HoldSubject
{
    HoldKind kind = HoldKind::Queue;
    QString name;

    [[nodiscard]] bool operator==(const HoldSubject &) const = default;
};

/// A hold everywhere, which is nothing but a recorded operation: the waiting jobs of a queue or of
/// a task were put off by a hundred years, and undoing it puts them back. A value.
struct RecordedHold
{
    HoldSubject subject;
    OperationRecord record; ///< of the operation to undo

    [[nodiscard]] bool isUnfinished() const { return record.state == OperationState::Unfinished; }
};

/// The waiting jobs of `subject` that are not put off already.
[[nodiscard]] QString holdFilter(const HoldSubject &subject);
/// All jobs of it.
[[nodiscard]] QString subjectFilter(const HoldSubject &subject);
/// Puts jobs off so far that it can be nothing else.
[[nodiscard]] OperationChange holdChange(Timestamp now);
/// What an operation holds; nullopt: it is no hold.
[[nodiscard]] std::optional<HoldSubject> heldBy(const OperationSpec &spec, Timestamp begunAt);

/// Finds the holds among the journals of a folder. Looks into a journal once, as far as it is about
/// something else, however long it is; those of holds again when they have grown. One thread at a
/// time; blocks.
class HoldSearch final
{
public:
    explicit HoldSearch(QString folder);

    /// Those in force on this queue, the newest first. An undo that did not end leaves its hold in
    /// force: what it had not come to is still put off.
    [[nodiscard]] QList<RecordedHold> find(const QString &schema, const QString &connection);

private:
    struct Journal
    {
        qint64 size = 0;
        bool isConcerned = false; ///< a hold, or an undo
        OperationRecord record;
    };

    const QString m_folder;
    QHash<QString, Journal> m_journals; // by file name
};

} // namespace yardmaster
