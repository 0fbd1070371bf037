#include "models/operations/undostate.h"

#include "models/query/operationtext.h"

#include <algorithm>

namespace yardmaster {

namespace {

OperationRecord::Undone undoneBy(const OperationRecord &undo)
{
    // A batch in doubt may have been committed: no other undo may begin before that is known.
    const OperationState state = undo.inDoubt ? OperationState::Unfinished : undo.state;
    return {undo.spec.id, state, undo.position, undo.totals.changed};
}

} // namespace

Result<OperationSpec> undoOf(const OperationRecord &record)
{
    const auto refused = [](const QString &why) { return fail(DbError::Kind::InvalidInput, why); };
    if (record.spec.change.kind == OperationKind::Undo)
        return refused(
            OperationText::tr("an undo cannot be undone; carry out the operation again"));
    if (record.spec.change.undoing() == Undoing::Never)
        return refused(OperationText::tr("this operation cannot be undone"));
    if (record.isDamaged)
        return refused(OperationText::tr("its journal is damaged: %1").arg(record.path));
    if (record.state == OperationState::Unfinished)
        return refused(OperationText::tr("finish or cancel the operation before you undo it"));
    if (record.undone && record.undone->state == OperationState::Finished)
        return refused(OperationText::tr("it has been undone"));
    if (record.undone && record.undone->state == OperationState::Unfinished)
        return refused(
            OperationText::tr("an undo of it was started and is not finished; resume that one"));
    OperationSpec spec;
    spec.schema = record.spec.schema;
    spec.change.kind = OperationKind::Undo;
    spec.change.undone = record.spec.id;
    spec.scope.expected = record.totals.changed - (record.undone ? record.undone->jobs : 0);
    return spec;
}

void addOldUndo(OperationRecord *record, const OperationRecord &undo)
{
    record->undone = undoneBy(undo);
    record->isDamaged = record->isDamaged || undo.isDamaged;
}

void updateUndone(OperationRecord *record, const OperationRecord *undo)
{
    if (!record->undone || record->undone->state != OperationState::Unfinished)
        return;
    if (!undo) {
        record->undone->state = OperationState::Cancelled;
        return;
    }
    record->isDamaged = record->isDamaged || undo->isDamaged;
    const OperationRecord::Undone done = undoneBy(*undo);
    record->undone->state = done.state;
    record->undone->position = std::max(record->undone->position, done.position);
    record->undone->jobs += done.jobs;
}

} // namespace yardmaster
