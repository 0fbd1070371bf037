#include <yardmaster/cronfields.h>

#include <algorithm>
#include <optional>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kBeyond = 1'000'000; ///< larger numbers are clamped to it: out of every range

struct FieldKind
{
    QString name;
    QString plural;
    int lowest;
    int highest;
    QStringList names{}; ///< of lowest, lowest + 1, …
};

const std::array<FieldKind, 5> &kinds()
{
    static const std::array<FieldKind, 5> table{{
        {u"minute"_s, u"minutes"_s, 0, 59},
        {u"hour"_s, u"hours"_s, 0, 23},
        {u"day of the month"_s, u"days of the month"_s, 1, 31},
        {u"month"_s,
         u"months"_s,
         1,
         12,
         {u"january"_s, u"february"_s, u"march"_s, u"april"_s, u"may"_s, u"june"_s, u"july"_s,
          u"august"_s, u"september"_s, u"october"_s, u"november"_s, u"december"_s}},
        {u"day of the week"_s,
         u"days of the week"_s,
         0,
         6,
         {u"sunday"_s, u"monday"_s, u"tuesday"_s, u"wednesday"_s, u"thursday"_s, u"friday"_s,
          u"saturday"_s}},
    }};
    return table;
}

bool isDigits(QStringView text)
{
    return !text.isEmpty()
        && std::ranges::all_of(text, [](QChar c) { return c >= u'0' && c <= u'9'; });
}

int numberOf(QStringView digits)
{
    int value = 0;
    for (const QChar digit : digits)
        value = std::min(kBeyond, value * 10 + (digit.unicode() - u'0'));
    return value;
}

/// Reads one field: a comma list of parts.
class FieldParser
{
public:
    FieldParser(const FieldKind &kind, CrontabDialect dialect, CrontabSpan place, int line,
                QList<CrontabProblem> *problems)
        : m_kind(kind)
        , m_isExtended(dialect == CrontabDialect::Extended)
        , m_place(place)
        , m_line(line)
        , m_problems(problems)
    { }

    [[nodiscard]] quint64 parse(QStringView text)
    {
        qsizetype begin = 0;
        while (begin <= text.size()) {
            qsizetype end = text.indexOf(u',', begin);
            if (end < 0)
                end = text.size();
            m_column = m_place.column + int(begin);
            part(text.mid(begin, end - begin));
            begin = end + 1;
        }
        return m_bits;
    }

private:
    void refuse(QStringView part, const QString &message, const QString &hint = {})
    {
        m_problems->append({m_line, m_column, std::max(1, int(part.size())), message, hint});
    }

    [[nodiscard]] QString range() const
    {
        return isWeekday()
            ? u"days of the week are 0 to 7; both 0 and 7 are Sunday"_s
            : u"%1 are %2 to %3"_s.arg(m_kind.plural).arg(m_kind.lowest).arg(m_kind.highest);
    }

    [[nodiscard]] bool isWeekday() const { return m_kind.highest == 6; }

    /// A number or a name. Sunday at the end of a range is 7.
    [[nodiscard]] std::optional<int> value(QStringView text, bool isRangeEnd = false) const
    {
        if (isDigits(text))
            return numberOf(text);
        if (!m_isExtended || text.size() < 3)
            return std::nullopt;
        for (qsizetype i = 0; i < m_kind.names.size(); ++i) {
            const QString &name = m_kind.names[i];
            if (text.compare(name, Qt::CaseInsensitive) == 0
                || text.compare(QStringView(name).left(3), Qt::CaseInsensitive) == 0)
                return isRangeEnd && isWeekday() && i == 0 ? 7 : int(i) + m_kind.lowest;
        }
        return std::nullopt;
    }

    /// @returns whether the number is in range.
    bool add(int number, QStringView part)
    {
        const int wrapped = isWeekday() && number == 7 ? 0 : number;
        if (wrapped < m_kind.lowest || wrapped > m_kind.highest) {
            refuse(part,
                   u"%1 is too %2 for the %3"_s.arg(
                       number >= kBeyond ? u"the number"_s : QString::number(number),
                       wrapped < m_kind.lowest ? u"small"_s : u"large"_s, m_kind.name),
                   range());
            return false;
        }
        m_bits |= quint64(1) << wrapped;
        return true;
    }

