#pragma once

#include "models/operations/holds.h"
#include "models/queues/queuereading.h"
#include "models/tables/namedrowsmodel.h"

namespace yardmaster {

class HoldKeeper;

/// The named queues, each with its lock and what waits in it. GUI thread; never waits for the
/// database.
class QueuesModel final : public NamedRowsModel<QueueRow>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QueuesModel)

public:
    enum class Column { Lock, Queue, Ready, All, Oldest, Owner, Since, Job, Hold };
    static constexpr int kColumns = 9;

    explicit QueuesModel(QObject *parent = nullptr);
    ~QueuesModel() override;

    void setReading(const QueueReading &reading);
    /// @param keeper  borrowed; must outlive it. Null: nothing is held.
    void setKeeper(const HoldKeeper *keeper);
    [[nodiscard]] Timestamp now() const { return m_now; }

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] QVariant text(const QueueRow &row, Column column) const;
    [[nodiscard]] QVariant raw(const QueueRow &row, Column column) const;
    [[nodiscard]] QString toolTip(const QueueRow &row, Column column) const;

    const HoldKeeper *m_keeper = nullptr;
    Timestamp m_now;
};

/// The name, or what stands for a deleted queue.
[[nodiscard]] QString queueTitle(const QueueRow &row);

} // namespace yardmaster
