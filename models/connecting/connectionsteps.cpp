#include "models/connecting/connectionsteps.h"

#include "models/connecting/profile.h"
#include "models/connecting/tlsprobe.h"
#include "models/session/standbyaddress.h"
#include "models/session/standbyreport.h"
#include "models/values/format.h"
#include "worker/db/connectionroute.h"
#include "worker/db/effectivesettings.h"
#include "worker/db/listedservers.h"
#include <yardmaster/session.h>

#include <QCoreApplication>
#include <QFileInfo>
#include <QHostInfo>

#include <libpq-fe.h>

#include <optional>
#include <vector>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using Name = TestStep::Name;
using Outcome = TestStep::Outcome;

struct ConnectionStepsText
{
    Q_DECLARE_TR_FUNCTIONS(ConnectionSteps)
};

/// One walk through the steps. Each function returns whether to go on.
class StepRunner
{
public:
    StepRunner(const ConnectionSettings &settings, QString schema,
               const std::atomic<bool> &isCancelled, const ReportStep &report)
        : m_settings(settings)
        , m_schema(std::move(schema))
        , m_isCancelled(isCancelled)
        , m_report(report)
    { }

    void go()
    {
        (void)(take(Name::Resolve, &StepRunner::resolve) && take(Name::Tcp, &StepRunner::reach)
               && take(Name::Tls, &StepRunner::encrypt)
               && take(Name::Authentication, &StepRunner::logIn)
               && take(Name::Schema, &StepRunner::findQueue)
               && take(Name::Privileges, &StepRunner::checkRights)
               && take(Name::Standby, &StepRunner::askStandby));
    }

private:
    bool take(Name name, TestStep (StepRunner::*step)())
    {
        if (m_isCancelled)
            return false;
        m_report(TestStep{name, Outcome::Running, {}, {}});
        TestStep taken = (this->*step)();
        taken.name = name;
        m_report(taken);
        return taken.outcome != Outcome::Failed;
    }

    static TestStep done(Outcome outcome, const QString &sentence, const QStringList &details = {})
    {
        return TestStep{Name::Resolve, outcome, sentence, details}; // take() knows the name
    }

    TestStep resolve();
    TestStep resolveSocket(const QString &folder, quint16 port);
    TestStep reach();
    TestStep encrypt();
    TestStep logIn();
    TestStep findQueue();
    TestStep checkRights();
    TestStep askStandby();
    [[nodiscard]] QString mode() const { return m_effective.value(u"sslmode"_s); }

    const ConnectionSettings m_settings;
    const QString m_schema;
    const std::atomic<bool> &m_isCancelled;
    const ReportStep &m_report;

    ConnectionSettings m_effective;
    std::optional<ConnectionRoute> m_route; // with a tunnel
    bool m_isLocal = false;
    std::vector<TcpTarget> m_targets;
    TcpTarget m_target; // the first that answers
    std::unique_ptr<Session> m_session;
    SchemaProbe m_probe;
};

TestStep StepRunner::resolve()
{
    const bool isTunnelled = !m_settings.sshHost().isEmpty();
    if (isTunnelled) {
        auto settings = m_settings;
        settings.setPasswordCommand({}); // asked for when it is needed
        auto route = ConnectionRoute::find(settings);
        if (!route)
            return done(Outcome::Failed, asSentence(route.error().message));
        m_route = *std::move(route);
    }
    auto effective = effectiveSettings(isTunnelled ? m_route->settings() : m_settings);
    if (!effective)
        return done(Outcome::Failed, asSentence(effective.error()));
    m_effective = *std::move(effective);
    QStringList details;
    QString trouble;
    const QList<ListedServer> servers = listedServers(m_effective);
    for (const auto &[host, given, port] : servers) {
        if (given.isEmpty() && (host.isEmpty() || host.startsWith(u'/') || host.startsWith(u'@'))) {
            if (servers.size() == 1)
                return resolveSocket(host, port);
            continue;
        }
        QList<QHostAddress> found{QHostAddress(given)};
        if (given.isEmpty()) {
            const QHostInfo info = QHostInfo::fromName(host);
            found = info.addresses();
            if (found.isEmpty())
                trouble = ConnectionStepsText::tr("The host name %1 cannot be resolved: %2.")
                              .arg(host, info.errorString());
        }
        for (const QHostAddress &address : std::as_const(found)) {
            m_targets.push_back({host.isEmpty() ? given : host, address, port});
            details << u"%1 → %2 port %3"_s.arg(host, address.toString()).arg(port);
        }
    }
    if (m_targets.empty())
        return done(Outcome::Failed, trouble);
    if (isTunnelled)
        return done(
            Outcome::Passed,
            ConnectionStepsText::tr("The tunnel through %1 is open.").arg(m_settings.sshHost()),
            details);
    const QString first = m_targets.front().host;
    const QString sentence = m_targets.size() == 1
        ? ConnectionStepsText::tr("%1 resolves to %2.")
              .arg(first, m_targets.front().address.toString())
        : ConnectionStepsText::tr("%1 resolves to %2 addresses.").arg(first).arg(m_targets.size());
    return done(trouble.isEmpty() ? Outcome::Passed : Outcome::Warned,
                trouble.isEmpty() ? sentence : trouble, details);
}

