#include "app/commands/operationscommand.h"

#include "app/commands/commandcall.h"
#include "app/commands/confirmation.h"
#include "app/commands/jobjson.h"
#include "app/commands/operationprocess.h"
#include "app/commands/operationwords.h"
#include "app/commands/queueaccess.h"
#include "app/commands/texttable.h"
#include "app/exitcodes.h"
#include "models/operations/operationfolder.h"
#include "models/operations/operationreport.h"
#include "models/operations/operationrest.h"
#include "models/operations/operationtitle.h"
#include "models/operations/skipreason.h"
#include "models/operations/undopreview.h"
#include "models/operations/undostate.h"
#include "models/values/format.h"
#include <yardmaster/session.h>

#include <QIODevice>

#include <algorithm>
#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kUsualOperations = 20;
constexpr qsizetype kLeastPrefix = 4;

QString idOf(const OperationRecord &record)
{
    return record.spec.id.toString(QUuid::WithoutBraces);
}

QString stateOf(const OperationRecord &record)
{
    const bool isUndone = record.undone && record.undone->state == OperationState::Finished;
    return isUndone ? u"undone"_s : operationStateWord(record.state);
}

JsonObjectText operationJson(const OperationRecord &record)
{
    JsonObjectText json;
    json.addText("operation", idOf(record));
    json.addText("change", operationKindName(record.spec.change.kind));
    json.addText("title", plainTitle(record.spec));
    json.addText("state", stateOf(record));
    json.addTime("begun_at", record.begunAt);
    json.addText("os_user", record.origin.osUser);
    json.addText("connection", record.origin.connection);
    json.addText("schema", record.spec.schema);
    json.addNumber("expected", record.spec.scope.expected);
    json.add("totals", totalsJson(record.totals));
    json.addBool("can_undo", undoOf(record).has_value());
    json.addTextOrNull("message", record.message);
    return json;
}

/// The operation whose id, or the beginning of it, is the only argument.
tl::expected<OperationRecord, int> findOperation(const CommandCall &call, QStringList problems)
{
    const QStringList &words = call.words();
    if (words.size() != 1)
        problems << (words.isEmpty() ? u"specify an operation: see yardmaster operations list"_s
                                     : u"one operation at a time, not '%1'"_s.arg(words[1]));
    else if (words.first().size() < kLeastPrefix)
        problems << u"'%1' is too short for the id of an operation"_s.arg(words.first());
    if (!problems.isEmpty())
        return tl::make_unexpected(call.refuse(problems));
    std::vector<OperationRecord> found;
    for (OperationRecord &record : operationsIn(operationsFolder())) {
        if (idOf(record).startsWith(words.first().toLower()))
            found.push_back(std::move(record));
    }
    if (found.size() == 1)
        return std::move(found.front());
    complainTo(call.streams(),
               found.empty() ? u"there is no operation '%1' on this machine"_s.arg(words.first())
                             : u"more than one operation begins with '%1'"_s.arg(words.first()));
    return tl::make_unexpected(found.empty() ? int(ExitNothing) : int(ExitUsage));
}

int runOperationsList(const CommandCall &call)
{
    QStringList problems;
    const int limit = call.number(u"limit"_s, 0, std::numeric_limits<int>::max(), &problems)
                          .value_or(kUsualOperations);
    if (!problems.isEmpty())
        return call.refuse(problems);
    std::vector<OperationRecord> records = operationsIn(operationsFolder());
    if (limit > 0 && std::ssize(records) > limit)
        records.resize(size_t(limit));
    if (records.empty()) {
        complainTo(call.streams(), u"there are no operations on this machine"_s);
        return ExitNothing;
    }
    std::vector<QStringList> rows{
        {u"ID"_s, u"BEGUN (UTC)"_s, u"STATE"_s, u"OPERATION"_s, u"JOBS"_s, u"DATABASE"_s}};
    for (const OperationRecord &record : records) {
        if (call.isSet(u"json"_s))
            call.streams().out->write(operationJson(record).text() + '\n');
        rows.push_back({idOf(record), utcText(record.begunAt), stateOf(record),
                        plainTitle(record.spec), totalsText(record.totals),
                        record.origin.connection});
    }
    if (!call.isSet(u"json"_s))
        write(call.streams().out, textTable(rows));
    return ExitOk;
}

QByteArray outcomeJson(const JobOutcome &job)
{
    JsonObjectText json;
    json.addNumber("id", job.id);
    json.addText("outcome", jobOutcomeName(job.kind));
    json.addTextOrNull("detail", job.detail);
    return json.text() + '\n';
}