    void part(QStringView part)
    {
        if (part.isEmpty()) {
            refuse(part, u"a value is missing in the %1"_s.arg(m_kind.name),
                   u"remove the extra comma"_s);
            return;
        }
        const qsizetype slash = part.indexOf(u'/');
        const QStringView base = slash < 0 ? part : part.left(slash);
        int step = 1;
        if (slash >= 0) {
            const QStringView digits = part.mid(slash + 1);
            if (!isDigits(digits) || numberOf(digits) < 1) {
                refuse(part, u"the step in '%1' is not a whole number above zero"_s.arg(part),
                       u"write */2 for every second one"_s);
                return;
            }
            step = numberOf(digits);
        }
        if (base == u"*") {
            for (int i = m_kind.lowest; i <= m_kind.highest; i += step)
                m_bits |= quint64(1) << i;
            return;
        }
        if (slash < 0) {
            if (const auto single = value(base)) {
                add(*single, part);
                return;
            }
        }
        if (const qsizetype dash = base.indexOf(u'-'); dash > 0) {
            const auto from = value(base.left(dash));
            const auto to = value(base.mid(dash + 1), true);
            if (from && to) {
                span(part, *from, *to, slash >= 0 ? std::optional<int>(step) : std::nullopt);
                return;
            }
        }
        notUnderstood(part, base, slash >= 0);
    }

    void span(QStringView part, int from, int to, std::optional<int> step)
    {
        if (step && !m_isExtended) {
            refuse(part, u"steps of a range, as in '%1', are an extension"_s.arg(part),
                   u"list the values, or leave --strict out"_s);
            return;
        }
        if (to <= from) {
            refuse(part, u"the range '%1' does not end after its beginning"_s.arg(part),
                   to < from ? u"write two ranges, separated by a comma"_s
                             : u"write the value alone"_s);
            return;
        }
        for (int i = from; i <= to; i += step.value_or(1)) {
            if (!add(i, part))
                return;
        }
        // With a step, the end need not be reached, but must be valid.
        if (step && to > m_kind.highest + (isWeekday() ? 1 : 0))
            add(to, part);
    }

    void notUnderstood(QStringView part, QStringView base, bool hasStep)
    {
        const bool isName = std::ranges::any_of(base, [](QChar c) { return c.isLetter(); });
        QString hint = u"use a number, a range a-b, * or */n"_s;
        if (isName && !m_kind.names.isEmpty())
            hint = m_isExtended
                ? u"the names are %1 to %2"_s.arg(m_kind.names.first(), m_kind.names.last())
                : u"names are an extension; use the number, or leave --strict out"_s;
        else if (hasStep && isDigits(base))
            hint = u"a step goes with * or a range: %1-%2/…"_s.arg(base).arg(m_kind.highest);
        refuse(part, u"'%1' is not a %2"_s.arg(part, m_kind.name), hint);
    }

    const FieldKind &m_kind;
    bool m_isExtended;
    CrontabSpan m_place;
    int m_line;
    int m_column = 1;
    QList<CrontabProblem> *m_problems;
    quint64 m_bits = 0;
};

} // namespace

CronFields CronFields::parse(const std::array<QStringView, 5> &parts,
                             const std::array<CrontabSpan, 5> &places, int line,
                             CrontabDialect dialect, QList<CrontabProblem> *problems)
{
    std::array<quint64, 5> bits{};
    for (size_t i = 0; i < 5; ++i) {
        FieldParser parser(kinds()[i], dialect, places[i], line, problems);
        bits[i] = parser.parse(parts[i]);
    }
    CronFields fields;
    fields.minutes = bits[0];
    fields.hours = quint32(bits[1]);
    fields.days = quint32(bits[2]);
    fields.months = quint32(bits[3]);
    fields.weekdays = quint32(bits[4]);
    return fields;
}

} // namespace yardmaster
