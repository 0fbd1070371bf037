#include "app/commands/addcommand.h"

#include "app/commands/commandcall.h"
#include "app/commands/jobjson.h"
#include "app/commands/jobspecline.h"
#include "app/commands/operationprocess.h"
#include "app/commands/queueaccess.h"
#include "app/commands/texttable.h"
#include "app/exitcodes.h"
#include "models/operations/jobaddition.h"
#include "models/values/jsontree.h"
#include "worker/queue/namelist.h"
#include <yardmaster/session.h>

#include <QFile>

#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kReportedLines = 20;

JobSpec readJob(const CommandCall &call, QStringList *problems)
{
    constexpr int kLowest = std::numeric_limits<qint16>::min();
    constexpr int kHighest = std::numeric_limits<qint16>::max();
    JobSpec spec;
    const QStringList &words = call.words();
    if (words.isEmpty())
        *problems << u"name a task"_s;
    else
        spec.identifier = words[0];
    if (words.size() > 2)
        *problems << u"unexpected argument '%1'; quote the payload"_s.arg(words[2]);
    if (words.size() > 1) {
        const auto payload = contentOf(call, words[1]);
        if (!payload)
            *problems << payload.error();
        else if (const auto tree = JsonTree::parse(*payload); !tree)
            *problems << u"the payload: %1"_s.arg(tree.error());
        else
            spec.payload = *payload;
    }
    spec.queueName = call.value(u"queue"_s);
    spec.jobKey = call.value(u"key"_s);
    spec.priority = call.number(u"priority"_s, kLowest, kHighest, problems);
    spec.maxAttempts = call.number(u"max-attempts"_s, 1, kHighest, problems);
    if (const auto text = call.value(u"at"_s)) {
        spec.runAt = runAtFrom(*text);
        if (!spec.runAt)
            *problems
                << u"--at takes a time such as +10min, 14:30 or '2026-11-20 14:00', not '%1'"_s.arg(
                       *text);
    }
    if (const auto name = call.value(u"key-mode"_s)) {
        const auto mode = parseJobKeyMode(*name);
        if (mode)
            spec.jobKeyMode = *mode;
        else
            *problems << mode.error().message;
        if (!spec.jobKey)
            *problems << u"--key-mode needs --key"_s;
    }
    if (const auto flags = call.value(u"flags"_s))
        spec.flags = namesIn(*flags);
    if (const auto fine = spec.validate(); problems->isEmpty() && !fine)
        *problems << fine.error().message;
    return spec;
}

/// The jobs of NDJSON; each mistake with its line.
std::vector<JobSpec> readLines(const QByteArray &content, QStringList *problems)
{
    std::vector<JobSpec> specs;
    const QList<QByteArray> lines = content.split('\n');
    qsizetype wrong = 0;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (lines[i].trimmed().isEmpty())
            continue;
        auto spec = jobSpecFromLine(lines[i]);
        if (spec) {
            specs.push_back(*std::move(spec));
            continue;
        }
        if (++wrong > kReportedLines)
            continue;
        for (const QString &problem : spec.error().split(u'\n'))
            *problems << u"line %1: %2"_s.arg(i + 1).arg(problem);
    }
    if (wrong > kReportedLines)
        *problems << u"and errors in %1 more lines"_s.arg(wrong - kReportedLines);
    if (specs.empty() && problems->isEmpty())
        *problems << u"there is no job to add"_s;
    return specs;
}

int addMany(const CommandCall &call, const QueueTarget &target, const std::vector<JobSpec> &specs)
{
    const auto session = openQueue(call, target, QueueAccess::Add);
    if (!session)
        return session.error();
    const auto ids = addManyByHand(**session, target.schema, specs, operationsFolder(),
                                   target.connection.describe());
    if (!ids)
        return complainOf(call, target, ids.error());
    if (!call.isSet(u"json"_s)) {
        write(call.streams().out, u"added %1\n"_s.arg(jobsText(ids->size())));
        return ExitOk;
    }
    QByteArrayList numbers;
    for (const qint64 id : *ids)
        numbers << QByteArray::number(id);
    JsonObjectText json;
    json.addNumber("added", ids->size());
    json.add("ids", '[' + numbers.join(',') + ']');
    call.streams().out->write(json.text() + '\n');
    return ExitOk;
}

