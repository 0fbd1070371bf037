#include "models/operations/changesource.h"

#include "models/operations/batchpace.h"
#include "models/operations/listedbatches.h"
#include "models/operations/operationconnection.h"
#include "models/operations/operationcontrol.h"
#include "models/operations/readahead.h"

#include <algorithm>
#include <limits>

namespace yardmaster {

ChangeSource::ChangeSource(QString folder, const OperationSpec &spec, OperationControl *control)
    : m_folder(std::move(folder))
    , m_spec(spec)
    , m_control(control)
    , m_change(spec)
    , m_largest(std::numeric_limits<int>::max())
{ }

ChangeSource::~ChangeSource() = default;

Result<BatchPosition> ChangeSource::open(const OperationConnection &, BatchPosition position)
{
    auto list = ScopeList::open(m_folder, m_spec.id, m_spec.scope.expected);
    if (!list)
        return tl::make_unexpected(list.error());
    m_batches = std::make_unique<ListedBatches>(m_spec, *std::move(list));
    return position;
}

int ChangeSource::sizeOf(const BatchPace &pace) const
{
    return std::min(pace.batchSize(), m_largest);
}

Result<std::optional<LockedBatch>> ChangeSource::next(OperationConnection &connection,
                                                      BatchPosition position, const BatchPace &pace)
{
    const int size = sizeOf(pace);
    openReadAhead(connection, position.index, size);
    if (m_ahead) {
        const CancellableStatement cancellable(m_control, m_ahead->session());
        if (auto ready = m_ahead->take(position.index, &connection))
            return planned(std::move(ready->batch), position.index, ready->size);
        if (m_control->isStopping())
            return fail(DbError::Kind::Cancelled, {});
    }
    if (auto begun = connection.begin(); !begun)
        return tl::make_unexpected(begun.error());
    const CancellableStatement cancellable(m_control, connection.session());
    return m_batches->next(connection.session(), position.index, size)
        .map([&](std::optional<LockedBatch> locked) {
            return locked ? std::optional(planned(*std::move(locked), position.index, size))
                          : std::nullopt;
        });
}

LockedBatch ChangeSource::planned(LockedBatch locked, qint64 position, int size)
{
    const auto taken = int(locked.batch.until.index - position);
    if (taken < size || m_largest < size * 2)
        m_largest = std::max(1, taken * 2);
    m_change.plan(&locked.batch, position);
    return locked;
}

/// Opens the second session, where one is worth it. No transaction may be open: connecting may take
/// longer than the server lets one idle.
void ChangeSource::openReadAhead(const OperationConnection &connection, qint64 position, int size)
{
    if (m_ahead && m_ahead->isLost())
        m_ahead.reset();
    const qint64 left = m_spec.scope.expected - position;
    if (m_ahead || m_isReadAheadRefused || m_spec.options.jobsPerSecond > 0 || left <= 2 * size)
        return;
    auto second = connection.openSecond();
    m_isReadAheadRefused = !second;
    if (second)
        m_ahead = std::make_unique<ReadAhead>(std::move(second), m_batches.get());
}

void ChangeSource::readAhead(BatchPosition position, const BatchPace &pace)
{
    if (m_ahead && !pace.isOneByOne() && position.index < m_spec.scope.expected)
        m_ahead->begin(position.index, sizeOf(pace));
}

void ChangeSource::dropReadAhead()
{
    m_ahead.reset();
}

Result<void> ChangeSource::apply(Session &session, const LockedBatch &locked) const
{
    return m_change.apply(session, locked);
}

QByteArray ChangeSource::statement() const
{
    return m_change.statement();
}

void ChangeSource::onOver(OperationState, const OperationRecord &)
{
    ScopeList::remove(m_folder, m_spec.id);
}

} // namespace yardmaster
