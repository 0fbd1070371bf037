#include "models/diagnosis/queuediagnosis.h"

#include "models/diagnosis/poolerprobe.h"
#include "models/diagnosis/storagechecks.h"
#include "models/tasks/tasksnapshot.h"
#include "models/values/format.h"
#include "models/workers/workerrow.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <libpq-fe.h>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Outcome = QueueCheck::Outcome;
using Kind = Restriction::Kind;

constexpr std::chrono::seconds kLocksPatience{10};
constexpr int kNamed = 5;              // workers, tasks and the like listed by name
constexpr qint64 kShortTimeout = 5000; // ms
constexpr qint64 kFewConnections = 5;

/// The checks, each a function that reads what it needs.
class Diagnosis
{
public:
    Diagnosis(Session &session, const ConnectionSettings &settings, const SchemaProbe &probe,
              QueueUse use)
        : m_session(session)
        , m_settings(settings)
        , m_probe(probe)
        , m_use(use)
        , m_restrictions(restrictionsOf(probe))
    { }

    Result<QList<QueueCheck>> run()
    {
        for (const auto &[name, check] : kChecks) {
            auto found = (this->*check)();
            if (!found && found.error().kind == DbError::Kind::ConnectionLost)
                return tl::make_unexpected(found.error());
            if (!found)
                found = QueueCheck{
                    {}, Outcome::Warned, u"this could not be read: "_s + found.error().message};
            found->name = QString::fromLatin1(name);
            m_checks << *std::move(found);
        }
        return m_checks;
    }

private:
    using Found = Result<QueueCheck>;

    Found versions();
    Found pooler();
    Found clock();
    Found schema();
    Found rights();
    Found connections();
    Found indexes() { return checkIndexes(m_session, m_probe); }
    Found vacuum() { return checkVacuum(m_session, m_probe); }
    Found workers();
    Found tasks();

    struct Named
    {
        const char *name;
        Found (Diagnosis::*check)();
    };
    static constexpr std::array kChecks{
        Named{"versions", &Diagnosis::versions}, Named{"pooler", &Diagnosis::pooler},
        Named{"clock", &Diagnosis::clock},       Named{"revision", &Diagnosis::schema},
        Named{"rights", &Diagnosis::rights},     Named{"connections", &Diagnosis::connections},
        Named{"indexes", &Diagnosis::indexes},   Named{"vacuum", &Diagnosis::vacuum},
        Named{"workers", &Diagnosis::workers},   Named{"tasks", &Diagnosis::tasks}};

    static QueueCheck passed(const QString &sentence) { return {{}, Outcome::Passed, sentence}; }
    static QueueCheck warned(const QString &sentence, const QString &remedy)
    {
        return {{}, Outcome::Warned, sentence, remedy};
    }
    static QueueCheck failed(const QString &sentence, const QString &remedy)
    {
        return {{}, Outcome::Failed, sentence, remedy};
    }
    [[nodiscard]] const Restriction *restriction(Kind kind) const
    {
        const auto found = std::ranges::find(m_restrictions, kind, &Restriction::kind);
        return found == m_restrictions.end() ? nullptr : &*found;
    }
    [[nodiscard]] bool changes() const { return m_use != QueueUse::Viewer; }

    Session &m_session;
    const ConnectionSettings &m_settings;
    const SchemaProbe &m_probe;
    const QueueUse m_use;
    const QList<Restriction> m_restrictions;
    QList<QueueCheck> m_checks;
};

Result<QueueCheck> Diagnosis::versions()
{
    const int server = m_session.serverVersion();
    const int client = PQlibVersion();
    return passed(
        (server / 10000 <= kNewestTestedServer
             ? u"PostgreSQL %1.%2, of the tested versions %3 to %4; this program's libpq is %5.%6."_s
             : u"PostgreSQL %1.%2 is newer than the tested versions, %3 to %4; this program's "
               u"libpq "
               "is %5.%6."_s)
            .arg(server / 10000)
            .arg(server % 10000)
            .arg(kOldestServer)
            .arg(kNewestTestedServer)
            .arg(client / 10000)
            .arg(client % 10000));
}

Result<QueueCheck> Diagnosis::pooler()
{
    return findPooler(m_session, m_settings).map([this](PoolerKind kind) {
        switch (kind) {
        case PoolerKind::None:
            return passed(u"No pooler is between this program and the server."_s);
        case PoolerKind::Session:
            return passed(u"There is a pooler, which keeps sessions together."_s);
        case PoolerKind::Transaction:
            break;
        }
        QueueCheck check = warned(
            u"A pooler in transaction mode is in between: announcements of new jobs do not arrive, "
            "and prepared statements get lost."_s,
            m_use == QueueUse::Worker
                ? u"Give workers a direct connection, or run them with --no-listen and "
                  "--no-prepared-statements; they then find jobs by polling alone."_s
                : QString());
        if (m_use != QueueUse::Worker)
            check.outcome = Outcome::Passed;
        return check;
    });
}

