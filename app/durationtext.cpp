#include "app/durationtext.h"

#include <QHash>
#include <QRegularExpression>

namespace yardmaster {

using namespace Qt::StringLiterals;

std::optional<std::chrono::milliseconds> parseDuration(const QString &text)
{
    static const QRegularExpression form(u"^(\\d{1,12})(ms|s|m|h|d)?$"_s);
    static const QHash<QString, qint64> units{
        {QString(), 1},   {u"ms"_s, 1},        {u"s"_s, 1000},
        {u"m"_s, 60'000}, {u"h"_s, 3'600'000}, {u"d"_s, 86'400'000},
    };
    const QRegularExpressionMatch match = form.match(text.trimmed());
    if (!match.hasMatch())
        return std::nullopt;
    const qint64 unit = units.value(match.captured(2));
    return std::chrono::milliseconds(match.captured(1).toLongLong() * unit);
}

} // namespace yardmaster
