#pragma once

#include "models/tables/pasthour.h"
#include "models/tables/rowsmodel.h"

namespace yardmaster {

/// A RowsModel that also shows what each of its rows did in the past hour. The subclass puts
/// m_pastHour.columns() among its own. GUI thread.
template <typename Row, auto keyOf> class PastHourModel : public RowsModel<Row, keyOf>
{
public:
    using RowsModel<Row, keyOf>::RowsModel;

    /// Unset: the history, if there is one, may not be read.
    void setPastHours(std::optional<PastHours> hours)
    {
        if (m_pastHour.set(std::move(hours)))
            this->tellHidden();
        this->tellVolatile();
    }

protected:
    PastHourColumns m_pastHour;
};

} // namespace yardmaster
