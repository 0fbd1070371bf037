#include "app/commands/jobsargument.h"

#include "app/commands/commandcall.h"
#include "models/query/filterparser.h"

#include <QIODevice>
#include <QRegularExpression>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QStringList listedIn(const QString &text)
{
    static const QRegularExpression gap(u"[\\s,]+"_s);
    return text.split(gap, Qt::SkipEmptyParts);
}

bool isDigits(const QString &word)
{
    return !word.isEmpty()
        && std::ranges::all_of(word, [](QChar c) { return c >= u'0' && c <= u'9'; });
}

std::optional<qint64> jobIdOf(const QString &word)
{
    bool isUnderstood = false;
    const qint64 id = word.toLongLong(&isUnderstood);
    return isUnderstood && id > 0 && isDigits(word) ? std::optional(id) : std::nullopt;
}

void readIds(const QStringList &words, OperationScope *scope, QStringList *problems)
{
    QSet<qint64> seen;
    for (const QString &word : words) {
        const auto id = jobIdOf(word);
        if (!id)
            *problems << u"'%1' is not the id of a job"_s.arg(word);
        else if (!seen.contains(*id))
            scope->ids << *id;
        if (id)
            seen.insert(*id);
    }
}

} // namespace

std::vector<Option> jobsOptions()
{
    return {{{u"filter"_s}, u"TEXT"_s, u"such as 'state:failed task:send_*'"_s},
            {{u"ids"_s}, u"LIST"_s, u"separated by commas or spaces; -: from standard input"_s}};
}

QStringList filterProblems(const QString &filter, FilterLanguage language)
{
    QStringList problems;
    for (const FilterError &error : parseFilter(filter, language).errors)
        problems << u"filter, character %1: %2 %3"_s.arg(error.span.begin + 1)
                        .arg(error.message, error.hint)
                        .trimmed();
    return problems;
}

OperationScope readJobs(const CommandCall &call, QStringList *problems)
{
    OperationScope scope;
    const QStringList &words = call.words();
    const int given
        = int(!words.isEmpty()) + int(call.isSet(u"filter"_s)) + int(call.isSet(u"ids"_s));
    if (given > 1) {
        *problems << u"specify the jobs in one way: as arguments, by --filter or by --ids"_s;
        return scope;
    }
    if (const auto list = call.value(u"ids"_s)) {
        const QString text
            = *list == "-"_L1 ? QString::fromUtf8(call.streams().in->readAll()) : *list;
        readIds(listedIn(text), &scope, problems);
        if (scope.ids.isEmpty() && problems->isEmpty())
            *problems << u"--ids contains no ids"_s;
        return scope;
    }
    const QStringList parts = listedIn(words.join(u' '));
    if (!parts.isEmpty() && std::ranges::all_of(parts, &isDigits)) {
        readIds(parts, &scope, problems);
        return scope;
    }
    scope.filter = call.value(u"filter"_s).value_or(words.join(u' '));
    *problems << filterProblems(scope.filter);
    return scope;
}

QList<qint64> readJobIds(const CommandCall &call, QStringList *problems)
{
    OperationScope scope;
    readIds(call.words(), &scope, problems);
    return scope.ids;
}

qint64 readJobId(const CommandCall &call, QStringList *problems)
{
    if (call.words().size() != 1) {
        *problems << (call.words().isEmpty()
                          ? u"specify a job by its id"_s
                          : u"one job at a time, not '%1'"_s.arg(call.words()[1]));
        return 0;
    }
    const auto id = jobIdOf(call.words().first());
    if (!id)
        *problems << u"'%1' is not the id of a job"_s.arg(call.words().first());
    return id.value_or(0);
}

} // namespace yardmaster
