#include "worker/json/json5identifier.h"

#include <algorithm>
#include <limits>

namespace yardmaster {

namespace {

/// The json5 package knows the letters of Unicode 10; to it, newer ones are not letters.
bool isKnown(char32_t c)
{
    const auto version = QChar::unicodeVersion(c);
    return version != QChar::Unicode_Unassigned && version <= QChar::Unicode_10_0;
}

} // namespace

bool isJson5IdentifierStart(char32_t c)
{
    switch (QChar::category(c)) {
    case QChar::Letter_Uppercase:
    case QChar::Letter_Lowercase:
    case QChar::Letter_Titlecase:
    case QChar::Letter_Modifier:
    case QChar::Letter_Other:
    case QChar::Number_Letter:
        return isKnown(c) && c != 0x1cf2 && c != 0x1cf3; // which became letters later
    default:
        return c == U'$' || c == U'_';
    }
}

bool isJson5IdentifierPart(char32_t c)
{
    if (isJson5IdentifierStart(c) || c == 0x200c || c == 0x200d || c == 0x1cf2 || c == 0x1cf3)
        return true;
    switch (QChar::category(c)) {
    case QChar::Mark_NonSpacing:
    case QChar::Mark_SpacingCombining:
    case QChar::Number_DecimalDigit:
    case QChar::Punctuation_Connector:
        return isKnown(c) && c != 0x111c9; // punctuation then
    default:
        return false;
    }
}

std::optional<quint32> jsArrayIndex(const QString &key)
{
    if (key.isEmpty() || key.size() > 10 || (key.size() > 1 && key[0] == u'0')
        || !std::ranges::all_of(key, [](QChar c) { return c >= u'0' && c <= u'9'; }))
        return std::nullopt;
    const quint64 number = key.toULongLong();
    return number < std::numeric_limits<quint32>::max() ? std::optional(quint32(number))
                                                        : std::nullopt;
}

} // namespace yardmaster
