#include "models/values/moment.h"

#include "models/values/format.h"

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct MomentText
{
    Q_DECLARE_TR_FUNCTIONS(Moment)
};

} // namespace

QString formatRelative(Timestamp time, Timestamp now)
{
    if (!isFinite(time))
        return time == Timestamp::max() ? MomentText::tr("never") : MomentText::tr("always");
    const auto until = std::chrono::floor<std::chrono::milliseconds>(time - now);
    return time > now ? formatUntil(until) : formatAge(-until);
}

QString formatMoment(Timestamp time, Timestamp now)
{
    if (!isFinite(time))
        return time == Timestamp::max() ? MomentText::tr("never (infinity)")
                                        : MomentText::tr("always (-infinity)");
    return u"%1, %2"_s.arg(formatRelative(time, now), formatInstant(dateTime(time)));
}

} // namespace yardmaster
