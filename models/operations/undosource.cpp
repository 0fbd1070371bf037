#include "models/operations/undosource.h"

#include "models/operations/batchpace.h"
#include "models/operations/operationconnection.h"
#include "models/operations/operationcontrol.h"

#include <algorithm>
#include <limits>

namespace yardmaster {

UndoSource::UndoSource(QString folder, const OperationSpec &undo, OperationControl *control)
    : m_folder(std::move(folder))
    , m_undo(undo)
    , m_control(control)
{ }

Result<BatchPosition> UndoSource::open(const OperationConnection &connection,
                                       BatchPosition position)
{
    auto claim = UndoClaim::take(m_folder, m_undo);
    if (!claim)
        return tl::make_unexpected(claim.error());
    if (auto same = connection.checkServerOf(claim->source()); !same)
        return tl::make_unexpected(same.error());
    const BatchPosition begin = std::max(position, claim->begin());
    m_batches.emplace(m_undo, claim->source());
    m_claim.emplace(*std::move(claim));
    return m_claim->note(OperationState::Unfinished, begin, 0).map([begin] { return begin; });
}

Result<std::optional<LockedBatch>> UndoSource::next(OperationConnection &connection,
                                                    BatchPosition position, const BatchPace &pace)
{
    if (auto begun = connection.begin(); !begun)
        return tl::make_unexpected(begun.error());
    const CancellableStatement cancellable(m_control, connection.session());
    return m_batches->next(connection.session(), position,
                           pace.isOneByOne() ? 1 : std::numeric_limits<qint64>::max());
}

Result<void> UndoSource::apply(Session &session, const LockedBatch &locked) const
{
    return m_batches->apply(session, locked);
}

QByteArray UndoSource::statement() const
{
    return "update or insert _private_jobs as they were before";
}

void UndoSource::onOver(OperationState state, const OperationRecord &record)
{
    if (m_claim) // where this cannot be written, the journal of the undo says it
        (void)m_claim->note(state, record.position, record.totals.changed);
}

} // namespace yardmaster