TestStep StepRunner::resolveSocket(const QString &folder, quint16 port)
{
    m_isLocal = true;
    const QString file = folder + "/.s.PGSQL."_L1 + QString::number(port);
    if (folder.startsWith(u'/') && !QFileInfo::exists(file))
        return done(Outcome::Failed,
                    ConnectionStepsText::tr(
                        "There is no socket %1: no server runs on this computer, or it listens "
                        "elsewhere.")
                        .arg(file));
    return done(Outcome::Passed,
                folder.startsWith(u'/') ? ConnectionStepsText::tr("Local socket %1.").arg(file)
                                        : ConnectionStepsText::tr("Local socket."));
}

TestStep StepRunner::reach()
{
    if (m_isLocal)
        return done(Outcome::Skipped, ConnectionStepsText::tr("A local socket needs no network."));
    if (m_route) { // the local end answers, whatever is behind it
        m_target = m_targets.front();
        return done(
            Outcome::Skipped,
            ConnectionStepsText::tr("%1 connects to it on demand.").arg(m_settings.sshHost()));
    }
    QStringList refusals;
    for (const TcpTarget &target : m_targets) {
        if (m_isCancelled)
            break;
        const auto reached = probeTcp(target, m_isCancelled);
        if (!reached) {
            refusals << reached.error();
            continue;
        }
        m_target = target;
        return done(Outcome::Passed,
                    ConnectionStepsText::tr("%1 port %2 answers.")
                        .arg(target.address.toString())
                        .arg(target.port),
                    refusals);
    }
    return done(Outcome::Failed,
                ConnectionStepsText::tr("No answer: %1.")
                    .arg(refusals.isEmpty() ? QString() : refusals.last()),
                refusals);
}

TestStep StepRunner::encrypt()
{
    if (m_isLocal)
        return done(Outcome::Skipped,
                    ConnectionStepsText::tr("Traffic over a local socket stays on this computer."));
    ConnectionSettings judged = m_effective;
    judged.set(u"service"_s, {}); // read already
    if (m_route) {
        judged.setSsh(m_settings.sshHost());
        judged.set(u"hostaddr"_s, m_settings.value(u"hostaddr"_s)); // beyond the tunnel
    }
    const QString warning = sslModeWarning(judged);
    const QString encryptedAnyway = ConnectionStepsText::tr("The tunnel is encrypted.");
    if (mode() == "disable"_L1)
        return warning.isEmpty() ? done(Outcome::Skipped, encryptedAnyway)
                                 : done(Outcome::Warned, warning);
    const auto facts = probeTls(m_target, m_effective, m_isCancelled);
    const bool isNeeded = mode() == "require"_L1 || mode().startsWith("verify"_L1);
    if (!facts) {
        const DbError error{DbError::Kind::CannotConnect, {}, facts.error()};
        return done(isNeeded ? Outcome::Failed : Outcome::Warned,
                    asSentence(m_route ? m_route->explained(error).message : error.message));
    }
    if (!facts->isOffered && isNeeded)
        return done(
            Outcome::Failed,
            ConnectionStepsText::tr("The server offers no encryption, and sslmode=%1 requires it.")
                .arg(mode()));
    if (!facts->isOffered && warning.isEmpty())
        return done(Outcome::Passed, encryptedAnyway);
    if (!facts->isOffered)
        return done(Outcome::Warned,
                    ConnectionStepsText::tr("The server offers no encryption: anyone on the "
                                            "network path can read and change the jobs."));

    QStringList details{
        ConnectionStepsText::tr("%1, cipher %2").arg(facts->protocol, facts->cipher),
        ConnectionStepsText::tr("Certificate of %1, issued by %2")
            .arg(facts->subject, facts->issuer),
        ConnectionStepsText::tr("Valid until %1").arg(formatInstant(facts->validUntil)),
    };
    if (!facts->hostNames.isEmpty())
        details << ConnectionStepsText::tr("For the names %1").arg(facts->hostNames.join(u", "_s));
    details << (facts->matchesHost
                    ? ConnectionStepsText::tr("It covers the host %1").arg(m_target.host)
                    : ConnectionStepsText::tr("It does not cover the host %1").arg(m_target.host));
    details += facts->problems;
    if (mode() == "verify-full"_L1 && !facts->matchesHost)
        return done(
            Outcome::Failed,
            ConnectionStepsText::tr("The certificate is for %1, not for %2.")
                .arg(facts->hostNames.isEmpty() ? facts->subject : facts->hostNames.join(u", "_s),
                     m_target.host),
            details);
    // Whether the chain holds is for libpq to say, which logs in next: it also knows about CRLs.
    if (mode().startsWith("verify"_L1) && !facts->isTrusted)
        return done(Outcome::Warned,
                    ConnectionStepsText::tr("The certificate is not trusted: %1.")
                        .arg(facts->problems.join(u"; "_s)),
                    details);
    if (!warning.isEmpty())
        return done(Outcome::Warned, warning, details);
    return done(Outcome::Passed,
                ConnectionStepsText::tr("%1; the certificate is valid for %2.")
                    .arg(facts->protocol, m_target.host),
                details);
}