int runAdd(const CommandCall &call)
{
    QStringList problems;
    const QueueTarget target = readTarget(call, &problems);
    if (const auto source = call.value(u"ndjson"_s)) {
        if (!call.words().isEmpty())
            problems << u"with --ndjson, tasks and payloads are in the lines, not '%1'"_s.arg(
                call.words().first());
        for (const char *option :
             {"queue", "key", "key-mode", "priority", "max-attempts", "at", "flags"}) {
            if (call.isSet(QString::fromLatin1(option)))
                problems << u"--%1 is for a single job; with --ndjson write it in the lines"_s.arg(
                    QLatin1StringView(option));
        }
        const auto content = contentOf(call, *source == "-"_L1 ? *source : u'@' + *source);
        if (!content)
            problems << content.error();
        const std::vector<JobSpec> specs
            = content ? readLines(*content, &problems) : std::vector<JobSpec>();
        return problems.isEmpty() ? addMany(call, target, specs) : call.refuse(problems);
    }
    const JobSpec spec = readJob(call, &problems);
    if (!problems.isEmpty())
        return call.refuse(problems);
    for (const QString &warning : spec.warnings())
        complainTo(call.streams(), u"warning: %1"_s.arg(warning));
    const auto session = openQueue(call, target, QueueAccess::Add);
    if (!session)
        return session.error();
    const auto added = addByHand(**session, target.schema, spec, operationsFolder(),
                                 target.connection.describe());
    if (!added)
        return complainOf(call, target, added.error());
    if (call.isSet(u"json"_s)) {
        JsonObjectText json;
        json.addNumber("id", added->id);
        json.addText("task_identifier", added->identifier);
        json.addTextOrNull("queue_name", added->queueName);
        json.addTextOrNull("key", added->key);
        json.addTime("run_at", added->runAt);
        json.addNumber("revision", added->revision);
        call.streams().out->write(json.text() + '\n');
    } else {
        write(call.streams().out, u"added job %1\n"_s.arg(added->id));
    }
    return ExitOk;
}

} // namespace

tl::expected<QByteArray, QString> contentOf(const CommandCall &call, const QString &given)
{
    if (given == "-"_L1)
        return call.streams().in->readAll();
    if (!given.startsWith(u'@'))
        return given.toUtf8();
    QFile file(given.mid(1));
    if (!file.open(QIODevice::ReadOnly))
        return tl::make_unexpected(
            u"cannot read '%1': %2"_s.arg(file.fileName(), file.errorString()));
    QByteArray content = file.readAll();
    if (file.error() != QFile::NoError)
        return tl::make_unexpected(
            u"cannot read '%1': %2"_s.arg(file.fileName(), file.errorString()));
    return content;
}

ShellCommand addCommand()
{
    ShellCommand command;
    command.words = {u"add"_s};
    command.arguments = u"TASK [PAYLOAD | @FILE | -]"_s;
    command.summary = u"Adds one job, or many from NDJSON"_s;
    command.description
        = u"PAYLOAD is JSON and stored as written; @FILE reads it from a file, - from\n"
          "standard input; the default is {}. The addition is recorded in the operator log.\n\n"
          "--ndjson adds one job for each line, all or none: an object with task_identifier\n"
          "and, optionally, payload, queue_name, run_at, max_attempts, key, job_key_mode,\n"
          "priority and flags. Errors are reported with their lines.\n"_s;
    command.uses = ShellCommand::Uses::Queue;
    command.options
        = {{{u"queue"_s}, u"NAME"_s, u"jobs of one queue run one after the other"_s},
           {{u"at"_s}, u"TIME"_s, u"not before: +10min, 14:30, '2026-11-20 14:00' (UTC) [now]"_s},
           {{u"priority"_s}, u"N"_s, u"lower runs first [0]"_s},
           {{u"max-attempts"_s}, u"N"_s, u"attempts allowed [25]"_s},
           {{u"key"_s}, u"KEY"_s, u"a waiting job with the same key is replaced"_s},
           {{u"key-mode"_s}, u"MODE"_s, u"replace, preserve_run_at or unsafe_dedupe [replace]"_s},
           {{u"flags"_s}, u"LIST"_s, u"separated by commas"_s},
           {{u"ndjson"_s}, u"FILE"_s, u"many jobs, one per line; -: from standard input"_s},
           jsonOption(u"print one JSON object"_s)};
    command.examples
        = {u"yardmaster add send_email '{\"to\": \"ann@example.com\"}'"_s,
           u"yardmaster add report @report.json --queue reports --at 'tomorrow 3:00'"_s,
           u"yardmaster add --ndjson jobs.ndjson"_s,
           u"jq -c '{task_identifier: \"resize\", payload: .}' images.json | yardmaster add "
           "--ndjson -"_s};
    command.exits = {{ExitOk, u"the jobs are added"_s},
                     {ExitUsage, u"wrong options, payload or lines; nothing was added"_s}};
    command.run = &runAdd;
    return command;
}

} // namespace yardmaster
