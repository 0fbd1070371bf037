#pragma once

#include "models/overview/vitals.h"

namespace yardmaster {

/// Past readings, the oldest first, without their lists. Those of the last quarter of an hour are
/// all there; earlier ones are thinned out evenly, ever more, so that as many days as one likes fit
/// into kMost of them. A value.
class VitalsHistory final
{
public:
    static constexpr qsizetype kMost = 2400;
    static constexpr std::chrono::minutes kAll{15};

    void add(Vitals reading);

    [[nodiscard]] const QList<Vitals> &readings() const { return m_readings; }
    /// Those of the last `span`, and the one before them, where a line through them comes from.
    [[nodiscard]] QList<Vitals> since(std::chrono::milliseconds span) const;

private:
    void thinOut();

    QList<Vitals> m_readings;
    std::chrono::milliseconds m_spacing{4000}; // between thinned out ones
};

} // namespace yardmaster
