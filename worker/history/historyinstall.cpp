#include "worker/history/history.h"

#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QDeadlineTimer>
#include <QRandomGenerator>
#include <QRegularExpression>

#include <functional>
#include <thread>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Kind = DbError::Kind;

namespace {

/// Locks are waited for 300 ms at a time: workers queue behind who waits for their table.
constexpr auto kLockTimeout = "set local lock_timeout = '300ms';\n";

/// Errors that another installer causes, or a table in use.
bool isPassing(const DbError &error)
{
    return error.kind == Kind::Contention || error.kind == Kind::UniqueViolation
        || error.sqlState == "42P07"_L1 || error.sqlState == "42710"_L1
        || error.sqlState == "42723"_L1 || error.sqlState == "XX000"_L1;
}

/// Who holds the table of jobs, for people: "pid 4711 (psql)"; empty if nobody is seen.
QString holdersOf(Session &session, const QString &schema, bool readersToo)
{
    const auto rows = session.query(
        "select string_agg(distinct 'pid ' || l.pid || coalesce(' (' || nullif(a.application_name, "
        "'') || ')', ''), ', ') from pg_locks l left join pg_stat_activity a on a.pid = l.pid "
        "where l.granted and l.pid <> pg_backend_pid() and ($2::boolean or l.mode <> "
        "'AccessShareLock') and "
        "l.relation in (select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace "
        "where n.nspname = $1::text and (c.relname like '\\_yardmaster\\_history%' or c.relname in "
        "('_private_jobs', '_private_tasks', "
        "'_private_job_queues', 'jobs', 'tasks', 'job_queues')))",
        {param(schema), param(readersToo)});
    return rows ? rows->text(0, 0) : QString();
}

Result<void> attempt(Session &session, const QString &schema, const QByteArray &statements)
{
    auto transaction = Transaction::begin(session);
    if (!transaction)
        return tl::make_unexpected(transaction.error());
    // A stricter default would not show what was committed while we waited for the lock. It is the
    // migrator's, so that no upgrade runs meanwhile.
    const QByteArray lock
        = "select pg_advisory_xact_lock(hashtextextended('yardmaster migrate ' || "
        + quotedLiteral(schema) + ", 0));\n";
    if (auto begun = session.script("set transaction isolation level read committed;\n"
                                    + QByteArray(kLockTimeout) + lock);
        !begun)
        return begun;
    if (auto done = session.script(statements); !done)
        return done;
    return transaction->commit();
}

/// @param locksOutReaders  so that they may be what is waited for.
Result<void> attempts(Session &session, const QString &schema, const QByteArray &statements,
                      std::chrono::milliseconds patience, bool locksOutReaders)
{
    const QDeadlineTimer deadline(patience);
    for (;;) {
        auto done = attempt(session, schema, statements);
        if (done || !isPassing(done.error()))
            return done;
        if (deadline.hasExpired()) {
            const QString holders = holdersOf(session, schema, locksOutReaders);
            return fail(
                Kind::Contention,
                u"the tables of the queue were in use for too long; nothing was changed: %1"_s.arg(
                    holders.isEmpty() ? done.error().message : u"locked by %1"_s.arg(holders)));
        }
        // Jitter, so that two installers that met do not meet again.
        std::this_thread::sleep_for(
            200ms + std::chrono::milliseconds(QRandomGenerator::global()->bounded(400)));
    }
}

DbError mayNot(const HistoryState &state, const QString &schema)
{
    return {
        Kind::PermissionDenied, u"42501"_s,
        u"the history of the schema \"%1\" can only be installed and removed by the owner of "
        "its tables, \"%2\", with the right to create in the schema"_s.arg(schema, state.owner)};
}

Result<HistoryState> changeable(Session &session, const QString &schema)
{
    auto state = inspectHistory(session, schema, false);
    if (!state)
        return state;
    if (state->isStandby) {
        return tl::make_unexpected(
            DbError{Kind::Statement, u"25006"_s,
                    u"this server is a standby: install and remove the history on its primary"_s});
    }
    return state;
}

} // namespace

