#include <yardmaster/timestamp.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

QString postgresText(Timestamp time)
{
    if (time == Timestamp::max())
        return u"infinity"_s;
    if (time == Timestamp::min())
        return u"-infinity"_s;
    const auto whole = std::chrono::floor<std::chrono::seconds>(time);
    const auto rest = qint64((time - whole).count());
    const QString text = dateTime(whole).toString(u"yyyy-MM-ddTHH:mm:ss"_s);
    return u"%1.%2Z"_s.arg(text).arg(rest, 6, 10, QLatin1Char('0'));
}

} // namespace yardmaster
