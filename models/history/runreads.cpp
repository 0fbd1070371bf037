#include "models/history/runreads.h"

#include "models/query/shortread.h"
#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"

#include <algorithm>
#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

PastRun runFrom(const Rows &rows, int row)
{
    PastRun run;
    run.id = rows.int64(row, 0);
    run.outcome = pastOutcomeFrom(rows.text(row, 1).isEmpty() ? ' ' : rows.bytes(row, 1).front());
    run.finished = timestampAt(rows, row, 2);
    run.started = timestampOrNone(rows, row, 3);
    run.runAt = timestampOrNone(rows, row, 4);
    run.task = rows.text(row, 5);
    run.queue = rows.text(row, 6);
    run.worker = rows.text(row, 7);
    run.attempt = int(rows.int64(row, 8));
    run.maxAttempts = int(rows.int64(row, 9));
    if (!rows.isNull(row, 10))
        run.handler = std::chrono::microseconds(rows.int64(row, 10));
    run.error = rows.text(row, 11);
    run.isFailure = rows.boolean(row, 12);
    return run;
}

/// It was removed, or forbidden, since it was asked for.
bool isGone(const DbError &error)
{
    return error.kind == DbError::Kind::SchemaMissing
        || error.kind == DbError::Kind::PermissionDenied;
}

QList<PastRun> runsFrom(const Rows &rows)
{
    QList<PastRun> runs;
    runs.reserve(rows.count());
    for (int row = 0; row < rows.count(); ++row)
        runs << runFrom(rows, row);
    return runs;
}

} // namespace

Result<HistoryPresence> readHistoryPresence(Session &session, const QString &schema)
{
    const auto rows = session.query(sqlText("models/history/history_presence.sql", schema), {});
    if (!rows)
        return tl::make_unexpected(rows.error());
    HistoryPresence presence{rows->boolean(0, 0),
                             rows->boolean(0, 1),
                             {},
                             rows->text(0, 2).split(u'\n', Qt::SkipEmptyParts)};
    if (!presence.isReadable())
        return presence;
    const auto since
        = session.query("select (extract(epoch from installed_at) * 1000000)::bigint from "
                            + quotedIdentifier(schema) + "._yardmaster_history_state",
                        {});
    if (!since && isGone(since.error()))
        return HistoryPresence();
    if (!since)
        return tl::make_unexpected(since.error());
    if (!since->isEmpty())
        presence.since = timestampAt(*since, 0, 0);
    return presence;
}

Result<QList<PastRun>> readRunsOf(Session &session, const QString &schema, qint64 id, bool isGone)
{
    QByteArray sql = sqlText("models/history/runs.sql", schema);
    // Ids are not used again: one row has it, and the days are looked through one after the other.
    sql.replace(
        "true /*rows*/",
        isGone ? "batch.min_id <= $2::bigint and batch.max_id >= $2::bigint and $2::bigint = any "
                 "(batch.ids) limit 1"
               : "false");
    sql.replace("true /*ended*/", "one.id = $2::bigint");
    sql.replace("true /*failed*/", "failed.id = $2::bigint");
    sql.replace(" /*place*/", " + interval '0'"); // by the index on ids, not by that on times
    // Of days that are over an index knows which ids are where; a scan for one row of many would
    // seem as good to the planner.
    const auto rows = readOnce(session, 20s, sql, {param(kMostRunsOfJob), param(id)},
                               "set local enable_seqscan = off");
    if (!rows)
        return tl::make_unexpected(rows.error());
    QList<PastRun> runs = runsFrom(*rows);
    std::ranges::reverse(runs);
    return runs;
}

Result<JobPast> readJobPast(Session &session, const QString &schema, qint64 id, bool isGone)
{
    const auto presence = readHistoryPresence(session, schema);
    if (!presence)
        return tl::make_unexpected(presence.error());
    JobPast past{*presence, {}};
    if (!past.presence.isReadable())
        return past;
    auto runs = readRunsOf(session, schema, id, isGone);
    if (!runs)
        return tl::make_unexpected(runs.error());
    past.runs = *std::move(runs);
    return past;
}

