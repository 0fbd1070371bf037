#include "models/operations/undoclaim.h"

#include "models/operations/undostate.h"
#include "models/query/operationtext.h"

#include <QDir>
#include <QFileInfo>

namespace yardmaster {

using namespace Qt::StringLiterals;

Result<OperationRecord> recordToUndo(const QString &folder, const OperationSpec &undo)
{
    auto source = OperationJournal::read(OperationJournal::pathIn(folder, undo.change.undone));
    if (!source)
        return source;
    if (source->undone && source->undone->operation != undo.id) {
        const QString path = OperationJournal::pathIn(folder, source->undone->operation);
        const auto other = OperationJournal::read(path);
        // A journal without a first line: nothing was sent. One that cannot be read says nothing.
        if (!other && QFile::exists(path) && other.error().kind != DbError::Kind::InvalidInput)
            return tl::make_unexpected(other.error());
        updateUndone(&*source, other ? &*other : nullptr);
    }
    if (source->undone)
        return source;
    const QFileInfoList files = QDir(folder).entryInfoList({u"*.ndjson"_s}, QDir::Files);
    for (const QFileInfo &file : files) {
        const auto header = OperationJournal::readHeader(file.filePath());
        if (!header || header->spec.change.undone != undo.change.undone
            || header->spec.id == undo.id)
            continue;
        auto old = OperationJournal::read(file.filePath());
        if (!old)
            return old;
        addOldUndo(&*source, *old);
    }
    return source;
}

Result<UndoClaim> UndoClaim::take(const QString &folder, const OperationSpec &undo)
{
    UndoClaim claim;
    claim.m_undo = undo.id;
    auto journal = OperationJournal::reopen(OperationJournal::pathIn(folder, undo.change.undone));
    if (!journal)
        return tl::make_unexpected(journal.error());
    claim.m_journal = *std::move(journal);
    auto source = recordToUndo(folder, undo);
    if (!source)
        return tl::make_unexpected(source.error());
    if (source->undone && source->undone->operation == undo.id)
        source->undone->state = OperationState::Cancelled; // its own note: it is being resumed
    if (auto can = undoOf(*source); !can)
        return tl::make_unexpected(can.error());
    if (source->inDoubt)
        return fail(DbError::Kind::InvalidInput,
                    OperationText::tr("finish or cancel the operation before you undo it"));
    claim.m_source = *std::move(source);
    return claim;
}

BatchPosition UndoClaim::begin() const
{
    return m_source.undone ? m_source.undone->position : BatchPosition();
}

Result<void> UndoClaim::note(OperationState state, BatchPosition position, qint64 jobs)
{
    const qint64 earlier = m_source.undone ? m_source.undone->jobs : 0;
    return m_journal->noteUndo({m_undo, state, position, earlier + jobs});
}

} // namespace yardmaster
