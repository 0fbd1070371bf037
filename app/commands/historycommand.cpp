#include "app/commands/historycommand.h"

#include "app/commands/confirmation.h"
#include "app/commands/jobjson.h"
#include "app/commands/operationprocess.h"
#include "app/commands/texttable.h"
#include "models/maintenance/historyfacts.h"
#include "models/maintenance/loggedhistory.h"
#include "models/values/format.h"

#include <QIODevice>

namespace yardmaster {

using namespace Qt::StringLiterals;
using Presence = HistoryState::Presence;

namespace {

std::optional<Timestamp> timeOrNone(const QDateTime &time)
{
    return time.isValid() ? std::optional(timestamp(time)) : std::nullopt;
}

JsonObjectText stateJson(const HistoryState &state)
{
    JsonObjectText json;
    json.addText("state",
                 state.presence == Presence::Absent         ? u"absent"_s
                     : state.presence == Presence::Complete ? u"complete"_s
                                                            : u"incomplete"_s);
    json.addList("missing", state.missing);
    json.addBool("is_outdated", state.isOutdated);
    json.addBool("needs_attention", state.needsAttention());
    const auto dayJson = [&json](QByteArrayView key, const QDate &day) {
        json.addTextOrNull(key, day.toString(Qt::ISODate));
    };
    dayJson("first_day", state.firstDay);
    dayJson("last_day", state.lastDay);
    json.addNumber("run_bytes", state.runBytes);
    json.addNumber("rollup_bytes", state.rollupBytes);
    const auto bytes = state.bytesPerMillion();
    json.add("bytes_per_million_runs", bytes ? QByteArray::number(*bytes) : "null");
    json.add("jobs_deleted_per_day",
             state.deletedPerDay ? QByteArray::number(qint64(*state.deletedPerDay)) : "null");
    if (!state.figures)
        return json;
    const HistoryFigures &figures = *state.figures;
    json.addNumber("runs", figures.runs);
    json.addNumber("failed_attempts", figures.failures);
    json.addTime("installed_at", timeOrNone(figures.installedAt));
    json.addTime("rolled_up_to", timeOrNone(figures.rolledUpTo));
    json.addTime("kept_at", timeOrNone(figures.keptAt));
    json.addNumber("keep_days", figures.keepDays);
    json.addNumber("keep_rollup_days", figures.keepRollupDays);
    json.addBool("has_rows_in_default_partition", figures.hasRest);
    json.addTextOrNull("last_trouble", figures.lastTrouble);
    json.addTime("last_trouble_at", timeOrNone(figures.lastTroubleAt));
    return json;
}

QString daysText(int days)
{
    return days == 1 ? u"1 day"_s : formatNumber(days) + u" days"_s;
}

QString stateText(const HistoryState &state)
{
    if (state.presence == Presence::Absent)
        return u"No history is recorded in this schema.\n"_s;
    std::vector<QStringList> rows{{u"state:"_s,
                                   state.presence == Presence::Incomplete ? u"incomplete"_s
                                       : state.needsAttention()           ? u"needs attention"_s
                                                                          : u"recording"_s}};
    if (state.figures) {
        const HistoryFigures &figures = *state.figures;
        const auto time = [](const QDateTime &at) {
            return at.isValid() ? utcText(timestamp(at)) : u"never"_s;
        };
        rows.push_back({u"installed:"_s, time(figures.installedAt)});
        rows.push_back({u"runs kept:"_s,
                        u"%1, %2 failed attempts, for %3"_s.arg(formatNumber(figures.runs),
                                                                formatNumber(figures.failures),
                                                                daysText(figures.keepDays))});
        rows.push_back(
            {u"rolled up to:"_s,
             u"%1, kept for %2"_s.arg(time(figures.rolledUpTo), daysText(figures.keepRollupDays))});
        rows.push_back({u"last kept:"_s, time(figures.keptAt)});
    }
    rows.push_back({u"partitions:"_s,
                    state.firstDay.isValid() ? u"%1 to %2"_s.arg(
                        state.firstDay.toString(Qt::ISODate), state.lastDay.toString(Qt::ISODate))
                                             : u"none"_s});
    rows.push_back(
        {u"size:"_s,
         u"%1, roll-ups %2"_s.arg(formatBytes(state.runBytes), formatBytes(state.rollupBytes))});
    return textTable(rows);
}

/// Why there is no history to work on.
int complainOfAbsence(const CommandCall &call, const QueueTarget &target, bool hasJobs)
{
    if (!hasJobs)
        return complainOf(call, target, DbError{DbError::Kind::SchemaMissing, {}, {}});
    complainTo(call.streams(), u"there is no history in schema '%1'"_s.arg(target.schema));
    return ExitNothing;
}

QString priceText(const HistoryState &state)
{
    return historyPrice(state).join(u'\n') + u'\n';
}

// ---- status

int runHistoryStatus(const CommandCall &call)
{
    const auto queue = openQueue(call, QueueAccess::Manage);
    if (!queue)
        return queue.error();
    const auto &[target, session] = *queue;
    const auto state = inspectHistory(*session, target.schema);
    if (!state)
        return complainOf(call, target, state.error());
    if (!state->hasJobs)
        return complainOf(call, target, DbError{DbError::Kind::SchemaMissing, {}, {}});
    if (call.isSet(u"json"_s)) {
        call.streams().out->write(stateJson(*state).text() + '\n');
    } else {
        write(call.streams().out, stateText(*state) + u'\n' + priceText(*state));
        for (const QString &trouble : historyTroubles(*state))
            complainTo(call.streams(), trouble);
    }
    if (state->presence == Presence::Absent)
        return ExitNothing;
    return state->needsAttention() ? ExitRuntime : ExitOk;
}

// ---- install and remove

/// Shows what would be done, in --dry-run, or asks. nullopt: go on.
std::optional<int> asked(const CommandCall &call, const Confirmation &confirmation,
                         const QueueTarget &target, const HistoryState &state, const QString &what,
                         const QString &question, const QByteArray &sql)
{
    if (call.isSet(u"dry-run"_s)) {
        if (call.isSet(u"json"_s)) {
            JsonObjectText json = stateJson(state);
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
    JsonObjectText json = stateJson(*state);
    json.addBool("is_done", true);
    call.streams().out->write(json.text() + '\n');
    return ExitOk;
}

int runHistoryInstall(const CommandCall &call)
{
    QStringList problems;
    HistoryOptions options;
    options.keepDays = call.number(u"keep-days"_s, 1, 3650, &problems);
    options.keepRollupDays = call.number(u"keep-rollup-days"_s, 1, 36500, &problems);
    return withConfirmation(
        call, problems, QueueAccess::Manage,
        [&](const QueueTarget &target, const Confirmation &confirmation,
            const std::unique_ptr<Session> &session) {
            const auto state = inspectHistory(*session, target.schema);
            if (!state)
                return complainOf(call, target, state.error());
            const bool isChange = options.keepDays || options.keepRollupDays;
            const bool isComplete = state->presence == Presence::Complete && !state->isOutdated;
            if (isComplete && state->hasToday && !isChange
                && (!state->figures || state->figures->lastTrouble.isEmpty())) {
                complainTo(call.streams(), u"the history is installed"_s);
                return int(ExitNothing);
            }
            const QString what = u"Records every finished job of schema %1.\n"_s.arg(target.schema)
                + priceText(*state) + historyLocks() + u'\n';
            if (const auto code
                = asked(call, confirmation, target, *state, what, u"Install the history?"_s,
                        historyInstallSql(target.schema, options)))
                return *code;
            if (const auto done = installHistoryLogged(*session, logOf(target), options); !done)
                return complainOf(call, target, done.error());
            return printDone(call, session, target, u"The history is installed.\n"_s);
        });
}

int runHistoryRemove(const CommandCall &call)
{
    return withConfirmation(
        call, {}, QueueAccess::Manage,
        [&](const QueueTarget &target, const Confirmation &confirmation,
            const std::unique_ptr<Session> &session) {
            const auto state = inspectHistory(*session, target.schema);
            if (!state)
                return complainOf(call, target, state.error());
            if (state->presence == Presence::Absent)
                return complainOfAbsence(call, target, state->hasJobs);
            const QString runs
                = state->figures ? formatNumber(state->figures->runs) + u" runs, "_s : QString();
            const QString what
                = u"Removes the history of schema %1 and all it recorded: %2%3. Jobs stay as they "
                  "are.\n"_s.arg(target.schema, runs,
                                 formatBytes(state->runBytes + state->rollupBytes))
                + historyLocks() + u'\n';
            if (const auto code = asked(call, confirmation, target, *state, what,
                                        u"Remove the history?"_s, historyRemoveSql(target.schema)))
                return *code;
            if (const auto done = removeHistoryLogged(*session, logOf(target), *state); !done)
                return complainOf(call, target, done.error());
            return printDone(call, session, target, u"The history is removed.\n"_s);
        });
}

// ---- rollup and prune

QByteArray keptJson(const HistoryKept &kept)
{
    JsonObjectText json;
    json.addNumber("hours_rolled_up", kept.hoursRolledUp);
    json.addNumber("partitions_made", kept.daysMade);
    json.addNumber("rows_moved", kept.rowsMoved);
    json.addNumber("partitions_dropped", kept.daysDropped);
    json.addNumber("rollups_dropped", kept.rollupsDropped);
    json.addTextOrNull("trouble", kept.trouble);
    return json.text() + '\n';
}

int runKeep(const CommandCall &call, HistoryWork work)
{
    const auto queue = openQueue(call, QueueAccess::Manage);
    if (!queue)
        return queue.error();
    const auto &[target, session] = *queue;
    // As workers do by themselves, and a timer may every few minutes: nothing for the operator log.
    const auto kept = keepHistory(*session, target.schema, work, true);
    if (!kept)
        return complainOf(call, target, kept.error());
    using Outcome = HistoryKept::Outcome;
    switch (kept->outcome) {
    case Outcome::Absent: {
        const auto state = inspectHistory(*session, target.schema);
        return state ? complainOfAbsence(call, target, state->hasJobs)
                     : complainOf(call, target, state.error());
    }
    case Outcome::Denied:
        complainTo(call.streams(), u"this role may not keep the history"_s);
        return ExitDenied;
    case Outcome::Standby:
        complainTo(call.streams(),
                   u"this server is a standby: its history is kept on the primary"_s);
        return ExitDenied;
    case Outcome::ReadOnly:
        complainTo(call.streams(),
                   u"this session only reads: default_transaction_read_only is on"_s);
        return ExitDenied;
    case Outcome::Busy:
        complainTo(call.streams(), u"another process is at work on the history"_s);
        return ExitRuntime;
    case Outcome::NotDue:
    case Outcome::Done:
        break;
    }
    if (!kept->trouble.isEmpty())
        complainTo(call.streams(), kept->trouble);
    if (call.isSet(u"json"_s)) {
        call.streams().out->write(keptJson(*kept));
    } else if (work == HistoryWork::Rollup) {
        write(call.streams().out, u"Hours rolled up: %1.\n"_s.arg(kept->hoursRolledUp));
    } else {
        write(call.streams().out,
              u"Partitions made: %1, dropped: %2. Roll-ups dropped: %3.\n"_s.arg(
                  formatNumber(kept->daysMade), formatNumber(kept->daysDropped),
                  formatNumber(kept->rollupsDropped)));
    }
    return kept->trouble.isEmpty() ? ExitOk : ExitRuntime;
}

ShellCommand historyCommand(const QString &verb, const QString &summary)
{
    ShellCommand command;
    command.words = {u"history"_s, verb};
    command.summary = summary;
    command.uses = ShellCommand::Uses::Queue;
    return command;
}

ShellCommand changingCommand(const QString &verb, const QString &summary)
{
    ShellCommand command = historyCommand(verb, summary);
    command.options
        = Confirmation::options(u"change nothing; print the price, the locks and the SQL"_s);
    command.options.push_back(jsonOption(u"print one JSON object"_s));
    return command;
}

ShellCommand keepingCommand(const QString &verb, const QString &summary)
{
    ShellCommand command = historyCommand(verb, summary);
    command.options = {jsonOption(u"print one JSON object"_s)};
    command.exits
        = {{ExitOk, u"done, or nothing was due"_s},
           {ExitRuntime, u"another process is at it, a lock was not had, or the database failed"_s},
           {ExitNothing, u"there is no history"_s}};
    return command;
}

} // namespace

std::vector<ShellCommand> historyCommands()
{
    ShellCommand status
        = historyCommand(u"status"_s, u"Shows whether finished jobs are recorded, and the price"_s);
    status.isDefault = true;
    status.options = {jsonOption(u"print one JSON object"_s)};
    status.examples = {u"yardmaster history status"_s,
                       u"yardmaster history status --json | jq .bytes_per_million_runs"_s};
    status.exits = {{ExitOk, u"it is recording"_s},
                    {ExitRuntime, u"it needs attention, or the database failed"_s},
                    {ExitNothing, u"there is no history"_s}};
    status.run = &runHistoryStatus;

    ShellCommand install
        = changingCommand(u"install"_s, u"Records finished jobs, whatever worker runs them"_s);
    install.description = u"Adds triggers and tables to the schema, as the owner of its tables. "
                          u"Workers go on while\n"
                          "it is installed, and if recording fails later. A history that lost its "
                          "triggers, or that\n"
                          "another version made, is repaired by installing it again.\n"_s;
    install.options.insert(
        install.options.begin(),
        {{{u"keep-days"_s}, u"DAYS"_s, u"that runs are kept one by one [7]"_s},
         {{u"keep-rollup-days"_s}, u"DAYS"_s, u"that hourly figures are kept [400]"_s}});
    install.examples = {u"yardmaster history install --dry-run"_s,
                        u"yardmaster history install --keep-days 14 --yes"_s};
    install.exits = {{ExitOk, u"it is installed"_s},
                     {ExitRuntime, u"not confirmed, tables in use, or the database failed"_s},
                     {ExitUsage, u"wrong options, or --yes is missing"_s},
                     {ExitNothing, u"it is installed already"_s}};
    install.run = &runHistoryInstall;

    ShellCommand remove
        = changingCommand(u"remove"_s, u"Removes the history and all it recorded"_s);
    remove.description = u"Workers go on meanwhile. There is no undo.\n"_s;
    remove.examples = {u"yardmaster history remove --yes"_s};
    remove.exits = {{ExitOk, u"it was removed"_s},
                    {ExitRuntime, u"not confirmed, tables in use, or the database failed"_s},
                    {ExitUsage, u"wrong options, or --yes is missing"_s},
                    {ExitNothing, u"there is no history"_s}};
    remove.run = &runHistoryRemove;

    ShellCommand rollup = keepingCommand(u"rollup"_s, u"Adds up the runs of hours that are over"_s);
    rollup.description = u"Workers of Yardmaster do so by themselves, that of a window too.\n"_s;
    rollup.examples = {u"yardmaster history rollup"_s};
    rollup.run = [](const CommandCall &call) { return runKeep(call, HistoryWork::Rollup); };

    ShellCommand prune
        = keepingCommand(u"prune"_s, u"Makes partitions of the next days and drops old ones"_s);
    prune.description
        = u"Workers of Yardmaster do so by themselves, that of a window too. A day is dropped\n"
          "only when it has been rolled up.\n"_s;
    prune.examples = {u"yardmaster history rollup && yardmaster history prune"_s};
    prune.run = [](const CommandCall &call) { return runKeep(call, HistoryWork::Prune); };

    return {status, install, remove, rollup, prune};
}

} // namespace yardmaster