Result<QueueCheck> Diagnosis::clock()
{
    if (const Restriction *skew = restriction(Kind::ClockSkew))
        return warned(skew->sentence,
                      u"Synchronize both clocks (NTP). Due times are judged by the "
                      "server's, unless workers run with --use-app-time."_s);
    return passed(u"The clocks agree (%1 ± %2)."_s.arg(
        formatDuration(std::chrono::abs(m_probe.clockSkew)), formatDuration(m_probe.clockDoubt)));
}

Result<QueueCheck> Diagnosis::schema()
{
    const SchemaState &state = m_probe.state;
    const QString install = u"yardmaster schema install"_s;
    if (!m_probe.mayReadLedger)
        return QueueCheck{
            {},
            Outcome::Skipped,
            u"Role %1 may not see which revision the schema has."_s.arg(m_probe.role)};
    if (const Restriction *none = restriction(Kind::NoQueue))
        return failed(none->sentence,
                      state.mayCreate ? install : install + u", as a role that may create it"_s);
    if (const Restriction *gone = restriction(Kind::TablesMissing))
        return failed(gone->sentence, {});
    if (const Restriction *old = restriction(Kind::TooOld))
        return failed(old->sentence, u"yardmaster schema upgrade"_s);
    if (const Restriction *young = restriction(Kind::TooNew))
        return changes() ? failed(young->sentence, u"Install a newer Yardmaster."_s)
                         : warned(young->sentence, u"Install a newer Yardmaster."_s);
    if (const Restriction *newer = restriction(Kind::Newer))
        return warned(newer->sentence, {});
    if (const Restriction *older = restriction(Kind::Older))
        return warned(older->sentence,
                      state.mayCreate
                          ? u"A worker upgrades it when it starts; or yardmaster schema upgrade."_s
                          : u"yardmaster schema upgrade, as its owner, %1."_s.arg(m_probe.owner));
    QueueCheck check = passed(u"A queue of %1 at revision %2, owned by %3."_s
                                  .arg(state.family == SchemaState::Family::GraphileRust
                                           ? u"graphile_worker_rs"_s
                                           : u"graphile-worker"_s)
                                  .arg(state.revision)
                                  .arg(m_probe.owner));
    if (const Restriction *foreign = restriction(Kind::ForeignAdditions))
        check.details << foreign->sentence;
    if (!state.hasRegistry && m_use == QueueUse::Worker) {
        check.outcome = Outcome::Warned;
        check.sentence = u"The schema has no worker registry: jobs of dead workers are recovered "
                         "after four hours instead of seconds."_s;
        check.remedy = state.mayCreate
            ? u"A worker creates it when it starts; or yardmaster schema upgrade."_s
            : u"yardmaster schema upgrade, as its owner, %1."_s.arg(m_probe.owner);
    }
    return check;
}

Result<QueueCheck> Diagnosis::rights()
{
    auto rights = readQueueRights(m_session, m_probe.schema);
    if (!rights)
        return tl::make_unexpected(rights.error());
    const QString wanted = queueUseName(m_use);
    if (!rights->suffices(m_use)) {
        QueueCheck check = failed(
            u"Role %1 lacks rights of a %2."_s.arg(rights->role, wanted),
            u"yardmaster schema roles prints SQL for its owner that makes and grants such roles."_s);
        check.details = rights->missing[size_t(m_use)];
        return check;
    }
    if (changes()) {
        if (const Restriction *standby = restriction(Kind::Replica))
            return failed(standby->sentence,
                          u"Connect to the primary, or name all servers and "
                          "target_session_attrs=read-write."_s);
        if (const Restriction *readOnly = restriction(Kind::ReadOnly))
            return failed(readOnly->sentence,
                          u"Look for default_transaction_read_only in the settings of the role, "
                          "the database and the connection."_s);
    }
    if (rights->isOwner)
        return passed(u"Role %1 owns the queue."_s.arg(rights->role));
    QStringList uses;
    for (const QueueUse use : kQueueUses) {
        if (rights->suffices(use))
            uses << queueUseName(use);
    }
    return passed(u"Role %1 has the rights of: %2."_s.arg(rights->role, uses.join(u", "_s)));
}

