#include "worker/cron/crontaboptions.h"

#include "worker/cron/crontimezone.h"
#include "worker/cron/querystring.h"
#include "worker/json/jsspace.h"
#include "worker/time/duration.h"

#include <algorithm>
#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

bool isAsciiLetter(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z');
}

bool isAsciiDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

bool isWhole(QStringView text)
{
    return !text.isEmpty() && std::ranges::all_of(text, isAsciiDigit);
}

/// Numbers too large for an int, which graphile-worker accepts and the database then refuses, are
/// clamped to the largest int.
int cut(QStringView digits)
{
    qint64 value = 0;
    for (const QChar digit : digits) {
        value = std::min<qint64>(std::numeric_limits<int>::max(),
                                 value * 10 + (digit.unicode() - u'0'));
    }
    return int(value);
}

class OptionParser
{
public:
    OptionParser(CrontabSpan place, int line, CrontabDialect dialect,
                 QList<CrontabProblem> *problems)
        : m_place(place)
        , m_line(line)
        , m_isExtended(dialect == CrontabDialect::Extended)
        , m_problems(problems)
    { }

    [[nodiscard]] CrontabOptions parse(QStringView text)
    {
        QStringList seen;
        for (const QueryPair &pair : parseQueryString(text)) {
            m_here = {m_place.column + int(pair.offset), int(pair.length)};
            const QString key = canonical(pair.key);
            if (seen.contains(key)) {
                refuse(u"the option '%1' is given twice"_s.arg(key), u"remove one of the two"_s);
                continue;
            }
            seen << key;
            option(key, pair);
        }
        return m_result;
    }

private:
    void refuse(const QString &message, const QString &hint)
    {
        m_problems->append({m_line, m_here.column, std::max(1, m_here.length), message, hint});
    }

    void badValue(const QueryPair &pair, const QString &hint)
    {
        refuse(pair.value.isEmpty()
                   ? u"the option '%1' has no value"_s.arg(pair.key)
                   : u"'%1' is not a value for the option '%2'"_s.arg(pair.value, pair.key),
               hint);
    }

    [[nodiscard]] QString canonical(const QString &key) const
    {
        if (m_isExtended && key == "job_key"_L1)
            return u"jobKey"_s;
        if (m_isExtended && key == "job_key_mode"_L1)
            return u"jobKeyMode"_s;
        return key;
    }

    void option(const QString &key, const QueryPair &pair)
    {
        const QString &value = pair.value;
        CronOptions &options = m_result.options;
        if (key == "id"_L1) {
            m_result.identifierPlace = m_here;
            if (isCrontabIdentifier(value))
                m_result.identifier = value;
            else
                badValue(pair, u"use letters, digits, _ and -, beginning with a letter or _"_s);
        } else if (key == "fill"_L1) {
            if (const auto period = parseDuration(value, DurationSyntax::Crontab))
                options.backfillPeriod = std::chrono::floor<std::chrono::milliseconds>(*period);
            else
                badValue(pair, u"use a period like 4w3d2h1m, of the units w, d, h, m, s"_s);
        } else if (key == "max"_L1) {
            if (isWhole(value))
                options.maxAttempts = cut(value);
            else
                badValue(pair, u"use a number of attempts, such as 5"_s);
        } else if (key == "queue"_L1) {
            queue(pair);
        } else if (key == "priority"_L1) {
            const bool isNegative = value.startsWith(u'-');
            const QStringView digits = QStringView(value).mid(isNegative ? 1 : 0);
            if (isWhole(digits))
                options.priority = isNegative ? -cut(digits) : cut(digits);
            else
                badValue(pair, u"use a whole number; lower runs first"_s);
        } else if (key == "jobKey"_L1) {
            const bool hasLineEnd = std::ranges::any_of(value, [](QChar c) {
                return c == u'\n' || c == u'\r' || c == QChar(0x2028) || c == QChar(0x2029);
            });
            if (hasLineEnd)
                badValue(pair, u"a key is one line"_s);
            else
                options.jobKey = value.isNull() ? u""_s : value;
        } else if (key == "jobKeyMode"_L1) {
            if (value == "replace"_L1 || value == "preserve_run_at"_L1)
                options.jobKeyMode = *parseJobKeyMode(value);
            else
                badValue(pair, u"use replace or preserve_run_at"_s);
        } else if (m_isExtended && key == "tz"_L1) {
            timeZone(pair);
        } else if (m_isExtended && key == "flags"_L1) {
            flags(pair);
        } else {
            unknown(pair);
        }
    }

