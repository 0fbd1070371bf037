#include "app/commands/historycommand.h"

#include "app/commands/historywords.h"
#include "app/commands/queueaccess.h"
#include "app/commands/texttable.h"
#include "app/exitcodes.h"
#include "models/maintenance/historyfacts.h"
#include "models/values/format.h"
#include <yardmaster/session.h>

#include <QIODevice>

namespace yardmaster {

using namespace Qt::StringLiterals;
using Presence = HistoryState::Presence;

namespace {

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
    rows.push_back({u"payloads:"_s, payloadRulesText(state)});
    return textTable(rows);
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
        call.streams().out->write(historyStateJson(*state).text() + '\n');
    } else {
        write(call.streams().out, stateText(*state) + u'\n' + historyPriceText(*state));
        for (const QString &trouble : historyTroubles(*state))
            complainTo(call.streams(), trouble);
    }
    if (state->presence == Presence::Absent)
        return ExitNothing;
    return state->needsAttention() ? ExitRuntime : ExitOk;
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
    const auto queue = openQueue(call, QueueAccess::Extend);
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
        return state ? complainOfNoHistory(call, target, state->hasJobs)
                     : complainOf(call, target, state.error());
    }
    case Outcome::Denied:
        complainTo(call.streams(), u"this role may not maintain the history"_s);
        return ExitDenied;
    case Outcome::Standby:
        complainTo(call.streams(),
                   u"this server is a standby: its history is maintained on the primary"_s);
        return ExitDenied;
    case Outcome::ReadOnly:
        complainTo(call.streams(),
                   u"this session is read-only: default_transaction_read_only is on"_s);
        return ExitDenied;
    case Outcome::Busy:
        complainTo(call.streams(), u"another process is working on the history"_s);
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
              u"Partitions created: %1, dropped: %2. Roll-ups dropped: %3.\n"_s.arg(
                  formatNumber(kept->daysMade), formatNumber(kept->daysDropped),
                  formatNumber(kept->rollupsDropped)));
    }
    return kept->trouble.isEmpty() ? ExitOk : ExitRuntime;
}

ShellCommand keepingCommand(const QString &verb, const QString &summary)
{
    ShellCommand command = historyCommand(verb, summary);
    command.options = {jsonOption(u"print one JSON object"_s)};
    command.exits = {
        {ExitOk, u"done, or nothing was due"_s},
        {ExitRuntime, u"another process is doing it, a table was locked, or the database failed"_s},
        {ExitNothing, u"there is no history"_s}};
    return command;
}

} // namespace

std::vector<ShellCommand> historyCommands()
{
    ShellCommand status = historyCommand(
        u"status"_s, u"Shows whether finished jobs are recorded, and what it costs"_s);
    status.isDefault = true;
    status.options = {jsonOption(u"print one JSON object"_s)};
    status.examples = {u"yardmaster history status"_s,
                       u"yardmaster history status --json | jq .bytes_per_million_runs"_s};
    status.exits = {{ExitOk, u"it is recording"_s},
                    {ExitRuntime, u"it needs attention, or the database failed"_s},
                    {ExitNothing, u"there is no history"_s}};
    status.run = &runHistoryStatus;

    ShellCommand rollup = keepingCommand(u"rollup"_s, u"Summarizes the runs of past hours"_s);
    rollup.description = u"Yardmaster's workers do this on their own, as does a window's.\n"_s;
    rollup.examples = {u"yardmaster history rollup"_s};
    rollup.run = [](const CommandCall &call) { return runKeep(call, HistoryWork::Rollup); };

    ShellCommand prune
        = keepingCommand(u"prune"_s, u"Creates partitions for the next days and drops old ones"_s);
    prune.description
        = u"Yardmaster's workers do this on their own, as does a window's. A day is dropped only\n"
          "once it has been rolled up.\n"_s;
    prune.examples = {u"yardmaster history rollup && yardmaster history prune"_s};
    prune.run = [](const CommandCall &call) { return runKeep(call, HistoryWork::Prune); };

    return {status, rollup, prune};
}

} // namespace yardmaster
