#include "models/cron/cronhelp.h"

#include <yardmaster/cronfields.h>

#include <QCoreApplication>

#include <array>
#include <bit>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct CronHelpText
{
    Q_DECLARE_TR_FUNCTIONS(CronHelp)
};

constexpr int kNamedNumbers = 24;

QString numbersText(quint64 bits)
{
    QStringList numbers;
    const int count = std::popcount(bits);
    for (; bits != 0 && numbers.size() < kNamedNumbers; bits &= bits - 1)
        numbers << QString::number(std::countr_zero(bits));
    const QString text = numbers.join(u", "_s);
    return count > kNamedNumbers ? text + u", …"_s : text;
}

/// What one field says: the numbers it stands for.
QString fieldValue(QStringView text, size_t field, CrontabDialect dialect)
{
    std::array<QStringView, 5> parts;
    parts.fill(u"*");
    parts[field] = text;
    QList<CrontabProblem> problems;
    const CronFields fields = CronFields::parse(parts, {}, 1, dialect, &problems);
    if (!problems.isEmpty() || text == u"*")
        return {};
    const std::array<quint64, 5> bits{fields.minutes, fields.hours, fields.days, fields.months,
                                      fields.weekdays};
    return numbersText(bits[field]);
}

CronHelp fieldHelp(CronPart part, CrontabDialect dialect)
{
    const bool hasNames = dialect == CrontabDialect::Extended;
    switch (part) {
    case CronPart::Minute:
        return {CronHelpText::tr("Minute"),
                CronHelpText::tr("0 to 59"),
                CronHelpText::tr("* is every minute, */15 every quarter of an hour."),
                {}};
    case CronPart::Hour:
        return {CronHelpText::tr("Hour"),
                CronHelpText::tr("0 to 23"),
                CronHelpText::tr("* is every hour, 8-17 from eight to five, */4 at 0, 4, 8 …"),
                {}};
    case CronPart::Day:
        return {CronHelpText::tr("Day of the month"),
                CronHelpText::tr("1 to 31"),
                CronHelpText::tr("If the day of the week is restricted too, either is enough."),
                {}};
    case CronPart::Month:
        return {CronHelpText::tr("Month"),
                hasNames ? CronHelpText::tr("1 to 12, jan to dec") : CronHelpText::tr("1 to 12"),
                CronHelpText::tr("* is every month, 1,4,7,10 the first of each quarter."),
                {}};
    default:
        return {CronHelpText::tr("Day of the week"),
                hasNames ? CronHelpText::tr("0 to 7, sun to sat") : CronHelpText::tr("0 to 7"),
                CronHelpText::tr(
                    "0 and 7 are Sunday. If the day of the month is restricted too, either "
                    "is enough."),
                {}};
    }
}

CronHelp optionHelp(QStringView line, const CronLinePart &span, int column, CrontabDialect dialect)
{
    const QStringView options = line.mid(span.begin, span.end - span.begin);
    for (const CronOptionPart &part : cronOptionParts(options, span.begin)) {
        if (column < part.keyBegin || column > part.valueEnd)
            continue;
        const QString key = line.mid(part.keyBegin, part.keyEnd - part.keyBegin).toString();
        const QString text = cronOptionText(key);
        if (!text.isEmpty())
            return {CronHelpText::tr("Option %1").arg(key), {}, text, {}};
    }
    return {CronHelpText::tr("Options"),
            {},
            CronHelpText::tr("Written as ?name=value&name=value: %1.")
                .arg(cronOptionNames(dialect).join(u", "_s)),
            {}};
}

} // namespace

QStringList cronOptionNames(CrontabDialect dialect)
{
    QStringList names{u"id"_s,       u"fill"_s,   u"max"_s,       u"queue"_s,
                      u"priority"_s, u"jobKey"_s, u"jobKeyMode"_s};
    if (dialect == CrontabDialect::Extended)
        names << u"tz"_s << u"flags"_s;
    return names;
}

QString cronOptionText(const QString &name)
{
    if (name == "id"_L1)
        return CronHelpText::tr(
            "Identifier of the entry in the database; by default the task's name.");
    if (name == "fill"_L1)
        return CronHelpText::tr("How far back a starting worker backfills missed runs: 4w3d2h1m, "
                                "in the units w, d, h, m, s.");
    if (name == "max"_L1)
        return CronHelpText::tr("Maximum attempts of a job; 25 by default.");
    if (name == "queue"_L1)
        return CronHelpText::tr("Named queue; its jobs run one after the other.");
    if (name == "priority"_L1)
        return CronHelpText::tr("Whole number; lower runs first, 0 by default.");
    if (name == "jobKey"_L1 || name == "job_key"_L1)
        return CronHelpText::tr(
            "While a job with this key is waiting, it is updated instead of adding a second one.");
    if (name == "jobKeyMode"_L1 || name == "job_key_mode"_L1)
        return CronHelpText::tr("replace, or preserve_run_at: the waiting job keeps its time.");
    if (name == "tz"_L1)
        return CronHelpText::tr("Time zone whose clock the entry follows, such as Europe/Paris.");
    if (name == "flags"_L1)
        return CronHelpText::tr("Flags of the job, separated by commas.");
    return {};
}

CronPartSpan cronPartAt(QStringView line, int column)
{
    const QList<CronLinePart> parts = cronLineParts(line);
    std::optional<CronPart> before;
    for (const CronLinePart &part : parts) {
        // The question mark belongs to the options.
        const int begin = part.part == CronPart::Options ? part.begin - 1 : part.begin;
        if (column >= begin && column <= part.end)
            return {part.part, part};
        if (column > part.end)
            before = part.part;
    }
    const CronLinePart here{CronPart::Comment, column, column};
    if (!before || *before == CronPart::Off)
        return {CronPart::Minute, here};
    if (*before < CronPart::Task)
        return {CronPart(int(*before) + 1), here};
    if (*before == CronPart::Task)
        return {CronPart::Options, here};
    if (*before == CronPart::Options)
        return {CronPart::Payload, here};
    return {std::nullopt, here};
}

CronHelp cronHelpAt(const QString &line, int column, CrontabDialect dialect)
{
    const CronPartSpan at = cronPartAt(line, column);
    if (!at.part)
        return {};
    const QStringView text = QStringView(line).mid(at.span.begin, at.span.end - at.span.begin);
    switch (*at.part) {
    case CronPart::Task:
        return {CronHelpText::tr("Task"),
                {},
                CronHelpText::tr(
                    "Its name: letters, digits and _ : / -, beginning with a letter or _."),
                {}};
    case CronPart::Options:
        return optionHelp(line, at.span, column, dialect);
    case CronPart::Payload:
        return {
            CronHelpText::tr("Payload"),
            {},
            CronHelpText::tr("A JSON5 object up to the end of the line; the job gets it with _cron "
                             "added."),
            {}};
    case CronPart::Comment:
        return {CronHelpText::tr("Comment"), {}, CronHelpText::tr("Workers ignore this line."), {}};
    case CronPart::Off:
        return {
            CronHelpText::tr("Switched off"),
            {},
            CronHelpText::tr("To workers this line is a comment. “Enable entry” brings it back."),
            {}};
    default:
        CronHelp help = fieldHelp(*at.part, dialect);
        if (!text.isEmpty())
            help.value = fieldValue(text, size_t(*at.part), dialect);
        return help;
    }
}

} // namespace yardmaster
