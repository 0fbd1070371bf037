#include "worker/time/duration.h"

#include <QStringList>

#include <algorithm>
#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Microseconds = std::chrono::microseconds;

struct Unit
{
    QLatin1StringView name;
    QLatin1StringView words; ///< between spaces
    Microseconds length;
};

constexpr std::array kUnits{Unit{"ms"_L1, " msec msecs "_L1, 1ms},
                            Unit{"s"_L1, " sec secs second seconds "_L1, 1s},
                            Unit{"m"_L1, " min mins minute minutes "_L1, 1min},
                            Unit{"h"_L1, " hr hrs hour hours "_L1, 1h},
                            Unit{"d"_L1, " day days "_L1, 24h},
                            Unit{"w"_L1, " week weeks "_L1, 24h * 7}};

struct Rules
{
    Microseconds longest;
    Microseconds smallestUnit = 1ms;
    Microseconds largestUnit = 24h * 7;
    bool isOnePart = false; ///< whose unit may be missing
    bool isRelaxed = false; ///< fractions, words, capitals
    bool hasSpaces = false; ///< and a sign
    bool isCut = false;     ///< what is longer than `longest`
};

constexpr Microseconds kYear = 24h * 365;
constexpr std::array kRules{
    Rules{.longest = kYear * 1000, .largestUnit = 24h, .isOnePart = true},
    Rules{.longest = 24h * 100'000'000, .smallestUnit = 1s, .isCut = true},
    Rules{.longest = kYear * 1000, .isRelaxed = true},
    Rules{.longest = 24h * 36525, .isRelaxed = true, .hasSpaces = true},
};

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

class Parser final
{
public:
    Parser(QStringView text, const Rules &rules)
        : m_text(text)
        , m_rules(rules)
    { }

    std::optional<Microseconds> parse()
    {
        do {
            const auto part = this->part();
            if (!part || (*part > m_rules.longest - m_total && !m_rules.isCut))
                return std::nullopt;
            m_total += std::min(*part, m_rules.longest - m_total);
            skipSpaces();
        } while (m_at < m_text.size() && !m_rules.isOnePart);
        return m_at == m_text.size() ? std::optional(m_total) : std::nullopt;
    }

private:
    std::optional<Microseconds> part()
    {
        skipSpaces();
        const QStringView whole = takeWhile(isDigit);
        QStringView fraction;
        if (m_rules.isRelaxed && m_text.sliced(m_at).startsWith(u'.')) {
            ++m_at;
            fraction = takeWhile(isDigit);
            if (fraction.isEmpty() || fraction.size() > 6)
                return std::nullopt;
        }
        skipSpaces();
        const auto unit = this->unit();
        if (whole.isEmpty() || !unit)
            return std::nullopt;
        const qint64 most = m_rules.longest / *unit + 1;
        qint64 count = 0;
        for (const QChar digit : whole)
            count = std::min(most, count * 10 + (digit.unicode() - u'0'));
        if (count == most)
            return Microseconds::max();
        qint64 scale = 1;
        for (qsizetype i = 0; i < fraction.size(); ++i)
            scale *= 10;
        return count * *unit + (fraction.toLongLong() * *unit + Microseconds(scale / 2)) / scale;
    }

    std::optional<Microseconds> unit()
    {
        const QStringView word = takeWhile([](QChar c) { return c >= u'a' && c <= u'z'; });
        if (word.isEmpty() && m_rules.isOnePart)
            return kUnits.front().length;
        for (const Unit &unit : kUnits) {
            const bool isIt = word == unit.name
                || (m_rules.isRelaxed && unit.words.contains(u" %1 "_s.arg(word)));
            if (isIt && unit.length >= m_rules.smallestUnit && unit.length <= m_rules.largestUnit)
                return unit.length;
        }
        return std::nullopt;
    }

    template <typename Accepts> QStringView takeWhile(Accepts accepts)
    {
        const qsizetype begin = m_at;
        while (m_at < m_text.size() && accepts(m_text[m_at]))
            ++m_at;
        return m_text.sliced(begin, m_at - begin);
    }

    void skipSpaces()
    {
        if (m_rules.hasSpaces)
            takeWhile([](QChar c) { return c.isSpace(); });
    }

    const QStringView m_text;
    const Rules &m_rules;
    qsizetype m_at = 0;
    Microseconds m_total{0};
};

} // namespace

std::optional<Microseconds> parseDuration(QStringView text, DurationSyntax syntax)
{
    const Rules &rules = kRules[size_t(syntax)];
    QString folded = text.toString();
    if (rules.isRelaxed)
        folded = std::move(folded).toLower();
    if (!rules.hasSpaces)
        return Parser(folded, rules).parse();
    folded = std::move(folded).trimmed();
    const bool isNegative = folded.startsWith(u'-');
    const bool isSigned = isNegative || folded.startsWith(u'+');
    const auto span = Parser(QStringView(folded).sliced(isSigned ? 1 : 0), rules).parse();
    return span && isNegative ? -*span : span;
}

QString durationText(Microseconds duration)
{
    const double ms = double(duration.count()) / 1000.0;
    if (ms < 10)
        return u"%1 ms"_s.arg(ms, 0, 'f', 1);
    if (ms < 1000)
        return u"%1 ms"_s.arg(ms, 0, 'f', 0);
    if (ms < 60000)
        return u"%1 s"_s.arg(ms / 1000, 0, 'f', 1);
    if (duration < 1h)
        return u"%1 min %2 s"_s.arg(duration / 1min).arg(duration % 1min / 1s);
    return u"%1 h %2 min"_s.arg(duration / 1h).arg(duration % 1h / 1min);
}

QString typedDuration(std::chrono::seconds duration)
{
    if (duration <= 0s)
        return u"0 s"_s;
    QStringList parts;
    const auto take = [&parts, &duration](std::chrono::seconds unit, const QString &name) {
        if (const auto whole = duration / unit; whole > 0)
            parts << QString::number(whole) + u' ' + name;
        duration %= unit;
    };
    take(24h, u"d"_s);
    take(1h, u"h"_s);
    take(1min, u"min"_s);
    take(1s, u"s"_s);
    return parts.join(u' ');
}

} // namespace yardmaster
