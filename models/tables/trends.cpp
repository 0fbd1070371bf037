#include "models/tables/trends.h"

#include "models/values/format.h"

#include <QCoreApplication>
#include <QStringList>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct TrendText
{
    Q_DECLARE_TR_FUNCTIONS(Trend)
};

} // namespace

QString trendText(const Trend &trend)
{
    if (trend.samples.isEmpty())
        return {};
    QStringList parts;
    const auto add = [&](const QString &pattern, qint64 Trend::Sample::*number) {
        const qint64 first = trend.samples.first().*number;
        const qint64 last = trend.samples.last().*number;
        if (first >= 0 && last >= 0)
            parts << pattern.arg(formatNumber(first), formatNumber(last));
    };
    add(TrendText::tr("due %1 → %2"), &Trend::Sample::ready);
    add(TrendText::tr("locked %1 → %2"), &Trend::Sample::running);
    add(TrendText::tr("failed for good %1 → %2"), &Trend::Sample::failed);
    return parts.join(u", "_s);
}

} // namespace yardmaster