Result<QueueCheck> Diagnosis::connections()
{
    const auto rows
        = m_session.query(sqlText("models/diagnosis/server_limits.sql", m_probe.schema));
    if (!rows)
        return tl::make_unexpected(rows.error());
    if (rows->isEmpty())
        return passed(u"The limits are not known."_s);
    const auto number = [&rows](int column) { return rows->int64(0, column); };
    struct Limit
    {
        QString what;
        qint64 most;
        qint64 used;
    };
    QList<Limit> limits{{u"the server"_s, number(0) - number(1), number(2)}};
    if (number(3) >= 0)
        limits << Limit{u"the role"_s, number(3), number(4)};
    if (number(5) >= 0)
        limits << Limit{u"the database"_s, number(5), number(6)};
    QueueCheck check;
    qint64 left = -1;
    for (const Limit &limit : limits) {
        const qint64 rest = std::max<qint64>(0, limit.most - limit.used);
        check.details << u"%1 of %2 connections of %3 are used"_s.arg(
            formatNumber(limit.used), formatNumber(limit.most), limit.what);
        left = left < 0 ? rest : std::min(left, rest);
    }
    check.sentence = u"%1 connections are free."_s.arg(formatNumber(left));
    if (left < kFewConnections) {
        check.outcome = Outcome::Warned;
        check.remedy
            = u"A worker takes up to --max-pool-size connections. End idle sessions, raise "
              "the limit, or use a pooler."_s;
    }
    if (const qint64 timeout = number(9); timeout > 0 && timeout < kShortTimeout) {
        check.outcome = Outcome::Warned;
        check.sentence += u" Statements are cancelled after %1."_s.arg(
            formatExactDuration(std::chrono::milliseconds(timeout)));
        check.remedy += QString(check.remedy.isEmpty() ? u""_s : u" "_s)
            + u"Raise statement_timeout of the role."_s;
    }
    return check;
}

Result<QueueCheck> Diagnosis::workers()
{
    if (m_probe.state.revision < kOldestReadRevision || !m_probe.mayRead)
        return QueueCheck{{}, Outcome::Skipped, u"The queue cannot be read."_s};
    const auto fleet = readFleet(m_session, m_probe.schema);
    if (!fleet)
        return tl::make_unexpected(fleet.error());
    const auto locks = readJobLocks(m_session, m_probe.schema, kLocksPatience);
    const QList<WorkerRow> workers
        = composeWorkers(*fleet, locks ? std::optional(*locks) : std::nullopt, {}, thisProcess());
    qint64 alive = 0;
    qint64 unknown = 0;
    QStringList stale;
    for (const WorkerRow &worker : workers) {
        alive += worker.life == WorkerLife::Alive;
        unknown += worker.life == WorkerLife::Unknown;
        if (worker.life != WorkerLife::Stale)
            continue;
        stale << u"%1: last heartbeat %2, stale after %3; it holds %4 jobs and %5 queues%6"_s.arg(
            worker.id, formatAge(worker.silentFor), formatDuration(worker.staleAfter),
            worker.areJobsKnown ? formatNumber(worker.jobs) : u"an unknown number of"_s,
            formatNumber(worker.queues.size()),
            worker.isProcessRunning ? *worker.isProcessRunning
                    ? u"; its process runs on this machine"_s
                    : u"; its process is gone from this machine"_s
                                    : QString());
    }
    QString sentence = fleet->hasRegistry
        ? u"%1 registered workers are alive"_s.arg(formatNumber(alive))
        : u"The schema has no worker registry that can be read"_s;
    if (unknown > 0)
        sentence += u"; %1 more hold jobs, and never register (graphile-worker)"_s.arg(
            formatNumber(unknown));
    QueueCheck check = passed(sentence + u'.');
    if (!stale.isEmpty()) {
        check = warned(u"%1 workers are stale: their heartbeats have stopped. %2."_s.arg(
                           formatNumber(stale.size()), sentence),
                       u"yardmaster workers sweep --dry-run; live workers do the same by "
                       "themselves."_s);
        check.details = stale.mid(0, kNamed);
        if (stale.size() > kNamed)
            check.details << u"and %1 more"_s.arg(formatNumber(stale.size() - kNamed));
    }
    return check;
}

Result<QueueCheck> Diagnosis::tasks()
{
    if (m_probe.state.revision < kOldestReadRevision || !m_probe.mayRead)
        return QueueCheck{{}, Outcome::Skipped, u"The queue cannot be read."_s};
    const auto reading = readTasks(m_session, m_probe.schema);
    if (!reading)
        return tl::make_unexpected(reading.error());
    QStringList unserved;
    qint64 ready = 0;
    for (const TaskRow &task : reading->tasks) {
        const qint64 due = task.load.ready.value.value_or(0);
        ready += due;
        if (due > 0 && whoKnows(task, *reading, false) == TaskKnown::NoneSays)
            unserved << task.name;
    }
    if (!unserved.isEmpty())
        return warned(u"Jobs are due for tasks that no registered worker runs: %1%2."_s.arg(
                          QStringList(unserved.mid(0, kNamed)).join(u", "_s),
                          unserved.size() > kNamed
                              ? u" and %1 more"_s.arg(formatNumber(unserved.size() - kNamed))
                              : QString()),
                      u"Start a worker that has them, or look for a misspelt name; yardmaster "
                      "tasks counts lists all."_s);
    if (ready > 0 && reading->hasRegistry && reading->alive == 0)
        return warned(
            u"Jobs are due, and no registered worker is alive."_s,
            u"Start a worker: yardmaster --no-gui. (graphile-worker's never register.)"_s);
    return passed(u"Registered workers run all tasks that have due jobs, as far as is known."_s);
}

} // namespace

Result<QList<QueueCheck>> diagnoseQueue(Session &session, const ConnectionSettings &settings,
                                        const SchemaProbe &probe, QueueUse use)
{
    return Diagnosis(session, settings, probe, use).run();
}

} // namespace yardmaster