namespace {

/// @param sql  with the conditions in place of its marks.
Result<RunPage> pageOf(Session &session, const HistoryPresence &presence, const QByteArray &sql,
                       const Params &params, int limit)
{
    const auto rows = readOnce(session, 60s, sql, params);
    if (!rows)
        return tl::make_unexpected(rows.error());
    RunPage page{presence, runsFrom(*rows), false};
    page.hasMore = page.runs.size() > limit;
    if (page.hasMore)
        page.runs.removeLast();
    return page;
}

} // namespace

Result<RunPage> readRunsSince(Session &session, const QString &schema, Timestamp since, int limit)
{
    const auto presence = readHistoryPresence(session, schema);
    if (!presence)
        return tl::make_unexpected(presence.error());
    if (!presence->isReadable())
        return RunPage{*presence, {}, false};
    QByteArray sql = sqlText("models/history/runs.sql", schema);
    sql.replace("true /*rows*/", "batch.finished > $2::timestamptz");
    sql.replace("true /*failed*/", "failed.finished > $2::timestamptz");
    return pageOf(session, *presence, sql, {param(limit + 1), timestampParam(since)}, limit);
}

Result<RunPage> readRunPage(Session &session, const FilterContext &context,
                            const RunPageRequest &request)
{
    const auto presence = readHistoryPresence(session, context.schema);
    if (!presence)
        return tl::make_unexpected(presence.error());
    if (!presence->isReadable())
        return RunPage{*presence, {}, false};
    Params params{param(request.limit + 1)};
    RunFilterSql filter(context, &params);
    QByteArray sql = sqlText("models/history/runs.sql", context.schema);
    const std::pair<RunFilterSql::Table, const char *> tables[]
        = {{RunFilterSql::Table::Ended, "true /*ended*/"},
           {RunFilterSql::Table::Failed, "true /*failed*/"}};
    for (const auto &[table, mark] : tables) {
        QByteArray condition = filter.condition(table, request.filter);
        if (request.after)
            condition += "\n  and " + filter.after(table, *request.after);
        sql.replace(mark, condition);
    }
    return pageOf(session, *presence, sql, params, request.limit);
}

QByteArray RunFilterSql::condition(Table table, const Filter &filter)
{
    QByteArrayList conditions;
    for (const FilterTerm &term : filter.terms) {
        const QByteArray sql = condition(table, term);
        // What is unknown belongs to the rest, so that both together are all.
        conditions << (term.isNegated ? "((" + sql + ") is not true)" : '(' + sql + ')');
    }
    return conditions.isEmpty() ? "true" : conditions.join("\n  and ");
}

QByteArray RunFilterSql::after(Table table, const RunPosition &position)
{
    const bool isEnded = table == Table::Ended;
    const QByteArray row = isEnded ? "ended" : "failed";
    const QByteArray finished = bind(timestampParam(position.finished)) + "::timestamptz";
    // At the same time, of the same job, its end comes before its failure.
    const QByteArray comes = !isEnded && !position.isFailure ? " <= " : " < ";
    return row + ".finished <= " + finished + " and (" + row + ".finished, "
        + (isEnded ? "one" : "failed") + ".id)" + comes + '(' + finished + ", "
        + bind(param(position.id)) + "::bigint)";
}

QByteArray RunFilterSql::namesOf(const char *kind, const char *table, const char *column) const
{
    return QByteArray("(select live.id, live.") + column + " as name from " + schema() + '.' + table
        + " as live union all select kept.id, kept.name from " + schema()
        + "._yardmaster_history_names as kept where kept.kind = '" + kind + "')";
}

