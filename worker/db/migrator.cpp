#include "worker/db/migrationsteps.h"
#include "worker/db/schemafacts.h"
#include "worker/db/sqltext.h"
#include <yardmaster/migrator.h>
#include <yardmaster/session.h>

#include <QLoggingCategory>
#include <QRandomGenerator>

#include <algorithm>
#include <array>
#include <thread>

Q_LOGGING_CATEGORY(lcMigrator, "yardmaster.worker.migrator", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Kind = DbError::Kind;

namespace {

constexpr int kAttempts = 12;    // with the pauses below, about ten seconds
constexpr int kRegistryStep = 1; // migrations/yardmaster/000001.sql

/// The parts missing in a schema.
struct Plan
{
    bool steps = false;    ///< of the shared history
    bool registry = false; ///< the worker registry, which is missing or ours

    [[nodiscard]] bool isEmpty() const { return !steps && !registry; }
};

Plan planFor(const SchemaFacts &facts)
{
    if (facts.state.family == SchemaState::Family::GraphileRust)
        return {};
    Plan plan;
    plan.steps = facts.state.revision < kSchemaRevision;
    const bool incomplete = facts.registry == SchemaFacts::Registry::Absent
        || (facts.registry == SchemaFacts::Registry::Partial && facts.hasOwnLedger);
    plan.registry = incomplete && facts.state.mayCreate;
    return plan;
}

/// Errors of concurrent installs: Node's installers take no lock, and get these codes when another
/// process was faster.
bool isCollision(const DbError &error)
{
    static constexpr std::array codes{"23505"_L1, "42P06"_L1, "42P07"_L1,
                                      "42710"_L1, "42701"_L1, "42723"_L1};
    return error.kind == Kind::Contention
        || std::any_of(codes.begin(), codes.end(),
                       [&error](QLatin1StringView code) { return error.sqlState == code; });
}

void pauseAfter(int attempt)
{
    const auto longest = std::min(50ms * (1 << std::min(attempt, 5)), 1500ms);
    // Jitter, so that processes that collided once do not collide again.
    std::this_thread::sleep_for(longest * (0.5 + QRandomGenerator::global()->generateDouble() / 2));
}

DbError mayNot(const SchemaFacts &facts, const QString &schema)
{
    QString message;
    if (!facts.state.schemaExists) {
        message = u"the schema \"%1\" does not exist and the role \"%2\" may not create it; start "
                  "once with --schema-only as a role that may, or: grant create on database \"%3\" "
                  "to \"%2\""_s.arg(schema, facts.role, facts.database);
    } else if (facts.state.revision == 0) {
        message = u"the schema \"%1\" is empty and the role \"%2\" may not create tables in it; "
                  "start once with --schema-only as its owner, \"%3\""_s.arg(schema, facts.role,
                                                                             facts.owner);
    } else {
        message
            = u"the schema \"%1\" must be upgraded from revision %2 to %3, which the role "
              "\"%4\" may not do; start once with --schema-only as its owner, \"%5\""_s.arg(schema)
                  .arg(facts.state.revision)
                  .arg(kSchemaRevision)
                  .arg(facts.role, facts.owner);
    }
    return {Kind::PermissionDenied, u"42501"_s, message};
}

DbError jobsLocked(const DbError &error, const QString &schema)
{
    return {
        Kind::JobsLocked, error.sqlState,
        u"cannot upgrade the schema \"%1\": jobs locked by old workers within the last "
        "4 hours: %2; stop those workers, let them finish, and start again. If they died: update "
        "%3.jobs set locked_at = null, locked_by = null"_s.arg(
            schema, error.message, QString::fromUtf8(quotedIdentifier(schema)))};
}

/// One attempt at everything, inside the transaction of the caller.
class Migration final
{
public:
    Migration(Session &session, const QString &schema, const SchemaFacts &facts, const Plan &plan)
        : m_session(session)
        , m_schema(schema)
        , m_facts(facts)
        , m_plan(plan)
    { }

    [[nodiscard]] Result<void> run()
    {
        return prepareLedger()
            .and_then([this] { return removeRegistryIfOurs(); })
            .and_then([this] { return runSteps(); })
            .and_then([this] { return addRegistry(); });
    }

private:
    [[nodiscard]] Result<void> file(const char *name)
    {
        return m_session.script(sqlText(name, m_schema));
    }

    /// A statement with :"schema" in it.
    [[nodiscard]] Result<Rows> statement(QByteArray sql, const Params &params = {})
    {
        return m_session.query(sql.replace(":\"schema\"", quotedIdentifier(m_schema)), params);
    }

    [[nodiscard]] Result<void> prepareLedger()
    {
        if (!m_facts.state.schemaExists) {
            if (auto made = statement("create schema :\"schema\""); !made)
                return tl::make_unexpected(made.error());
        }
        if (m_facts.state.family == SchemaState::Family::None)
            return file("migrations/ledger.sql");
        if (m_facts.state.hasBreakingColumn)
            return {};
        if (auto added = file("migrations/ledger_breaking.sql"); !added)
            return added;
        std::vector<qint64> breaking;
        for (const MigrationStep &step : migrationSteps()) {
            if (step.breaking)
                breaking.push_back(step.number);
        }
        return statement("update :\"schema\".migrations set breaking = true "
                         "where id = any ($1::integer[])",
                         {param(breaking)})
            .map([](const Rows &) {});
    }

    [[nodiscard]] Result<void> removeRegistryIfOurs()
    {
        if (m_facts.hasOwnLedger) {
            const auto row
                = statement("select from :\"schema\"._yardmaster_migrations where id = $1::integer",
                            {param(kRegistryStep)});
            if (!row)
                return tl::make_unexpected(row.error());
            m_registryIsOurs = !row->isEmpty();
        }
        if (m_registryIsOurs && m_plan.steps)
            return file("migrations/yardmaster/drop.sql");
        return {};
    }

    [[nodiscard]] Result<void> runSteps()
    {
        for (const MigrationStep &step : migrationSteps()) {
            if (step.number <= m_facts.state.revision)
                continue;
            if (auto done = runStep(step); !done) {
                DbError error = done.error();
                error.message = u"revision %1 of the schema \"%2\" failed: %3"_s.arg(step.number)
                                    .arg(m_schema, error.message);
                return tl::make_unexpected(
                    error.sqlState == "YMJLK"_L1 ? jobsLocked(done.error(), m_schema) : error);
            }
        }
        return {};
    }

    /// The ledger row comes first: an installer of another project that is at the same step waits
    /// there, and then sees that it is done.
    [[nodiscard]] Result<void> runStep(const MigrationStep &step)
    {
        if (auto noted = statement("insert into :\"schema\".migrations (id, breaking) "
                                   "values ($1::integer, $2::boolean)",
                                   {param(step.number), param(step.breaking)});
            !noted)
            return tl::make_unexpected(noted.error());
        if (auto done = m_session.script(step.script(m_schema)); !done)
            return done;
        if (m_facts.state.revision == 0)
            return {}; // no worker runs on a schema that is being installed
        return statement("select pg_notify('worker:migrate', json_build_object("
                         "'migrationNumber', $1::integer, 'breaking', $2::boolean)::text)",
                         {param(step.number), param(step.breaking)})
            .map([](const Rows &) {});
    }

    [[nodiscard]] Result<void> addRegistry()
    {
        if (!m_plan.registry && !(m_registryIsOurs && m_plan.steps))
            return {};
        return file("migrations/yardmaster/ledger.sql")
            .and_then([this] { return file("migrations/yardmaster/000001.sql"); })
            .and_then([this] {
                return statement("insert into :\"schema\"._yardmaster_migrations (id) "
                                 "values ($1::integer) on conflict do nothing",
                                 {param(kRegistryStep)});
            })
            .map([](const Rows &) {});
    }

    Session &m_session;
    const QString &m_schema;
    const SchemaFacts &m_facts;
    const Plan m_plan;
    bool m_registryIsOurs = false;
};

QStringList warningsFor(const SchemaFacts &facts, const QString &schema)
{
    QStringList warnings;
    if (const QString warning = schemaNameWarning(schema); !warning.isEmpty())
        warnings << warning;
    if (facts.rowsHidden) {
        warnings << u"row security hides all jobs of the schema \"%1\" from the role \"%2\"; "
                    "connect as its owner, \"%3\""_s.arg(schema, facts.role, facts.owner);
    }
    const bool shared = facts.state.family != SchemaState::Family::GraphileRust;
    if (shared && facts.registry == SchemaFacts::Registry::Partial && !facts.hasOwnLedger) {
        warnings << u"the schema \"%1\" contains part of a worker registry that is not "
                    "Yardmaster's; no heartbeats are written to it"_s.arg(schema);
    } else if (shared && facts.registry == SchemaFacts::Registry::Absent
               && !facts.state.mayCreate) {
        warnings << u"the schema \"%1\" has no worker registry and the role \"%2\" may not add "
                    "it; jobs of workers that die stay locked for 4 hours"_s.arg(schema,
                                                                                 facts.role);
    }
    return warnings;
}

/// Serialises our own processes; released with the transaction, so it also works behind a pooler.
Result<void> lockSchema(Session &session, const QString &schema)
{
    return session
        .query(
            "select pg_advisory_xact_lock(hashtextextended('yardmaster migrate ' || $1::text, 0))",
            {param(schema)})
        .map([](const Rows &) {});
}

struct Survey
{
    SchemaFacts facts;
    Plan plan;
};

/// Reads what exists and what is missing; an error if the migration must not, or may not, continue.
Result<Survey> survey(Session &session, const QString &schema, QStringList *warnings)
{
    auto facts = inspectFacts(session, schema);
    if (!facts)
        return tl::make_unexpected(facts.error());
    if (auto fits = checkCompatible(facts->state, schema, warnings); !fits)
        return tl::make_unexpected(fits.error());
    const Plan plan = planFor(*facts);
    if (plan.steps && !facts->state.mayCreate)
        return tl::make_unexpected(mayNot(*facts, schema));
    return Survey{*std::move(facts), plan};
}

Result<MigrationReport> attemptMigration(Session &session, const QString &schema)
{
    MigrationReport report;
    auto found = survey(session, schema, &report.warnings);
    if (!found)
        return tl::make_unexpected(found.error());
    report.before = found->facts.state;
    report.revision = report.before.revision;
    report.warnings << warningsFor(found->facts, schema);
    if (found->plan.isEmpty())
        return report;

    auto transaction = Transaction::begin(session);
    if (!transaction)
        return tl::make_unexpected(transaction.error());
    // A role may default to a stricter isolation level, whose snapshot would not see the changes of
    // processes that we wait for here.
    if (auto level = session.script("set transaction isolation level read committed"); !level)
        return tl::make_unexpected(level.error());
    if (auto locked = lockSchema(session, schema); !locked)
        return tl::make_unexpected(locked.error());
    found = survey(session, schema, nullptr);
    if (!found)
        return tl::make_unexpected(found.error());
    if (auto done = Migration(session, schema, found->facts, found->plan).run(); !done)
        return tl::make_unexpected(done.error());
    if (auto committed = transaction->commit(); !committed)
        return tl::make_unexpected(committed.error());

    report.before = found->facts.state;
    report.revision = found->plan.steps ? kSchemaRevision : report.before.revision;
    if (found->plan.steps) {
        qCInfo(lcMigrator, "schema \"%s\": revision %d -> %d", qUtf8Printable(schema),
               report.before.revision, report.revision);
    }
    return report;
}

} // namespace

Result<MigrationReport> migrate(Session &session, const QString &schema)
{
    if (const QString problem = schemaNameProblem(schema); !problem.isEmpty())
        return fail(Kind::InvalidInput, problem);
    if (auto server = checkServerVersion(session.serverVersion()); !server)
        return tl::make_unexpected(server.error());
    for (int attempt = 0;; ++attempt) {
        auto report = attemptMigration(session, schema);
        if (report || !isCollision(report.error()) || attempt + 1 == kAttempts)
            return report;
        qCDebug(lcMigrator, "another installer is working on \"%s\": %s", qUtf8Printable(schema),
                qUtf8Printable(report.error().message));
        pauseAfter(attempt);
    }
}

} // namespace yardmaster