TestStep StepRunner::logIn()
{
    auto session = Session::open(m_settings, u"test"_s);
    if (!session) {
        const QString reason = asSentence(session.error().message);
        return done(Outcome::Failed,
                    reason.contains("no password supplied"_L1) ? ConnectionStepsText::tr(
                        "The server asks for a password, and there is none: not entered here, not "
                        "in the keychain, and not in ~/.pgpass.")
                                                               : reason);
    }
    m_session = *std::move(session);
    PGconn *connection = m_session->handle();
    QStringList details;
    if (PQsslInUse(connection)) {
        details << ConnectionStepsText::tr("The session is encrypted: %1, cipher %2")
                       .arg(QString::fromLatin1(PQsslAttribute(connection, "protocol")),
                            QString::fromLatin1(PQsslAttribute(connection, "cipher")));
    }
    return done(Outcome::Passed,
                ConnectionStepsText::tr("Logged in as %1 to database %2, PostgreSQL %3.")
                    .arg(QString::fromUtf8(PQuser(connection)), QString::fromUtf8(PQdb(connection)),
                         QString::fromUtf8(PQparameterStatus(connection, "server_version"))
                             .section(u' ', 0, 0)),
                details);
}

TestStep StepRunner::findQueue()
{
    auto probe = probeSchema(*m_session, m_schema);
    if (!probe)
        return done(Outcome::Failed, asSentence(probe.error().message));
    m_probe = *std::move(probe);
    using Kind = Restriction::Kind;
    const QList<Restriction> restrictions = restrictionsOf(m_probe);
    for (const Restriction &restriction : restrictions) {
        switch (restriction.kind) {
        case Kind::NoQueue:
        case Kind::TablesMissing:
        case Kind::NoAccess:
        case Kind::TooOld:
            return done(Outcome::Failed, restriction.sentence);
        case Kind::TooNew:
        case Kind::Older:
        case Kind::Newer:
            return done(Outcome::Warned, restriction.sentence);
        default:
            break;
        }
    }
    return done(Outcome::Passed,
                ConnectionStepsText::tr("A job queue in schema %1, revision %2.")
                    .arg(m_schema)
                    .arg(m_probe.state.revision));
}

TestStep StepRunner::checkRights()
{
    QStringList sentences;
    const QList<Restriction> restrictions = restrictionsOf(m_probe);
    for (const Restriction &restriction : restrictions)
        sentences << restriction.sentence;
    if (sentences.isEmpty())
        return done(Outcome::Passed,
                    ConnectionStepsText::tr("%1 may see and change all jobs.").arg(m_probe.role));
    return done(Outcome::Warned, sentences.first(), sentences.mid(1));
}

TestStep StepRunner::askStandby()
{
    const QString &name = m_settings.standby();
    if (name.isEmpty())
        return done(Outcome::Skipped,
                    ConnectionStepsText::tr(
                        "The profile names no standby: everything is read from this server."));
    const QString instead = ConnectionStepsText::tr("The lists would be read from the primary.");
    const auto warn = [&instead](const QString &sentence, const QStringList &details = {}) {
        return done(Outcome::Warned, sentence + u' ' + instead, details);
    };
    const auto primary = readPrimaryReport(*m_session);
    if (!primary)
        return warn(ConnectionStepsText::tr("This server does not report its WAL position."),
                    {asSentence(primary.error().message)});
    auto session = Session::open(standbySettings(m_settings), u"test"_s);
    if (!session)
        return warn(ConnectionStepsText::tr("%1 cannot be reached.").arg(name),
                    {asSentence(session.error().message)});
    const auto report = readStandbyReport(**session);
    if (!report)
        return warn(
            ConnectionStepsText::tr("%1 does not report how much of the WAL it has replayed.")
                .arg(name),
            {asSentence(report.error().message)});
    if (!report->isStandby)
        return warn(ConnectionStepsText::tr("%1 is not a standby.").arg(name));
    if (!report->isOf(*primary))
        return warn(ConnectionStepsText::tr("%1 is a standby of another server.").arg(name));
    const auto lag = report->lagBehind(*primary);
    if (!lag)
        return warn(ConnectionStepsText::tr("%1 has not replayed anything yet.").arg(name));
    if (*lag > kStandbyTooFar)
        return warn(ConnectionStepsText::tr("%1 is %2 behind.").arg(name, formatDuration(*lag)));
    return done(
        Outcome::Passed,
        lag->count() == 0
            ? ConnectionStepsText::tr("Lists are read from %1, which is up to date.").arg(name)
            : ConnectionStepsText::tr("Lists are read from %1, which is %2 behind.")
                  .arg(name, formatDuration(*lag)));
}

} // namespace

void runConnectionSteps(const ConnectionSettings &settings, const QString &schema,
                        const std::atomic<bool> &isCancelled, const ReportStep &report)
{
    StepRunner(settings, schema, isCancelled, report).go();
}

} // namespace yardmaster
