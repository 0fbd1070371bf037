#include "models/cron/croncompletion.h"

#include "models/cron/cronhelp.h"

#include <QCoreApplication>
#include <QTimeZone>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct CronCompletionText
{
    Q_DECLARE_TR_FUNCTIONS(CronCompletion)
};

void add(CronCompletion *completion, const QString &text, const QString &detail = {})
{
    if (completion->candidates.size() < kMostCandidates)
        completion->candidates << CronCompletion::Candidate{text, detail};
}

void addBeginning(CronCompletion *completion, const QStringList &names, QStringView typed)
{
    for (const QString &name : names) {
        if (name.startsWith(typed, Qt::CaseInsensitive))
            add(completion, name);
    }
}

/// By the beginning of the name, then by that of the city.
void addZones(CronCompletion *completion, QStringView typed)
{
    static const QList<QByteArray> ids = QTimeZone::availableTimeZoneIds(); // takes some 50 ms
    QStringList cities;
    for (const QByteArray &id : ids) {
        const QString name = QString::fromLatin1(id);
        if (name.startsWith(typed, Qt::CaseInsensitive))
            add(completion, name);
        else if (name.mid(name.lastIndexOf(u'/') + 1).startsWith(typed, Qt::CaseInsensitive))
            cities << name;
    }
    for (const QString &name : cities)
        add(completion, name);
}

void addValues(CronCompletion *completion, const QString &key, QStringView typed,
               const CronNames &names)
{
    if (key == "tz"_L1) {
        addZones(completion, typed);
    } else if (key == "jobKeyMode"_L1 || key == "job_key_mode"_L1) {
        addBeginning(completion, {u"replace"_s, u"preserve_run_at"_s}, typed);
    } else if (key == "queue"_L1) {
        addBeginning(completion, names.queues, typed);
    } else if (key == "fill"_L1 && typed.isEmpty()) {
        add(completion, u"1h"_s, CronCompletionText::tr("an hour"));
        add(completion, u"1d"_s, CronCompletionText::tr("a day"));
        add(completion, u"1w"_s, CronCompletionText::tr("a week"));
    }
}

void completeOption(CronCompletion *completion, const QString &line, const CronLinePart &span,
                    int column, CrontabDialect dialect, const CronNames &names)
{
    const QStringView options = QStringView(line).mid(span.begin, span.end - span.begin);
    QStringList used;
    CronOptionPart here{span.begin, span.begin, span.begin, span.begin};
    bool isFound = options.isEmpty();
    for (const CronOptionPart &part : cronOptionParts(options, span.begin)) {
        if (column >= part.keyBegin && column <= part.valueEnd) {
            here = part;
            isFound = true;
        } else {
            used << line.mid(part.keyBegin, part.keyEnd - part.keyBegin);
        }
    }
    if (!isFound) // behind an ampersand
        here = {column, column, column, column};
    const bool isValue = here.valueBegin > here.keyEnd && column >= here.valueBegin;
    if (isValue) {
        completion->begin = here.valueBegin;
        completion->end = here.valueEnd;
        addValues(completion, line.mid(here.keyBegin, here.keyEnd - here.keyBegin),
                  QStringView(line).mid(here.valueBegin, column - here.valueBegin), names);
        return;
    }
    completion->begin = here.keyBegin;
    completion->end = here.keyEnd;
    const QStringView typed = QStringView(line).mid(here.keyBegin, column - here.keyBegin);
    const bool hasValue = here.valueBegin > here.keyEnd;
    for (const QString &name : cronOptionNames(dialect)) {
        if (name.startsWith(typed, Qt::CaseInsensitive) && !used.contains(name))
            add(completion, hasValue ? name : name + u'=', cronOptionText(name));
    }
}

} // namespace

CronCompletion completeCron(const QString &line, int column, CrontabDialect dialect,
                            const CronNames &names)
{
    const CronPartSpan at = cronPartAt(line, column);
    CronCompletion completion;
    completion.begin = at.span.begin;
    completion.end = at.span.end;
    if (!at.part)
        return completion;
    const QStringView typed
        = QStringView(line).mid(at.span.begin, std::max(0, column - at.span.begin));
    switch (*at.part) {
    case CronPart::Month:
    case CronPart::Weekday:
        if (dialect == CrontabDialect::Extended && !typed.isEmpty() && typed.back().isLetter()) {
            const qsizetype separator
                = std::max({typed.lastIndexOf(u','), typed.lastIndexOf(u'-'), qsizetype(-1)});
            completion.begin += int(separator) + 1;
            completion.end = column;
            const QStringList days{u"mon"_s, u"tue"_s, u"wed"_s, u"thu"_s,
                                   u"fri"_s, u"sat"_s, u"sun"_s};
            const QStringList months{u"jan"_s, u"feb"_s, u"mar"_s, u"apr"_s, u"may"_s, u"jun"_s,
                                     u"jul"_s, u"aug"_s, u"sep"_s, u"oct"_s, u"nov"_s, u"dec"_s};
            addBeginning(&completion, *at.part == CronPart::Month ? months : days,
                         typed.mid(separator + 1));
        }
        break;
    case CronPart::Task:
        addBeginning(&completion, names.tasks, typed);
        break;
    case CronPart::Options:
        if (at.span.part == CronPart::Options && column >= at.span.begin)
            completeOption(&completion, line, at.span, column, dialect, names);
        break;
    default:
        break;
    }
    return completion;
}

} // namespace yardmaster
