#pragma once

#include "models/queues/queuesnapshot.h"
#include "models/tables/pasthourmodel.h"
#include "models/tables/trends.h"

namespace yardmaster {

class HoldTracker;

/// The named queues, each with its lock and what waits in it. GUI thread; never waits for the
/// database.
class QueuesModel final : public PastHourModel<QueueRow, &QueueRow::id>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QueuesModel)

public:
    explicit QueuesModel(QObject *parent = nullptr);
    ~QueuesModel() override;

    void setReading(const QueueSnapshot &reading);
    /// @param holdTracker  borrowed; must outlive it. Null: nothing is held.
    void setHoldTracker(const HoldTracker *holdTracker);

private:
    [[nodiscard]] QString age(const std::optional<Timestamp> &time) const;

    const HoldTracker *m_holdTracker = nullptr;
    Timestamp m_now;
    Trends<qint64> m_trends;
};

/// The name, or what stands for a deleted queue.
[[nodiscard]] QString queueTitle(const QueueRow &row);

} // namespace yardmaster
