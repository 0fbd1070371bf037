#include "worker/cron/crontabline.h"

#include "worker/cron/crontaboptions.h"
#include "worker/json/json5.h"
#include "worker/json/jsspace.h"

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

bool isTaskStart(QChar c)
{
    return c == u'_' || (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z');
}

bool isTaskPart(QChar c)
{
    return isTaskStart(c) || (c >= u'0' && c <= u'9') || c == u':' || c == u'/' || c == u'-';
}

bool isTaskName(QStringView text)
{
    return !text.isEmpty() && isTaskStart(text.front()) && std::ranges::all_of(text, &isTaskPart);
}

bool isLineEnd(QChar c)
{
    return c == u'\n' || c == u'\r' || c == QChar(0x2028) || c == QChar(0x2029);
}

class LineParser
{
public:
    LineParser(QStringView line, int number, CrontabDialect dialect,
               QList<CrontabProblem> *problems)
        : m_line(line)
        , m_end(line.size())
        , m_number(number)
        , m_dialect(dialect)
        , m_problems(problems)
    {
        while (m_end > 0 && isJsSpace(line[m_end - 1]))
            --m_end;
    }

    [[nodiscard]] std::optional<CrontabEntry> parse()
    {
        skipSpace();
        if (m_at == m_end || m_line[m_at] == u'#')
            return std::nullopt;
        const qsizetype before = m_problems->size();
        CrontabEntry entry;
        entry.line = m_number;
        const auto fields = schedule(&entry);
        if (!fields)
            return std::nullopt; // the rest cannot be parsed
        const QTimeZone zone = command(&entry);
        if (m_problems->size() > before)
            return std::nullopt;
        entry.schedule = CronSchedule(*fields, zone);
        return entry;
    }

private:
    void skipSpace()
    {
        while (m_at < m_end && isJsSpace(m_line[m_at]))
            ++m_at;
    }

    QStringView word()
    {
        const qsizetype begin = m_at;
        while (m_at < m_end && !isJsSpace(m_line[m_at]))
            ++m_at;
        return m_line.mid(begin, m_at - begin);
    }

    [[nodiscard]] CrontabSpan spanOf(QStringView part) const
    {
        return {int(part.begin() - m_line.begin()) + 1, int(part.size())};
    }

    void refuse(CrontabSpan place, const QString &message, const QString &hint = {})
    {
        m_problems->append({m_number, place.column, std::max(1, place.length), message, hint});
    }

    /// @returns nullopt if there are not five fields.
    std::optional<CronFields> schedule(CrontabEntry *entry)
    {
        std::array<QStringView, 5> parts;
        for (size_t i = 0; i < 5; ++i) {
            parts[i] = word();
            entry->fields[i] = spanOf(parts[i]);
            skipSpace();
            // The name of a day or month is no task; the field parser checks it.
            if (parts[i].isEmpty() || parts[i].front() == u'@'
                || (isTaskName(parts[i]) && (i < 3 || !isDayOrMonth(parts[i])))) {
                tooFew(int(i), parts[i]);
                return std::nullopt;
            }
        }
        m_schedule = parts;
        return CronFields::parse(parts, entry->fields, m_number, m_dialect, m_problems);
    }

    static bool isDayOrMonth(QStringView text)
    {
        static const QStringList names{u"jan"_s, u"feb"_s, u"mar"_s, u"apr"_s, u"may"_s,
                                       u"jun"_s, u"jul"_s, u"aug"_s, u"sep"_s, u"oct"_s,
                                       u"nov"_s, u"dec"_s, u"mon"_s, u"tue"_s, u"wed"_s,
                                       u"thu"_s, u"fri"_s, u"sat"_s, u"sun"_s};
        return names.contains(text.left(3).toString(), Qt::CaseInsensitive);
    }

    void tooFew(int count, QStringView found)
    {
        if (!found.isEmpty() && found.front() == u'@') {
            refuse(spanOf(found), u"'%1' is not valid"_s.arg(found),
                   u"write five fields, for a day at midnight: 0 0 * * *"_s);
            return;
        }
        const CrontabSpan place = found.isEmpty() ? CrontabSpan{int(m_end) + 1, 1} : spanOf(found);
        refuse(place,
               found.isEmpty()
                   ? u"the line ends after %1 of five fields"_s.arg(count)
                   : u"the task '%1' comes after %2 of five fields"_s.arg(found).arg(count),
               u"minute, hour, day of the month, month, day of the week, then the task"_s);
    }

    /// Task, options, payload. @returns the time zone of the options.
    QTimeZone command(CrontabEntry *entry)
    {
        if (m_at == m_end) {
            refuse({int(m_end) + 1, 1}, u"the task is missing"_s,
                   u"write the name of a task after the five fields"_s);
            return {};
        }
        const QStringView rest = m_line.mid(m_at, m_end - m_at);
        if (const auto lineEnd = std::ranges::find_if(rest, &isLineEnd); lineEnd != rest.end()) {
            refuse({int(lineEnd - m_line.begin()) + 1, 1},
                   u"there is a line separator within the line"_s,
                   u"end lines with a line feed, with or without a carriage return"_s);
            return {};
        }
        task(entry);
        skipSpace();
        QTimeZone zone;
        if (m_at < m_end && m_line[m_at] == u'?')
            zone = options(entry);
        skipSpace();
        if (m_at < m_end)
            payload(entry);
        if (entry->item.identifier.isEmpty())
            entry->item.identifier = entry->item.task;
        entry->item.schedule = m_line
                                   .mid(m_schedule.front().begin() - m_line.begin(),
                                        m_schedule.back().end() - m_schedule.front().begin())
                                   .toString();
        return zone;
    }

    void task(CrontabEntry *entry)
    {
        const QStringView name = word();
        entry->task = spanOf(name);
        entry->item.task = name.toString();
        if (isTaskName(name))
            return;
        const auto wrong = std::ranges::find_if_not(name, &isTaskPart);
        QString hint = u"use letters, digits and _ : / -, beginning with a letter or _"_s;
        if (wrong != name.begin() && wrong != name.end() && (*wrong == u'?' || *wrong == u'{'))
            hint = u"put a space before %1"_s.arg(*wrong);
        else if (wrong == name.begin() && (*wrong == u'?' || *wrong == u'{'))
            hint = u"write the task's name before its options and payload"_s;
        refuse(entry->task, u"'%1' is not the name of a task"_s.arg(name), hint);
    }

    QTimeZone options(CrontabEntry *entry)
    {
        const QStringView text = word().mid(1);
        entry->options = spanOf(text);
        if (text.isEmpty()) {
            refuse({entry->options.column - 1, 1}, u"there are no options after the ?"_s,
                   u"write ?id=name without a space, or remove the question mark"_s);
            return {};
        }
        CrontabOptions parsed
            = CrontabOptions::parse(text, entry->options, m_number, m_dialect, m_problems);
        entry->item.options = parsed.options;
        entry->item.identifier = parsed.identifier;
        return parsed.zone;
    }

    void payload(CrontabEntry *entry)
    {
        const QStringView text = m_line.mid(m_at, m_end - m_at);
        entry->payload = spanOf(text);
        if (text.front() != u'{') {
            const QStringView junk = word();
            refuse(spanOf(junk), u"'%1' is unexpected"_s.arg(junk),
                   u"after the task there may be ?options, then a {payload}"_s);
            return;
        }
        auto json = json5ToJson(text);
        if (!json) {
            const Json5Error &error = json.error();
            refuse({entry->payload.column + int(error.offset), int(error.length)}, error.message,
                   error.hint);
        } else if (text.back() != u'}') {
            refuse({int(m_end), 1}, u"the payload does not end the line"_s,
                   u"move the comment into the braces or to a line of its own"_s);
        } else {
            entry->item.payload = *std::move(json);
        }
    }

    QStringView m_line;
    qsizetype m_at = 0;
    qsizetype m_end;
    int m_number;
    CrontabDialect m_dialect;
    QList<CrontabProblem> *m_problems;
    std::array<QStringView, 5> m_schedule;
};

} // namespace

std::optional<CrontabEntry> parseCrontabLine(QStringView line, int number, CrontabDialect dialect,
                                             QList<CrontabProblem> *problems)
{
    return LineParser(line, number, dialect, problems).parse();
}

} // namespace yardmaster
