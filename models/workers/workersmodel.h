#pragma once

#include "models/tables/pasthourmodel.h"
#include "models/tables/trends.h"
#include "models/workers/workerrow.h"

namespace yardmaster {

/// The workers of a queue as rows, in the order they are given in. GUI thread.
class WorkersModel final : public PastHourModel<WorkerRow, &WorkerRow::id>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WorkersModel)

public:
    explicit WorkersModel(QObject *parent = nullptr);

    /// @param now  the server's clock.
    void setWorkers(const QList<WorkerRow> &workers, Timestamp now);

private:
    [[nodiscard]] QString age(const std::optional<Timestamp> &time) const;

    Timestamp m_now;
    Trends<QString> m_trends;
};

} // namespace yardmaster
