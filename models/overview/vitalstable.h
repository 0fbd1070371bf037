#pragma once

#include "models/overview/vitals.h"
#include "models/tables/rowsmodel.h"

namespace yardmaster {

/// The readings that charts show, as rows; the newest on top. GUI thread.
class VitalsTable final : public RowsModel<Vitals, &Vitals::time>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(VitalsTable)

public:
    explicit VitalsTable(QObject *parent = nullptr);

    /// Readings, the oldest first.
    void setReadings(const QList<Vitals> &readings);
    void clear();
};

} // namespace yardmaster
