#include "models/operations/undopreview.h"

#include "models/operations/undobatches.h"
#include "models/operations/undoclaim.h"
#include <yardmaster/session.h>

#include <QHash>

#include <algorithm>
#include <functional>

namespace yardmaster {

namespace {

/// Looks at the jobs of an undo as it will find them; what that locks is unlocked again.
/// @returns the ids of those that will be put back.
Result<QList<qint64>> addUndoneJobs(Session &session, const OperationSpec &spec,
                                    const OperationRecord &source, qint64 cap,
                                    OperationPreview *preview)
{
    const auto transaction = Transaction::begin(session);
    if (!transaction)
        return tl::make_unexpected(transaction.error());
    const UndoBatches undo(spec, source);
    QList<qint64> ids;
    QHash<QString, qint64> skipped;
    BatchPosition position = source.undone ? source.undone->position : BatchPosition();
    for (;; position = {position.index + 1, 0}) {
        if (cap > 0 && preview->jobs >= cap) {
            preview->isCapped = position.index < std::ssize(source.committed);
            break;
        }
        auto batch = undo.preview(session, position);
        if (!batch)
            return tl::make_unexpected(batch.error());
        if (!*batch)
            break;
        for (const JobImage &job : (*batch)->jobs)
            ids << job.id;
        for (const OperationBatch::Skip &skip : (*batch)->skipped)
            ++skipped[skip.reason];
        preview->vanished += qint64((*batch)->vanished.size());
        preview->jobs += (*batch)->seen() - qint64((*batch)->vanished.size());
    }
    for (auto it = skipped.cbegin(); it != skipped.cend(); ++it)
        preview->skipped << OperationPreview::Share{it.key(), it.value()};
    std::ranges::sort(preview->skipped, std::greater{}, &OperationPreview::Share::jobs);
    return ids;
}

} // namespace

Result<OperationPreview> previewUndo(Session &session, OperationSpec spec, const QString &folder,
                                     qint64 cap)
{
    if (auto fine = spec.validate(); !fine)
        return tl::make_unexpected(fine.error());
    auto source = recordToUndo(folder, spec);
    if (!source)
        return tl::make_unexpected(source.error());
    const auto server = identityOf(session, spec.schema);
    if (!server)
        return tl::make_unexpected(server.error());
    spec.server = *server;
    OperationPreview preview;
    preview.isServerUncertain = compare(source->origin.server, *server) == ServerMatch::Perhaps;
    auto found = addUndoneJobs(session, spec, *source, cap, &preview);
    if (!found)
        return tl::make_unexpected(found.error());
    if (source->spec.change.undoing() == Undoing::Exact && !found->isEmpty()) {
        OperationPreview those;
        those.spec.schema = spec.schema;
        those.spec.scope.ids = *std::move(found);
        const auto counted = countScope(session, &those.spec, [](auto) { return Result<void>(); });
        if (!counted)
            return tl::make_unexpected(counted.error());
        if (auto looked = showJobs(session, *counted, &those); !looked)
            return tl::make_unexpected(looked.error());
        preview.tasks = those.tasks;
        preview.states = those.states;
        preview.queues = those.queues;
        preview.samples = those.samples;
    }
    preview.sql = "-- as they were before, from the journal of the operation\n";
    if (!preview.isCapped)
        spec.scope.expected = preview.jobs + preview.vanished;
    preview.spec = std::move(spec);
    return preview;
}

} // namespace yardmaster