QByteArray RunFilterSql::condition(Table table, const FilterTerm &term)
{
    const bool isEnded = table == Table::Ended;
    const QByteArray row = isEnded ? "ended." : "failed.";
    const QByteArray one = isEnded ? "one." : "failed.";
    switch (term.key) {
    case FilterKey::Task:
        return viaTable(row + "task_id", namesOf("t", "_private_tasks", "identifier"), "names.name",
                        term);
    case FilterKey::Queue:
        return viaTable(one + "queue_id", namesOf("q", "_private_job_queues", "queue_name"),
                        "names.name", term);
    case FilterKey::Worker:
        return nameCondition(row + "worker", term);
    case FilterKey::Outcome:
        return outcomeCondition(table, term);
    case FilterKey::Id:
        return idCondition(table, term);
    case FilterKey::Attempt:
        return numberCondition(
            isEnded ? "case when ended.outcome <> 'k' then coalesce(one.attempt, 1) end"
                    : "failed.attempt",
            term);
    case FilterKey::Error:
        return textCondition(isEnded ? "null::text" : "failed.error", term);
    case FilterKey::Finished:
        return timeCondition(row + "finished", term);
    case FilterKey::Started:
        return timeCondition(row + "started", term);
    case FilterKey::Took: { // greatest() takes what is unknown for nothing
        const QByteArray held = "case when " + row
            + "started is not null then greatest(0, date_part('epoch', " + row + "finished - " + row
            + "started) * 1000000) end";
        return durationCondition(isEnded ? "coalesce(one.handler_us, " + held + ')' : held, term);
    }
    case FilterKey::Wait:
        return durationCondition("case when " + row + "started is not null and isfinite(" + one
                                     + "run_at) then greatest(0, date_part('epoch', " + row
                                     + "started - " + one + "run_at) * 1000000) end",
                                 term);
    default:
        Q_UNREACHABLE(); // keys of jobs
    }
}

QByteArray RunFilterSql::outcomeCondition(Table table, const FilterTerm &term)
{
    // Each table has outcomes of its own; the other one need not be read.
    const QStringView mine = table == Table::Ended ? u"srfku" : u"exd";
    QStringList letters;
    for (const FilterValue &value : term.values) {
        const PastOutcome outcome = *findPastOutcome(value.text());
        letters << QString(QLatin1Char(pastOutcomeInfo(outcome).letter));
        if (outcome == PastOutcome::AttemptFailed) // the last one, too
            letters << QString(QLatin1Char(pastOutcomeInfo(PastOutcome::FailedForGood).letter));
    }
    letters.removeIf([mine](const QString &letter) { return !mine.contains(letter); });
    if (letters.isEmpty())
        return "false";
    return QByteArray(table == Table::Ended ? "ended" : "failed") + ".outcome = any ("
        + bind(param(letters)) + "::\"char\"[])";
}

QByteArray RunFilterSql::idCondition(Table table, const FilterTerm &term)
{
    if (table == Table::Failed)
        return numberCondition("failed.id", term);
    const QByteArray exact = numberCondition("one.id", term);
    if (term.isNegated)
        return exact;
    // The rows that may hold it, by the index of days that are over.
    qint64 least = std::numeric_limits<qint64>::min();
    qint64 most = std::numeric_limits<qint64>::max();
    const auto number = [](const QString &text, qint64 open) {
        return text.isEmpty() ? open : text.toLongLong();
    };
    const qint64 first = number(term.values.first().pieces.first(), least);
    switch (term.op) {
    case FilterOperator::Less:
    case FilterOperator::LessOrEqual:
        most = first;
        break;
    case FilterOperator::Greater:
    case FilterOperator::GreaterOrEqual:
        least = first;
        break;
    default: {
        std::swap(least, most); // the hull of all values
        for (const FilterValue &value : term.values) {
            least
                = std::min(least, number(value.pieces.first(), std::numeric_limits<qint64>::min()));
            most = std::max(most, number(value.pieces.last(), std::numeric_limits<qint64>::max()));
        }
    }
    }
    return "ended.max_id >= " + bind(param(least))
        + "::bigint and ended.min_id <= " + bind(param(most)) + "::bigint and " + exact;
}

} // namespace yardmaster
