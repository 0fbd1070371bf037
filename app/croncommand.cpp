#include "app/croncommand.h"

#include "app/cronreport.h"
#include "app/exitcodes.h"
#include "worker/json/visibletext.h"
#include <yardmaster/crontab.h>
#include <yardmaster/taskfolder.h>

#include <QCommandLineParser>
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

} // namespace

void write(QIODevice *device, const QString &text)
{
    device->write(visibleText(text).toUtf8()); // a crontab may hold anything
}

tl::expected<CronCommand, QString> CronCommand::parse(const QStringList &arguments)
{
    CronCommand command;
    QCommandLineParser parser;
    parser.addOptions({{u"strict"_s, {}},
                       {u"json"_s, {}},
                       {u"tasks"_s, {}, u"DIR"_s},
                       {u"from"_s, {}, u"TIME"_s},
                       {u"count"_s, {}, u"N"_s},
                       {{u"h"_s, u"help"_s}, {}}});
    if (!parser.parse(QStringList{u"cron"_s} + arguments))
        return tl::make_unexpected(parser.errorText());
    QStringList words = parser.positionalArguments();
    if (parser.isSet(u"help"_s))
        return command;

    QStringList problems;
    const QString verb = words.isEmpty() ? QString() : words.takeFirst();
    if (verb == "check"_L1)
        command.verb = Verb::Check;
    else if (verb == "next"_L1)
        command.verb = Verb::Next;
    else
        return tl::make_unexpected(verb.isEmpty()
                                       ? u"the command is missing; use check or next"_s
                                       : u"cron has no '%1'; use check or next"_s.arg(verb));
    if (words.size() == 1)
        command.file = words.first();
    else
        problems << (words.isEmpty() ? u"name a crontab file, or - for standard input"_s
                                     : u"one crontab at a time, not '%1'"_s.arg(words[1]));
    command.isStrict = parser.isSet(u"strict"_s);
    command.isJson = parser.isSet(u"json"_s);
    const auto onlyFor = [&](Verb wanted, const QString &option, const QString &name) {
        const bool isGiven = parser.isSet(option);
        if (isGiven && command.verb != wanted)
            problems << u"--%1 is for cron %2"_s.arg(option, name);
        return isGiven;
    };
    if (onlyFor(Verb::Check, u"tasks"_s, u"check"_s))
        command.tasks = parser.value(u"tasks"_s);
    if (onlyFor(Verb::Next, u"from"_s, u"next"_s)) {
        command.from = parseInstant(parser.value(u"from"_s));
        if (!command.from.isValid()) {
            problems << u"--from takes a time like 2026-01-31T08:00:00Z, not '%1'"_s.arg(
                parser.value(u"from"_s));
        }
    }
    if (onlyFor(Verb::Next, u"count"_s, u"next"_s)) {
        bool isNumber = false;
        command.count = parser.value(u"count"_s).toInt(&isNumber);
        if (!isNumber || command.count < 1 || command.count > kMostOccurrences) {
            problems << u"--count takes a number from 1 to %1, not '%2'"_s.arg(kMostOccurrences)
                            .arg(parser.value(u"count"_s));
        }
    }
    if (!problems.isEmpty())
        return tl::make_unexpected(problems.join(u'\n'));
    return command;
}

int CronCommand::run(const CommandStreams &streams) const
{
    if (verb == Verb::Help) {
        write(streams.out, helpText());
        return ExitOk;
    }
    const auto content = contentOf(file, streams.in);
    if (!content) {
        write(streams.err, u"yardmaster: %1\n"_s.arg(content.error()));
        return ExitUsage;
    }
    Crontab crontab
        = parseCrontab(*content, isStrict ? CrontabDialect::Strict : CrontabDialect::Extended);
    if (tasks) {
        const TaskFolder folder = TaskFolder::scan(*tasks);
        if (!folder.error.isEmpty()) {
            write(streams.err, u"yardmaster: %1\n"_s.arg(folder.error));
            return ExitUsage;
        }
        compareWithTasks(folder, *tasks, &crontab);
    }

    const QString name = file == "-"_L1 ? u"standard input"_s : file;
    if (!crontab.isValid()) {
        if (isJson)
            streams.out->write(problemsJson(crontab.problems));
        else
            write(streams.err, problemsText(crontab.problems, name));
        return ExitRuntime;
    }
    if (!isJson)
        write(streams.err, problemsText(crontab.warnings, name, u"warning: "_s));
    if (verb == Verb::Check) {
        if (isJson)
            streams.out->write(entriesJson(crontab));
        else
            write(streams.out, entriesText(crontab, name));
        return ExitOk;
    }
    const QDateTime begin = from.isValid() ? from : QDateTime::currentDateTimeUtc();
    if (isJson)
        streams.out->write(occurrencesJson(crontab, begin, count));
    else
        write(streams.out, occurrencesText(crontab, begin, count));
    return ExitOk;
}

QString CronCommand::helpText()
{
    return u"Usage: yardmaster cron check FILE [--strict] [--json] [--tasks DIR]\n"
           "       yardmaster cron next FILE [--strict] [--json] [--from TIME] [--count N]\n\n"
           "check reports all errors of a crontab, next prints when its jobs are due.\n"
           "Neither needs a database. FILE may be - for standard input.\n\n"
           "  --strict      accept only the syntax of graphile-worker 0.18\n"
           "  --json        print JSON\n"
           "  --tasks DIR   warn of tasks that are not in this folder\n"
           "  --from TIME   the time to begin at, such as 2026-01-31T08:00:00Z;\n"
           "                UTC where it names no other zone [now]\n"
           "  --count N     occurrences of each entry [5]\n\n"
           "Exit codes\n"
           "  0    the crontab is fine; there may be warnings\n"
           "  1    the crontab has errors\n"
           "  2    wrong options, or FILE or DIR cannot be read\n"_s;
}

int runCronCommand(const QStringList &arguments, const CommandStreams &streams)
{
    const auto command = CronCommand::parse(arguments);
    if (!command) {
        for (const QString &problem : command.error().split(u'\n'))
            write(streams.err, u"yardmaster: %1\n"_s.arg(problem));
        write(streams.err, u"yardmaster: see yardmaster cron --help\n"_s);
        return ExitUsage;
    }
    return command->run(streams);
}

} // namespace yardmaster