QByteArray historyInstallSql(const QString &schema, const HistoryOptions &options)
{
    const QByteArray name = quotedIdentifier(schema);
    // What was wrong is looked at anew.
    QByteArray changes = "last_trouble = null, last_trouble_at = null";
    if (options.keepDays)
        changes += ", keep_days = " + QByteArray::number(*options.keepDays);
    if (options.keepRollupDays)
        changes += ", keep_rollup_days = " + QByteArray::number(*options.keepRollupDays);
    QByteArray payloads;
    if (options.keepPayloads) {
        payloads = *options.keepPayloads ? sqlText("migrations/history/payloads.sql", schema)
                + payloadRulesSql(schema, options.payloads)
                                         : sqlText("migrations/history/payloads_remove.sql", schema)
                + sqlText("migrations/history/leftovers_remove.sql", schema);
    }
    const QByteArray locking = options.keepPayloads ? "select set_config('yardmaster.payloads', '"
            + QByteArray(*options.keepPayloads ? "kept" : "none") + "', true);\n"
                                                    : QByteArray();
    return locking + sqlText("migrations/history/locking.sql", schema)
        + sqlText("migrations/history/tables.sql", schema)
        + sqlText("migrations/history/recording.sql", schema)
        + sqlText("migrations/history/keeping.sql", schema) + payloads + "update " + name
        + "._yardmaster_history_state\nset " + changes + ";\nselect from " + name
        + "._yardmaster_history_prune();\n" + sqlText("migrations/history/grants.sql", schema)
        + sqlText("migrations/history/triggers.sql", schema);
}

QByteArray historyRemoveSql(const QString &schema)
{
    return sqlText("migrations/history/payloads_remove.sql", schema)
        + sqlText("migrations/history/remove.sql", schema)
        + sqlText("migrations/history/leftovers_remove.sql", schema);
}

HistoryOptions settledOptions(HistoryOptions options, const HistoryState &state)
{
    if (!options.keepPayloads && state.keepsPayloads)
        options.keepPayloads = true;
    return options;
}

Result<void> installHistory(Session &session, const QString &schema, const HistoryOptions &options)
{
    const auto isWithin = [](const std::optional<int> &days, int most) {
        return !days || (*days >= 1 && *days <= most);
    };
    if (!isWithin(options.keepDays, 3650))
        return fail(Kind::InvalidInput, u"runs can be kept for 1 to 3650 days"_s);
    if (!isWithin(options.keepRollupDays, 36500))
        return fail(Kind::InvalidInput, u"roll-ups can be kept for 1 to 36500 days"_s);
    if (const QString problem = options.payloads.problem(); !problem.isEmpty())
        return fail(Kind::InvalidInput, problem);
    const auto state = changeable(session, schema);
    if (!state)
        return tl::make_unexpected(state.error());
    if (!state->hasJobs) {
        return fail(
            Kind::SchemaMissing,
            u"the schema \"%1\" has no tables of graphile-worker 0.14 or later to record"_s.arg(
                schema));
    }
    if (!state->mayChange)
        return tl::make_unexpected(mayNot(*state, schema));
    const QStringList columns = state->missing.filter(QRegularExpression(u"^column "_s));
    if (!columns.isEmpty()) {
        return fail(Kind::Statement,
                    u"tables of the history were altered, %1 is missing: restore it, or remove the "
                    "history and install it again"_s.arg(columns.join(u", "_s)));
    }
    const HistoryOptions settled = settledOptions(options, *state);
    if (!options.payloads.isEmpty() && !settled.keepPayloads.value_or(false))
        return fail(Kind::InvalidInput, u"these rules are for payloads, and none are kept"_s);
    // A default would keep what was to be replaced.
    if (settled.keepPayloads.value_or(false) && !options.payloads.redactedKeys
        && state->keepsPayloads) {
        const auto rules = readPayloadRules(session, schema);
        if (!rules && rules.error().kind != Kind::SchemaMissing)
            return tl::make_unexpected(rules.error());
        if (!rules || !*rules)
            return fail(Kind::InvalidInput,
                        u"the rules for payloads are lost: specify again which keys' values to "
                        "leave out, or none, or that no payloads are kept; anything else not "
                        "specified becomes the default"_s);
    }
    const bool dropsPayloads = !settled.keepPayloads.value_or(true) && state->keepsPayloads;
    return attempts(session, schema, historyInstallSql(schema, settled), options.patience,
                    dropsPayloads);
}

Result<void> removeHistory(Session &session, const QString &schema,
                           std::chrono::milliseconds patience)
{
    const auto state = changeable(session, schema);
    if (!state)
        return tl::make_unexpected(state.error());
    if (state->presence == HistoryState::Presence::Absent)
        return {};
    if (!state->mayChange)
        return tl::make_unexpected(mayNot(*state, schema));
    return attempts(session, schema, historyRemoveSql(schema), patience, true);
}

} // namespace yardmaster
