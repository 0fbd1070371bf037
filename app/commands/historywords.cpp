#include "app/commands/historywords.h"

#include "app/exitcodes.h"
#include "models/maintenance/historyfacts.h"
#include "models/values/format.h"

namespace yardmaster {

using namespace Qt::StringLiterals;
using Presence = HistoryState::Presence;

namespace {

std::optional<Timestamp> timeOrNone(const QDateTime &time)
{
    return time.isValid() ? std::optional(timestamp(time)) : std::nullopt;
}

} // namespace

JsonObjectText historyStateJson(const HistoryState &state)
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
    json.addBool("keeps_payloads", state.keepsPayloads);
    json.addNumber("payload_bytes", state.payloadBytes);
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
    if (figures.payloads) {
        json.addList("payload_tasks", figures.payloads->tasks);
        json.addList("payload_except", figures.payloads->exceptTasks);
        json.addList("payload_redact", figures.payloads->redactedKeys);
        json.addNumber("payload_limit", figures.payloads->mostBytes);
    }
    return json;
}

QString historyPriceText(const HistoryState &state)
{
    return historyPrice(state).join(u'\n') + u'\n';
}

QString payloadRulesText(const HistoryState &state)
{
    if (!state.keepsPayloads)
        return u"none"_s;
    if (state.arePayloadRulesLost())
        return formatBytes(state.payloadBytes) + u": the rules are lost, nothing is kept"_s;
    if (!state.figures || !state.figures->payloads)
        return formatBytes(state.payloadBytes);
    return formatBytes(state.payloadBytes) + u": "_s + rulesText(*state.figures->payloads);
}

QString rulesText(const PayloadRules &rules)
{
    QStringList parts{u"up to %1 each"_s.arg(formatBytes(rules.mostBytes))};
    parts.prepend(rules.tasks.isEmpty() ? u"of all tasks"_s : u"of "_s + rules.tasks.join(u", "_s));
    if (!rules.exceptTasks.isEmpty())
        parts << u"without those of "_s + rules.exceptTasks.join(u", "_s);
    if (!rules.redactedKeys.isEmpty())
        parts << u"without the values of "_s + rules.redactedKeys.join(u", "_s);
    return parts.join(u"; "_s);
}

int complainOfNoHistory(const CommandCall &call, const QueueTarget &target, bool hasJobs)
{
    if (!hasJobs)
        return complainOf(call, target, DbError{DbError::Kind::SchemaMissing, {}, {}});
    complainTo(call.streams(), u"there is no history in schema '%1'"_s.arg(target.schema));
    return ExitNothing;
}

ShellCommand historyCommand(const QString &verb, const QString &summary)
{
    ShellCommand command;
    command.words = {u"history"_s, verb};
    command.summary = summary;
    command.uses = ShellCommand::Uses::Queue;
    return command;
}

} // namespace yardmaster
