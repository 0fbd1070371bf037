#include "models/cron/cronanalysis.h"

#include "models/cron/cronlineparts.h"
#include "worker/cron/crontabline.h"
#include "worker/json/visibletext.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMostInvisible = 1000;

struct CronAnalysisText
{
    Q_DECLARE_TR_FUNCTIONS(CronAnalysis)
};

const CrontabEntry *entryOfLine(const QList<CrontabEntry> &entries, int line)
{
    const auto found = std::ranges::lower_bound(entries, line, {}, &CrontabEntry::line);
    return found != entries.end() && found->line == line ? &*found : nullptr;
}

void shift(CrontabSpan *span, int columns)
{
    if (span->column > 0)
        span->column += columns;
}

/// Entries that are off are read line by line; what is wrong with one hurts nobody until it is
/// switched on.
void readSwitchedOff(const QString &text, CrontabDialect dialect, CronAnalysis *analysis)
{
    int number = 0;
    for (const QStringView line : QStringView(text).tokenize(u'\n')) {
        ++number;
        if (!isSwitchedOff(line))
            continue;
        const int begin = cronLineParts(line).value(1).begin;
        QList<CrontabProblem> problems;
        auto entry = parseCrontabLine(line.mid(begin), number, dialect, &problems);
        for (CrontabProblem &problem : problems) {
            problem.column += begin;
            analysis->warnings << problem;
        }
        if (!entry)
            continue;
        for (CrontabSpan &field : entry->fields)
            shift(&field, begin);
        for (CrontabSpan *span : {&entry->task, &entry->options, &entry->payload})
            shift(span, begin);
        analysis->switchedOff << *std::move(entry);
    }
    analysis->lines = number;
}

void warnOfUnknownTasks(const CronNames &names, CronAnalysis *analysis)
{
    if (!names.areAllTasks || names.tasks.isEmpty())
        return;
    const QSet<QString> known(names.tasks.begin(), names.tasks.end());
    for (const CrontabEntry &entry : std::as_const(analysis->entries)) {
        if (known.contains(entry.item.task))
            continue;
        analysis->warnings << CrontabProblem{
            entry.line, entry.task.column, entry.task.length,
            CronAnalysisText::tr("this queue has not seen the task '%1' yet").arg(entry.item.task),
            CronAnalysisText::tr("its jobs wait until a worker knows it")};
    }
}

/// The editor shows a crontab as it is, so that it can be saved as it is: overrides of the
/// direction included, which make it read as something else.
void warnOfInvisible(const QString &text, CronAnalysis *analysis)
{
    int line = 1;
    qsizetype begin = 0;
    for (qsizetype at = 0; at < text.size(); ++at) {
        const QChar c = text[at];
        if (c == u'\n') {
            ++line;
            begin = at + 1;
            continue;
        }
        if (c == u'\t' || c.isSurrogate() || !isInvisible(c.unicode()))
            continue;
        if (analysis->warnings.size() >= kMostInvisible)
            return;
        analysis->warnings << CrontabProblem{
            line, int(at - begin) + 1, 1,
            CronAnalysisText::tr("an invisible character, %1").arg(visibleText(c)),
            CronAnalysisText::tr("the line may not be what it looks like")};
    }
}

} // namespace

const CrontabEntry *CronAnalysis::entryAt(int line) const
{
    const CrontabEntry *entry = entryOfLine(entries, line);
    return entry ? entry : entryOfLine(switchedOff, line);
}

bool CronAnalysis::isOff(int line) const
{
    return entryOfLine(switchedOff, line) != nullptr;
}

const CrontabEntry *CronAnalysis::find(const QString &identifier) const
{
    for (const QList<CrontabEntry> *list : {&entries, &switchedOff}) {
        const auto found = std::ranges::find_if(
            *list, [&](const CrontabEntry &entry) { return entry.item.identifier == identifier; });
        if (found != list->end())
            return &*found;
    }
    return nullptr;
}

CronAnalysis analyseCrontab(const QString &text, CrontabDialect dialect, const CronNames &names)
{
    CronAnalysis analysis;
    Crontab crontab = parseCrontab(text.toUtf8(), dialect);
    analysis.entries = std::move(crontab.entries);
    analysis.problems = std::move(crontab.problems);
    analysis.warnings = std::move(crontab.warnings);
    readSwitchedOff(text, dialect, &analysis);
    warnOfUnknownTasks(names, &analysis);
    warnOfInvisible(text, &analysis);
    std::ranges::stable_sort(analysis.warnings,
                             [](const CrontabProblem &a, const CrontabProblem &b) {
                                 return std::pair(a.line, a.column) < std::pair(b.line, b.column);
                             });
    return analysis;
}

} // namespace yardmaster