    void queue(const QueryPair &pair)
    {
        const bool isName = !pair.value.isEmpty() && std::ranges::all_of(pair.value, [](QChar c) {
            return isAsciiLetter(c) || isAsciiDigit(c) || c == u'-' || c == u'_' || c == u':';
        });
        if (isName)
            m_result.options.queueName = pair.value;
        else
            badValue(pair, u"use letters, digits, -, _ and :"_s);
    }

    void timeZone(const QueryPair &pair)
    {
        // A plus sign in a query string is a space, and no zone has a space.
        const QByteArray name = QString(pair.value).replace(u' ', u'+').toUtf8();
        m_result.zone = cronTimeZone(name);
        if (m_result.zone.isValid())
            m_result.options.timeZone = name;
        else
            badValue(
                pair,
                u"use an IANA time zone, such as Europe/Paris; old names may be in a package of "
                "their own (tzdata-legacy)"_s);
    }

    void flags(const QueryPair &pair)
    {
        for (const QString &flag : pair.value.split(u',')) {
            const bool isFlag = !flag.isEmpty() && std::ranges::none_of(flag, [](QChar c) {
                return c <= u' ' || c == QChar(0x7f) || isJsSpace(c);
            });
            if (!isFlag) {
                badValue(pair, u"use a comma list of flags, such as flags=gpu,slow"_s);
                return;
            }
            if (!m_result.options.flags.contains(flag))
                m_result.options.flags << flag;
        }
    }

    void unknown(const QueryPair &pair)
    {
        QStringList known{u"id"_s,     u"fill"_s,       u"max"_s,     u"queue"_s,
                          u"jobKey"_s, u"jobKeyMode"_s, u"priority"_s};
        static const QStringList extensions{u"tz"_s, u"flags"_s, u"job_key"_s, u"job_key_mode"_s};
        if (extensions.contains(pair.key)) {
            refuse(u"the option '%1' is an extension"_s.arg(pair.key),
                   pair.key == "job_key"_L1            ? u"write jobKey"_s
                       : pair.key == "job_key_mode"_L1 ? u"write jobKeyMode"_s
                                                       : u"leave --strict out"_s);
            return;
        }
        for (const QString &name : known) {
            if (name.compare(pair.key, Qt::CaseInsensitive) == 0) {
                refuse(u"there is no option '%1'"_s.arg(pair.key), u"write %1"_s.arg(name));
                return;
            }
        }
        if (m_isExtended)
            known << u"tz"_s << u"flags"_s;
        refuse(u"there is no option '%1'"_s.arg(pair.key),
               u"the options are %1"_s.arg(known.join(", "_L1)));
    }

    CrontabSpan m_place;
    int m_line;
    bool m_isExtended;
    QList<CrontabProblem> *m_problems;
    CrontabSpan m_here;
    CrontabOptions m_result;
};

} // namespace

bool isCrontabIdentifier(QStringView text)
{
    return !text.isEmpty() && !isAsciiDigit(text.front()) && text.front() != u'-'
        && std::ranges::all_of(text, [](QChar c) {
               return isAsciiLetter(c) || isAsciiDigit(c) || c == u'_' || c == u'-';
           });
}

CrontabOptions CrontabOptions::parse(QStringView text, CrontabSpan place, int line,
                                     CrontabDialect dialect, QList<CrontabProblem> *problems)
{
    return OptionParser(place, line, dialect, problems).parse(text);
}

} // namespace yardmaster
