#include "models/diagnosis/queuediagnosis.h"

#include "models/diagnosis/diagnosistext.h"
#include "models/diagnosis/fleetchecks.h"
#include "models/diagnosis/poolerprobe.h"
#include "models/diagnosis/storagechecks.h"
#include "models/diagnosis/unreadable.h"
#include "models/session/readcontrol.h"
#include "models/values/format.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <libpq-fe.h>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Outcome = QueueCheck::Outcome;
using Help = QueueCheck::Help;
using Kind = Restriction::Kind;

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

    Result<void> run(const ReadControl *control, const CheckObserver &observer)
    {
        for (const auto &[name, check] : kChecks) {
            observer.onBegin(QString::fromLatin1(name));
            auto found = (this->*check)();
            if (control && control->isCancelled())
                return fail(DbError::Kind::Cancelled, u"cancelled"_s);
            if (!found && found.error().kind == DbError::Kind::ConnectionLost)
                return tl::make_unexpected(found.error());
            if (!found)
                found = unreadable(found.error());
            found->name = QString::fromLatin1(name);
            observer.onFound(*found);
        }
        return {};
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
    Found history() { return checkHistory(m_session, m_probe); }
    Found workers() { return checkWorkers(m_session, m_probe); }
    Found tasks() { return checkTasks(m_session, m_probe); }
    [[nodiscard]] QueueCheck unreadable(const DbError &error) const;

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
        Named{"history", &Diagnosis::history},   Named{"workers", &Diagnosis::workers},
        Named{"tasks", &Diagnosis::tasks}};

    static QueueCheck passed(const QString &sentence) { return {{}, Outcome::Passed, sentence}; }
    static QueueCheck warned(const QString &sentence, const QString &remedy, Help help = Help::None)
    {
        return {{}, Outcome::Warned, sentence, remedy, {}, help};
    }
    static QueueCheck failed(const QString &sentence, const QString &remedy, Help help = Help::None,
                             DbError::Kind reason = DbError::Kind::Statement)
    {
        return {{}, Outcome::Failed, sentence, remedy, {}, help, {}, reason};
    }
    [[nodiscard]] QString upgradeByOwner() const
    {
        return DiagnosisText::tr("Run yardmaster schema upgrade as the owner, %1.")
            .arg(m_probe.owner);
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
};

QueueCheck Diagnosis::unreadable(const DbError &error) const
{
    if (error.kind == DbError::Kind::PermissionDenied)
        return {
            {},
            Outcome::Skipped,
            DiagnosisText::tr("Role %1 may not read this: %2.").arg(m_probe.role, error.message)};
    return warned(DiagnosisText::tr("This could not be read: %1.").arg(error.message),
                  remedyFor(error));
}

Result<QueueCheck> Diagnosis::versions()
{
    const int server = m_session.serverVersion();
    const int client = PQlibVersion();
    const QString sentence = server / 10000 <= kNewestTestedServer
        ? DiagnosisText::tr(
            "PostgreSQL %1.%2, of the tested versions %3 to %4; this program's libpq is %5.%6.")
        : DiagnosisText::tr("PostgreSQL %1.%2 is newer than the tested versions, %3 to %4; this "
                            "program's libpq is %5.%6.");
    return passed(sentence.arg(server / 10000)
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
            return passed(DiagnosisText::tr("No pooler is between this program and the server."));
        case PoolerKind::Session:
            return passed(DiagnosisText::tr(
                "There is a pooler, but it keeps each session on one server connection."));
        case PoolerKind::Transaction:
            break;
        }
        const QString sentence = DiagnosisText::tr(
            "A pooler in transaction mode is in between: announcements of new jobs do not arrive, "
            "and prepared statements get lost.");
        if (m_use != QueueUse::Worker)
            return passed(sentence);
        return warned(
            sentence,
            DiagnosisText::tr("Give workers a direct connection, or run them with --no-listen and "
                              "--no-prepared-statements; they then find jobs by polling alone."));
    });
}

Result<QueueCheck> Diagnosis::clock()
{
    if (const Restriction *skew = restriction(Kind::ClockSkew))
        return warned(skew->sentence,
                      DiagnosisText::tr("Synchronize both clocks (NTP). The server's clock decides "
                                        "what is due, unless workers run with --use-app-time."));
    return passed(DiagnosisText::tr("The clocks agree (%1 ± %2).")
                      .arg(formatDuration(std::chrono::abs(m_probe.clockSkew)),
                           formatDuration(m_probe.clockDoubt)));
}

