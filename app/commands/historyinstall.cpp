#include "app/commands/historyinstall.h"

#include "app/commands/confirmation.h"
#include "app/commands/historywords.h"
#include "app/commands/operationprocess.h"
#include "models/maintenance/historyfacts.h"
#include "models/maintenance/loggedhistory.h"
#include "models/values/format.h"
#include "worker/queue/namelist.h"

#include <QIODevice>

namespace yardmaster {

using namespace Qt::StringLiterals;
using Presence = HistoryState::Presence;

namespace {

/// Shows what would be done, in --dry-run, or asks. nullopt: go on.
std::optional<int> asked(const CommandCall &call, const Confirmation &confirmation,
                         const QueueTarget &target, const HistoryState &state, const QString &what,
                         const QString &question, const QByteArray &sql)
{
    if (call.isSet(u"dry-run"_s)) {
        if (call.isSet(u"json"_s)) {
            JsonObjectText json = historyStateJson(state);
            json.addText("sql", QString::fromUtf8(sql));
            json.addBool("is_done", false);
            call.streams().out->write(json.text() + '\n');
        } else {
            write(call.streams().out, what + u"\n"_s + QString::fromUtf8(sql));
        }
        return ExitOk;
    }
    if (!confirmation.isGiven(
            Confirmation::Question{what, question, target.schema, u"the schema's name"_s}))
        return ExitRuntime;
    return std::nullopt;
}

int printDone(const CommandCall &call, const std::unique_ptr<Session> &session,
              const QueueTarget &target, const QString &sentence)
{
    if (!call.isSet(u"json"_s)) {
        write(call.streams().out, sentence);
        return ExitOk;
    }
    const auto state = inspectHistory(*session, target.schema);
    if (!state)
        return complainOf(call, target, state.error());
    JsonObjectText json = historyStateJson(*state);
    json.addBool("is_done", true);
    call.streams().out->write(json.text() + '\n');
    return ExitOk;
}

/// Names separated by commas; an empty text is none of them.
std::optional<QStringList> namesOf(const CommandCall &call, const QString &option,
                                   QStringList *problems)
{
    const auto text = call.value(option);
    if (!text)
        return std::nullopt;
    const QStringList names = namesIn(*text);
    // It may be a variable that was not set, and would take a rule away.
    if (names.isEmpty() && !text->isEmpty())
        *problems << u"--%1: '%2' names nothing; '' stands for none"_s.arg(option, *text);
    return names;
}

void readPayloadOptions(const CommandCall &call, HistoryOptions *options, QStringList *problems)
{
    if (call.isSet(u"keep-payloads"_s) && call.isSet(u"no-payloads"_s))
        *problems << u"--keep-payloads excludes --no-payloads"_s;
    if (call.isSet(u"keep-payloads"_s))
        options->keepPayloads = true;
    else if (call.isSet(u"no-payloads"_s))
        options->keepPayloads = false;
    options->payloads.tasks = namesOf(call, u"payload-tasks"_s, problems);
    options->payloads.exceptTasks = namesOf(call, u"payload-except"_s, problems);
    options->payloads.redactedKeys = namesOf(call, u"payload-redact"_s, problems);
    options->payloads.mostBytes
        = call.number(u"payload-limit"_s, 1, PayloadRules::kMostBytes, problems);
    if (const QString problem = options->payloads.problem(); !problem.isEmpty())
        *problems << problem;
}

/// What is about to become of payloads.
QString payloadsText(bool keeps, const HistoryState &state)
{
    if (keeps) {
        const QString price = payloadPrice().join(u'\n') + u'\n';
        return state.arePayloadRulesLost() ? price
                + u"The rules for payloads are lost: those not specified now become the "
                  "defaults, %1.\n"_s.arg(rulesText(PayloadRules()))
                                           : price;
    }
    if (state.keepsPayloads)
        return u"Deletes the payloads that are kept, with the rules for them: %1.\n"_s.arg(
            formatBytes(state.payloadBytes));
    return {};
}

int runHistoryInstall(const CommandCall &call)
{
    QStringList problems;
    HistoryOptions options;
    options.keepDays = call.number(u"keep-days"_s, 1, 3650, &problems);
    options.keepRollupDays = call.number(u"keep-rollup-days"_s, 1, 36500, &problems);
    readPayloadOptions(call, &options, &problems);
    return withConfirmation(
        call, problems, QueueAccess::Extend,
        [&](const QueueTarget &target, const Confirmation &confirmation,
            const std::unique_ptr<Session> &session) {
            const auto state = inspectHistory(*session, target.schema);
            if (!state)
                return complainOf(call, target, state.error());
            const HistoryOptions wanted = settledOptions(options, *state);
            const bool keeps = wanted.keepPayloads.value_or(false);
            if (!wanted.payloads.isEmpty() && !keeps)
                return call.refuse({u"--payload-tasks and the like need --keep-payloads"_s});
            if (keeps && state->arePayloadRulesLost() && !wanted.payloads.redactedKeys) {
                return call.refuse(
                    {u"the rules for payloads are lost: specify again which keys' values to "
                     "leave out (--payload-redact, '' for none), or that no payloads are "
                     "kept (--no-payloads); anything else not specified becomes the "
                     "default, %1"_s.arg(rulesText(PayloadRules()))});
            }
            const bool isChange = options.keepDays || options.keepRollupDays
                || keeps != state->keepsPayloads || !wanted.payloads.isEmpty();
            const bool isComplete = state->presence == Presence::Complete && !state->isOutdated;
            if (isComplete && state->hasToday && !isChange
                && (!state->figures || state->figures->lastTrouble.isEmpty())) {
                complainTo(call.streams(), u"the history is installed"_s);
                return int(ExitNothing);
            }
            const QString what = u"Records every finished job of schema %1.\n"_s.arg(target.schema)
                + historyPriceText(*state) + payloadsText(keeps, *state) + historyLocks() + u'\n';
            if (const auto code
                = asked(call, confirmation, target, *state, what, u"Install the history?"_s,
                        historyInstallSql(target.schema, wanted)))
                return *code;
            if (const auto done = installHistoryLogged(*session, logOf(target), wanted); !done)
                return complainOf(call, target, done.error());
            return printDone(call, session, target, u"The history has been installed.\n"_s);
        });
}

int runHistoryRemove(const CommandCall &call)
{
    return withConfirmation(
        call, {}, QueueAccess::Extend,
        [&](const QueueTarget &target, const Confirmation &confirmation,
            const std::unique_ptr<Session> &session) {
            const auto state = inspectHistory(*session, target.schema);
            if (!state)
                return complainOf(call, target, state.error());
            if (state->presence == Presence::Absent)
                return complainOfNoHistory(call, target, state->hasJobs);
            const QString runs
                = state->figures ? formatNumber(state->figures->runs) + u" runs, "_s : QString();
            const QString what
                = u"Removes the history of schema %1 and everything it recorded: %2%3. Jobs "
                  "are not affected.\n"_s.arg(
                      target.schema, runs,
                      formatBytes(state->runBytes + state->rollupBytes + state->payloadBytes))
                + historyLocks() + u'\n';
            if (const auto code = asked(call, confirmation, target, *state, what,
                                        u"Remove the history?"_s, historyRemoveSql(target.schema)))
                return *code;
            if (const auto done = removeHistoryLogged(*session, logOf(target), *state); !done)
                return complainOf(call, target, done.error());
            return printDone(call, session, target, u"The history has been removed.\n"_s);
        });
}

ShellCommand changingCommand(const QString &verb, const QString &summary)
{
    ShellCommand command = historyCommand(verb, summary);
    command.options
        = Confirmation::options(u"change nothing; print the costs, the locks and the SQL"_s);
    command.options.push_back(jsonOption(u"print one JSON object"_s));
    return command;
}

} // namespace

std::vector<ShellCommand> historyInstallCommands()
{
    ShellCommand install
        = changingCommand(u"install"_s, u"Records finished jobs, whichever worker runs them"_s);
    install.description
        = u"Adds triggers and tables to the schema, as the owner of its tables. Workers keep\n"
          "running during the installation, and if recording fails later. To repair a\n"
          "history that lost its triggers, or was made by another version, install it again.\n"
          "On an existing history, options change only what they name. Payloads are kept\n"
          "only with --keep-payloads.\n"_s;
    install.options.insert(
        install.options.begin(),
        {{{u"keep-days"_s}, u"DAYS"_s, u"to keep single runs [7]"_s},
         {{u"keep-rollup-days"_s}, u"DAYS"_s, u"to keep hourly figures [400]"_s},
         {{u"keep-payloads"_s},
          {},
          u"also keep the payloads of finished jobs, to add them again"_s},
         {{u"no-payloads"_s}, {}, u"keep no payloads; delete the kept ones and their rules"_s},
         {{u"payload-tasks"_s}, u"LIST"_s, u"of these tasks only, 'send_*,report'; '': of all"_s},
         {{u"payload-except"_s}, u"LIST"_s, u"not of these tasks; '': of all"_s},
         {{u"payload-redact"_s},
          u"KEYS"_s,
          u"values of these keys, 'password,*token*', become \"[redacted]\"; '': of none"_s},
         {{u"payload-limit"_s}, u"BYTES"_s, u"keep no larger payloads [65536]"_s}});
    install.examples = {u"yardmaster history install --dry-run"_s,
                        u"yardmaster history install --keep-days 14 --yes"_s,
                        u"yardmaster history install --keep-payloads --payload-redact "
                        "'password,*token*' --yes"_s};
    install.exits = {{ExitOk, u"it is installed"_s},
                     {ExitRuntime, u"not confirmed, tables in use, or the database failed"_s},
                     {ExitUsage, u"wrong options, or --yes is missing"_s},
                     {ExitNothing, u"it is already installed"_s}};
    install.run = &runHistoryInstall;

    ShellCommand remove
        = changingCommand(u"remove"_s, u"Removes the history and everything it recorded"_s);
    remove.description = u"Workers keep running. There is no undo.\n"_s;
    remove.examples = {u"yardmaster history remove --yes"_s};
    remove.exits = {{ExitOk, u"it was removed"_s},
                    {ExitRuntime, u"not confirmed, tables in use, or the database failed"_s},
                    {ExitUsage, u"wrong options, or --yes is missing"_s},
                    {ExitNothing, u"there is no history"_s}};
    remove.run = &runHistoryRemove;

    return {install, remove};
}

} // namespace yardmaster