int runOperationsShow(const CommandCall &call)
{
    const auto record = findOperation(call, {});
    if (!record)
        return record.error();
    const CommandStreams &streams = call.streams();
    const bool isJson = call.isSet(u"json"_s);
    if (call.isSet(u"each-job"_s)) {
        const auto totals = readOutcomes(record->path, [&](const JobOutcome &job) {
            if (isJson)
                streams.out->write(outcomeJson(job));
            else
                write(streams.out,
                      u"%1  %2  %3"_s
                              .arg(QString::number(job.id), jobOutcomeName(job.kind),
                                   skipReasonText(job.detail))
                              .trimmed()
                          + u'\n');
        });
        if (totals)
            return ExitOk;
        complainTo(streams, totals.error().message);
        return ExitRuntime;
    }
    if (isJson) {
        streams.out->write(operationJson(*record).text() + '\n');
        return ExitOk;
    }
    std::vector<QStringList> facts{{u"operation:"_s, plainTitle(record->spec)},
                                   {u"id:"_s, idOf(*record)},
                                   {u"state:"_s, stateOf(*record)},
                                   {u"change:"_s, record->spec.change.description()},
                                   {u"jobs:"_s, totalsText(record->totals)},
                                   {u"begun:"_s, utcText(record->begunAt) + u" UTC"_s},
                                   {u"by:"_s, record->origin.osUser},
                                   {u"database:"_s, record->origin.connection},
                                   {u"schema:"_s, record->spec.schema}};
    if (record->spec.scope.expected >= 0)
        facts.push_back({u"counted:"_s, jobsText(record->spec.scope.expected)});
    if (!record->message.isEmpty())
        facts.push_back({u"stopped by:"_s, record->message});
    const auto undo = undoOf(*record);
    facts.push_back({u"undo:"_s, undo ? u"possible"_s : undo.error().message});
    write(streams.out, textTable(facts));
    return ExitOk;
}

/// Where an operation is to be resumed or undone: its own schema.
QueueTarget targetOf(const CommandCall &call, const OperationRecord &record, QStringList *problems)
{
    QueueTarget target = readTarget(call, problems);
    if (call.isSet(u"schema"_s) && target.schema != record.spec.schema)
        *problems << u"the operation belongs to the schema '%1'"_s.arg(record.spec.schema);
    target.schema = record.spec.schema;
    return target;
}

int runOperationsUndo(const CommandCall &call)
{
    const auto record = findOperation(call, {});
    if (!record)
        return record.error();
    auto spec = undoOf(*record);
    if (!spec) {
        complainTo(call.streams(), spec.error().message);
        return ExitRuntime;
    }
    QStringList problems;
    const QueueTarget target = targetOf(call, *record, &problems);
    readPace(call, &spec->options, &problems);
    const Confirmation confirmation(call, target, &problems);
    if (!problems.isEmpty())
        return call.refuse(problems);
    if (const QString refusal = confirmation.prohibition(); !refusal.isEmpty()) {
        complainTo(call.streams(), refusal);
        return ExitDenied;
    }
    auto session = openQueue(call, target, QueueAccess::Change); // a preview locks jobs
    if (!session)
        return session.error();
    const auto preview = previewUndo(**session, *spec, operationsFolder(), 0);
    if (!preview)
        return complainOf(call, target, preview.error());
    if (preview->isServerUncertain)
        complainTo(call.streams(), uncertainServerText());
    session->reset();
    return beginConfirmed(call, target, confirmation, *preview);
}

/// Resumes or cancels.
template <typename Work> int withUnfinished(const CommandCall &call, Work work)
{
    const auto record = findOperation(call, {});
    if (!record)
        return record.error();
    QStringList problems;
    const QueueTarget target = targetOf(call, *record, &problems);
    if (!problems.isEmpty())
        return call.refuse(problems);
    if (record->state != OperationState::Unfinished) {
        complainTo(call.streams(), u"the operation is %1"_s.arg(stateOf(*record)));
        return ExitRuntime;
    }
    return work(target, *record);
}

int runOperationsResume(const CommandCall &call)
{
    return withUnfinished(call, [&call](const QueueTarget &target, const OperationRecord &record) {
        QStringList problems;
        const Confirmation confirmation(call, target, &problems);
        if (!problems.isEmpty())
            return call.refuse(problems);
        if (const QString refusal = confirmation.prohibition(); !refusal.isEmpty()) {
            complainTo(call.streams(), refusal);
            return int(ExitDenied);
        }
        auto session = openQueue(call, target, QueueAccess::Change);
        if (!session)
            return session.error();
        const auto rest = restOf(**session, operationsFolder(), record.spec.id);
        if (!rest)
            return complainOf(call, target, rest.error());
        if (rest->match == ServerMatch::Perhaps)
            complainTo(call.streams(), uncertainServerText());
        session->reset();
        const QString what = u"%1: %2 are left. Jobs that have changed since they were counted are "
                             "skipped."_s.arg(plainTitle(record.spec), jobsText(rest->jobs));
        if (!confirmation.isGiven(what, rest->jobs))
            return int(ExitRuntime);
        return OperationProcess(call, target)
            .resume(record,
                    rest->match == ServerMatch::Perhaps ? std::optional(rest->server)
                                                        : std::nullopt);
    });
}