Result<QueueCheck> Diagnosis::schema()
{
    const SchemaState &state = m_probe.state;
    if (!m_probe.mayReadLedger)
        return QueueCheck{{},
                          Outcome::Skipped,
                          DiagnosisText::tr("Role %1 may not see which revision the schema has.")
                              .arg(m_probe.role)};
    if (const Restriction *none = restriction(Kind::NoQueue))
        return failed(
            none->sentence,
            state.mayCreate
                ? u"yardmaster schema install"_s
                : DiagnosisText::tr(
                    "Run yardmaster schema install as a role that may create the schema."),
            Help::InstallSchema, DbError::Kind::SchemaMissing);
    if (const Restriction *gone = restriction(Kind::TablesMissing))
        return failed(gone->sentence, {}, Help::None, DbError::Kind::SchemaMissing);
    if (const Restriction *old = restriction(Kind::TooOld))
        return failed(old->sentence, u"yardmaster schema upgrade"_s, Help::UpgradeSchema,
                      DbError::Kind::SchemaMissing);
    if (const Restriction *young = restriction(Kind::TooNew)) {
        const QString remedy = DiagnosisText::tr("Install a newer Yardmaster.");
        return changes() ? failed(young->sentence, remedy, Help::None, DbError::Kind::SchemaTooNew)
                         : warned(young->sentence, remedy);
    }
    if (const Restriction *newer = restriction(Kind::Newer))
        return warned(newer->sentence, {});
    if (const Restriction *older = restriction(Kind::Older))
        return warned(older->sentence,
                      state.mayCreate ? DiagnosisText::tr(
                          "A worker upgrades it when it starts; so does yardmaster schema upgrade.")
                                      : upgradeByOwner(),
                      Help::UpgradeSchema);
    QueueCheck check = passed(DiagnosisText::tr("A queue of %1 at revision %2, owned by %3.")
                                  .arg(state.family == SchemaState::Family::GraphileRust
                                           ? u"graphile_worker_rs"_s
                                           : u"graphile-worker"_s)
                                  .arg(state.revision)
                                  .arg(m_probe.owner));
    if (const Restriction *foreign = restriction(Kind::ForeignAdditions))
        check.details << foreign->sentence;
    if (!state.hasRegistry && m_use == QueueUse::Worker) {
        check.outcome = Outcome::Warned;
        check.sentence = DiagnosisText::tr("The schema has no worker registry: jobs of dead "
                                           "workers are recovered after four hours instead of "
                                           "seconds.");
        check.remedy = state.mayCreate ? DiagnosisText::tr(
                           "A worker creates it when it starts; so does yardmaster schema upgrade.")
                                       : upgradeByOwner();
    }
    return check;
}

Result<QueueCheck> Diagnosis::rights()
{
    auto rights = readQueueRights(m_session, m_probe.schema);
    if (!rights)
        return tl::make_unexpected(rights.error());
    const auto denied = [](const QString &sentence, const QString &remedy) {
        return failed(sentence, remedy, Help::None, DbError::Kind::PermissionDenied);
    };
    if (!rights->suffices(m_use)) {
        QueueCheck check = denied(DiagnosisText::tr("Role %1 lacks rights for this use: %2.")
                                      .arg(rights->role, queueUseTitle(m_use)),
                                  DiagnosisText::tr("yardmaster schema roles prints SQL with which "
                                                    "the owner can create and grant such roles."));
        check.details = rights->missing[size_t(m_use)];
        return check;
    }
    if (changes()) {
        if (const Restriction *standby = restriction(Kind::Replica))
            return denied(standby->sentence,
                          DiagnosisText::tr("Connect to the primary, or name all servers and "
                                            "target_session_attrs=read-write."));
        if (const Restriction *readOnly = restriction(Kind::ReadOnly))
            return denied(
                readOnly->sentence,
                DiagnosisText::tr("Look for default_transaction_read_only in the settings "
                                  "of the role, the database and the connection."));
    }
    if (rights->isOwner)
        return passed(DiagnosisText::tr("Role %1 owns the queue.").arg(rights->role));
    QStringList uses;
    for (const QueueUse use : kQueueUses) {
        if (rights->suffices(use))
            uses << queueUseTitle(use);
    }
    return passed(
        DiagnosisText::tr("Role %1 has the rights of: %2.").arg(rights->role, uses.join(u", "_s)));
}

Result<QueueCheck> Diagnosis::connections()
{
    const auto rows
        = m_session.query(sqlText("models/diagnosis/server_limits.sql", m_probe.schema));
    if (!rows)
        return tl::make_unexpected(rows.error());
    if (rows->isEmpty())
        return passed(DiagnosisText::tr("The limits are not known."));
    const auto number = [&rows](int column) { return rows->int64(0, column); };
    struct Limit
    {
        QString text; ///< of used, most
        qint64 most;
        qint64 used;
    };
    QList<Limit> limits{{DiagnosisText::tr("%1 of %2 connections of the server are in use"),
                         number(0) - number(1), number(2)}};
    if (number(3) >= 0)
        limits << Limit{DiagnosisText::tr("%1 of %2 connections of the role are in use"), number(3),
                        number(4)};
    if (number(5) >= 0)
        limits << Limit{DiagnosisText::tr("%1 of %2 connections of the database are in use"),
                        number(5), number(6)};
    QueueCheck check;
    qint64 left = -1;
    for (const Limit &limit : limits) {
        const qint64 rest = std::max<qint64>(0, limit.most - limit.used);
        check.details << limit.text.arg(formatNumber(limit.used), formatNumber(limit.most));
        left = left < 0 ? rest : std::min(left, rest);
    }
    QStringList sentences{DiagnosisText::tr("%1 connections are free.", nullptr, pluralOf(left))
                              .arg(formatNumber(left))};
    QStringList remedies;
    if (left < kFewConnections)
        remedies << DiagnosisText::tr("A worker takes up to --max-pool-size connections. End idle "
                                      "sessions, raise the limit, or use a pooler.");
    if (const qint64 timeout = number(9); timeout > 0 && timeout < kShortTimeout) {
        sentences << DiagnosisText::tr("Statements are cancelled after %1.")
                         .arg(formatExactDuration(std::chrono::milliseconds(timeout)));
        remedies << timeoutRemedy();
    }
    check.outcome = remedies.isEmpty() ? Outcome::Passed : Outcome::Warned;
    check.sentence = sentences.join(u' ');
    check.remedy = remedies.join(u' ');
    return check;
}

} // namespace

Result<void> diagnoseQueue(Session &session, const ConnectionSettings &settings,
                           const SchemaProbe &probe, QueueUse use, const ReadControl *control,
                           const CheckObserver &observer)
{
    return Diagnosis(session, settings, probe, use).run(control, observer);
}

} // namespace yardmaster
