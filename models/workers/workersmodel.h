#pragma once

#include "models/tables/pasthour.h"
#include "models/tables/rowsmodel.h"
#include "models/tables/trends.h"
#include "models/workers/workerrow.h"

namespace yardmaster {

/// The workers of a queue as rows, in the order they are given in. GUI thread.
class WorkersModel final : public RowsModel<WorkerRow, &WorkerRow::id>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WorkersModel)

public:
    explicit WorkersModel(QObject *parent = nullptr);

    /// @param now  the server's clock.
    void setWorkers(const QList<WorkerRow> &workers, Timestamp now);
    /// Unset: the history, if there is one, may not be read.
    void setPastHours(std::optional<PastHours> hours);

private:
    [[nodiscard]] QString age(const std::optional<Timestamp> &time) const;

    Timestamp m_now;
    Trends<QString> m_trends;
    PastHourColumns m_pastHour;
};

} // namespace yardmaster