int runOperationsCancel(const CommandCall &call)
{
    return withUnfinished(call, [&call](const QueueTarget &target, const OperationRecord &record) {
        return OperationProcess(call, target).cancel(record);
    });
}

ShellCommand operationsCommand(const QString &verb, const QString &summary, ShellCommand::Uses uses)
{
    ShellCommand command;
    command.words = {u"operations"_s, verb};
    command.arguments = verb == "list"_L1 ? QString() : u"ID"_s;
    command.summary = summary;
    command.uses = uses;
    command.description
        = u"Operations of this user on this machine, started by commands or in the window.\n"_s;
    if (verb != "list"_L1)
        command.description += u"ID is an id from operations list, or the beginning of one.\n"_s;
    return command;
}

} // namespace

std::vector<ShellCommand> operationsCommands()
{
    using Uses = ShellCommand::Uses;
    const std::pair<int, QString> none{ExitNothing, u"there is no such operation"_s};
    ShellCommand list = operationsCommand(
        u"list"_s, u"Lists changes that were made, newest first"_s, Uses::Nothing);
    list.options = {{{u"limit"_s}, u"N"_s, u"maximum number of operations; 0: all [20]"_s},
                    jsonOption(u"print NDJSON: one object per line"_s)};
    list.examples = {u"yardmaster operations list"_s,
                     u"yardmaster operations list --json | jq 'select(.state==\"unfinished\")'"_s};
    list.exits = {{ExitOk, u"operations were listed"_s},
                  {ExitUsage, u"wrong options"_s},
                  {ExitNothing, u"there are none"_s}};
    list.run = &runOperationsList;

    ShellCommand show
        = operationsCommand(u"show"_s, u"Shows what an operation has done"_s, Uses::Nothing);
    show.options = {{{u"each-job"_s}, {}, u"every job and its result, one per line"_s},
                    jsonOption(u"print one JSON object; with --each-job NDJSON"_s)};
    show.examples = {u"yardmaster operations show 8f14e45f"_s,
                     u"yardmaster operations show 8f14e45f --each-job | grep skipped"_s};
    show.exits = {{ExitOk, u"it was printed"_s},
                  {ExitRuntime, u"its journal cannot be read"_s},
                  {ExitUsage, u"wrong options"_s},
                  none};
    show.run = &runOperationsShow;

    ShellCommand undo = operationsCommand(
        u"undo"_s, u"Undoes an operation, for jobs that have not changed since"_s, Uses::Queue);
    undo.options = changeOptions();
    undo.options.push_back(jsonOption(u"print one JSON object"_s));
    undo.examples = {u"yardmaster operations undo 8f14e45f --dry-run"_s,
                     u"yardmaster operations undo 8f14e45f --yes"_s};
    undo.exits = changeExits();
    undo.exits.emplace_back(ExitNothing, u"no such operation, or nothing of it could be undone"_s);
    undo.run = &runOperationsUndo;

    ShellCommand resume
        = operationsCommand(u"resume"_s, u"Resumes an operation that was stopped"_s, Uses::Queue);
    const std::vector<Option> confirmed = Confirmation::options();
    resume.options = {confirmed.begin() + 1, confirmed.end()}; // no dry run
    resume.options.push_back(jsonOption(u"print one JSON object"_s));
    resume.examples = {u"yardmaster operations resume 8f14e45f --yes"_s};
    resume.exits = changeExits();
    resume.exits.emplace_back(ExitNothing, u"no such operation, or it changed no job"_s);
    resume.run = &runOperationsResume;

    ShellCommand cancel = operationsCommand(
        u"cancel"_s, u"Ends a stopped operation for good, so that it can be undone"_s, Uses::Queue);
    cancel.options = {jsonOption(u"print one JSON object"_s)};
    cancel.examples = {u"yardmaster operations cancel 8f14e45f"_s};
    cancel.exits = changeExits();
    cancel.exits.emplace_back(ExitNothing, u"no such operation, or it had changed no job"_s);
    cancel.run = &runOperationsCancel;
    return {list, show, undo, resume, cancel};
}

} // namespace yardmaster
