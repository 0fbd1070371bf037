#include "app/croncommand.h"

#include "app/commands/commandcall.h"
#include "app/cronreport.h"
#include "app/exitcodes.h"
#include <yardmaster/crontab.h>
#include <yardmaster/taskfolder.h>

#include <QFile>
#include <QTimeZone>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMostOccurrences = 10'000;

/// A time without a zone is UTC, as everywhere in cron.
QDateTime parseInstant(const QString &text)
{
    QDateTime time = QDateTime::fromString(text, Qt::ISODateWithMs);
    if (time.isValid() && time.timeSpec() == Qt::LocalTime) {
        const QTime clock = text.contains(u'T') || text.contains(u' ') ? time.time() : QTime(0, 0);
        time = QDateTime(time.date(), clock, QTimeZone::utc());
    }
    return time.toUTC();
}

tl::expected<QByteArray, QString> contentOf(const QString &name, QIODevice *standardInput)
{
    if (name == "-"_L1)
        return standardInput->readAll();
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly))
        return tl::make_unexpected(u"cannot read '%1': %2"_s.arg(name, file.errorString()));
    QByteArray content = file.readAll();
    if (file.error() != QFile::NoError)
        return tl::make_unexpected(u"cannot read '%1': %2"_s.arg(name, file.errorString()));
    return content;
}

/// A warning for every task that nothing in the folder serves.
void compareWithTasks(const TaskFolder &folder, const QString &path, Crontab *crontab)
{
    for (const CrontabEntry &entry : std::as_const(crontab->entries)) {
        if (!folder.serves(entry.item.task)) {
            crontab->warnings.append({entry.line,
                                      entry.task.column,
                                      entry.task.length,
                                      u"there is no task '%1' in %2"_s.arg(entry.item.task, path),
                                      {}});
        }
    }
}

/// The file that is the only argument, and its crontab; see readCrontab().
tl::expected<Crontab, int> onlyCrontab(const CommandCall &call, QStringList problems)
{
    const QStringList &words = call.words();
    if (words.size() != 1)
        problems << (words.isEmpty() ? u"specify a crontab file, or - for standard input"_s
                                     : u"one crontab at a time, not '%1'"_s.arg(words[1]));
    if (!problems.isEmpty())
        return tl::make_unexpected(call.refuse(problems));
    return readCrontab(call, words.first());
}

/// For messages.
QString nameOf(const QString &file)
{
    return file == "-"_L1 ? u"standard input"_s : file;
}

int runCronCheck(const CommandCall &call)
{
    const auto input = onlyCrontab(call, {});
    if (!input)
        return input.error();
    if (call.isSet(u"json"_s))
        call.streams().out->write(entriesJson(*input));
    else
        write(call.streams().out, entriesText(*input, nameOf(call.words().first())));
    return ExitOk;
}

int runCronNext(const CommandCall &call)
{
    QStringList problems;
    QDateTime from = QDateTime::currentDateTimeUtc();
    if (const auto text = call.value(u"from"_s)) {
        from = parseInstant(*text);
        if (!from.isValid())
            problems << u"--from takes a time like 2026-01-31T08:00:00Z, not '%1'"_s.arg(*text);
    }
    const int count = call.number(u"count"_s, 1, kMostOccurrences, &problems).value_or(5);
    const auto input = onlyCrontab(call, problems);
    if (!input)
        return input.error();
    if (call.isSet(u"json"_s))
        call.streams().out->write(occurrencesJson(*input, from, count));
    else
        write(call.streams().out, occurrencesText(*input, from, count));
    return ExitOk;
}

ShellCommand cronCommand(const QString &verb, const QString &summary)
{
    ShellCommand command;
    command.words = {u"cron"_s, verb};
    command.arguments = u"FILE"_s;
    command.summary = summary;
    command.description = u"Needs no database. FILE may be - for standard input.\n"_s;
    command.options = {{{u"strict"_s}, {}, u"accept only the syntax of graphile-worker 0.18"_s},
                       jsonOption(u"print one JSON document"_s)};
    command.exits = {{ExitOk, u"the crontab is fine; there may be warnings"_s},
                     {ExitRuntime, u"the crontab has errors"_s},
                     {ExitUsage, u"wrong options, or FILE or DIR cannot be read"_s}};
    return command;
}

} // namespace

tl::expected<Crontab, int> readCrontab(const CommandCall &call, const QString &file)
{
    const CommandStreams &streams = call.streams();
    const auto unreadable = [&streams](const QString &sentence) {
        complainTo(streams, sentence);
        return tl::make_unexpected(int(ExitUsage));
    };
    const auto content = contentOf(file, streams.in);
    if (!content)
        return unreadable(content.error());
    Crontab crontab = parseCrontab(
        *content, call.isSet(u"strict"_s) ? CrontabDialect::Strict : CrontabDialect::Extended);
    if (const auto tasks = call.value(u"tasks"_s)) {
        const TaskFolder folder = TaskFolder::scan(*tasks);
        if (!folder.error.isEmpty())
            return unreadable(folder.error);
        compareWithTasks(folder, *tasks, &crontab);
    }
    const bool isJson = call.isSet(u"json"_s);
    if (!crontab.isValid()) {
        if (isJson)
            streams.out->write(problemsJson(crontab.problems));
        else
            write(streams.err, problemsText(crontab.problems, nameOf(file)));
        return tl::make_unexpected(int(ExitRuntime));
    }
    if (!isJson)
        write(streams.err, problemsText(crontab.warnings, nameOf(file), u"warning: "_s));
    return crontab;
}

ShellCommand cronCheckCommand()
{
    ShellCommand command = cronCommand(u"check"_s, u"Reports all errors of a crontab"_s);
    command.options.push_back(
        {{u"tasks"_s}, u"DIR"_s, u"warn about tasks that are not in this folder"_s});
    command.examples = {u"yardmaster cron check crontab --tasks ./tasks"_s,
                        u"yardmaster cron check - < crontab"_s};
    command.run = &runCronCheck;
    return command;
}

ShellCommand cronNextCommand()
{
    ShellCommand command = cronCommand(u"next"_s, u"Prints when the jobs of a crontab are due"_s);
    command.options.push_back(
        {{u"from"_s},
         u"TIME"_s,
         u"the time to start at, such as 2026-01-31T08:00:00Z; UTC if it names no zone [now]"_s});
    command.options.push_back({{u"count"_s}, u"N"_s, u"occurrences of each entry [5]"_s});
    command.examples = {u"yardmaster cron next crontab --count 3"_s,
                        u"yardmaster cron next crontab --from 2026-12-24 --json"_s};
    command.run = &runCronNext;
    return command;
}

} // namespace yardmaster
