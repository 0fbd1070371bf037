#include "worker/db/connectionroute.h"

#include "worker/db/effectivesettings.h"
#include "worker/db/listedservers.h"
#include "worker/db/passwordcommand.h"
#include "worker/db/sshtunnel.h"

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// For ssh, whose host may be far away and behind others.
constexpr std::chrono::milliseconds kTunnelLimit = 20s;

tl::unexpected<DbError> cannotConnect(const QString &message)
{
    return fail(DbError::Kind::CannotConnect, message);
}

/// By whatever method: a token may be checked by PAM, LDAP or RADIUS.
bool isPasswordRefused(const DbError &error)
{
    return error.kind == DbError::Kind::Authentication
        && error.message.contains("authentication failed"_L1);
}

/// The servers that the settings name, as the SSH host is to look for them, and their names.
struct Servers
{
    QList<SshTarget> targets;
    QStringList names;
};

Servers serversOf(const ConnectionSettings &effective)
{
    Servers servers;
    for (const ListedServer &one : listedServers(effective)) {
        const QString name = one.host.isEmpty() ? one.address : one.host;
        servers.names << (name.isEmpty() ? u"localhost"_s : name);
        servers.targets << SshTarget{one.address.isEmpty() ? servers.names.last() : one.address,
                                     one.port};
    }
    return servers;
}

void leadThrough(const Servers &servers, const SshTunnel::Ports &ports,
                 ConnectionSettings *settings)
{
    QStringList addresses;
    QStringList numbers;
    for (const quint16 port : ports) {
        addresses << u"127.0.0.1"_s;
        numbers << QString::number(port);
    }
    settings->set(u"host"_s, servers.names.join(u',')); // which certificates are checked for
    settings->set(u"hostaddr"_s, addresses.join(u','));
    settings->set(u"port"_s, numbers.join(u','));
}

} // namespace

Result<ConnectionRoute> ConnectionRoute::find(const ConnectionSettings &settings,
                                              std::optional<std::chrono::milliseconds> limit)
{
    ConnectionRoute route;
    route.m_settings = settings;
    route.m_commandLimit
        = std::min(limit.value_or(PasswordCommand::kLimit), PasswordCommand::kLimit);
    if (!settings.sshHost().isEmpty()) {
        if (auto entered = route.enter(std::min(limit.value_or(kTunnelLimit), kTunnelLimit));
            !entered)
            return tl::make_unexpected(entered.error());
    }
    if (!settings.passwordCommand().isEmpty() && settings.value(u"password"_s).isEmpty()) {
        route.m_command = PasswordCommand::of(settings.passwordCommand());
        if (auto identified = route.identify(); !identified)
            return tl::make_unexpected(identified.error());
    }
    route.m_since = std::chrono::steady_clock::now();
    return route;
}

Result<void> ConnectionRoute::enter(std::chrono::milliseconds limit)
{
    const QString host = m_settings.sshHost();
    const QString options = m_settings.sshOptions();
    for (const QString &problem : {sshHostProblem(host), sshOptionsProblem(options)}) {
        if (!problem.isEmpty())
            return cannotConnect(problem);
    }
    const auto effective = effectiveSettings(m_settings);
    if (!effective)
        return cannotConnect(effective.error());
    const Servers servers = serversOf(*effective);
    m_tunnel = SshTunnel::of({host, options, servers.targets});
    const auto ports = m_tunnel->open(limit);
    if (!ports)
        return cannotConnect(ports.error());
    leadThrough(servers, *ports, &m_settings);
    // libpq would look for the local port in ~/.pgpass.
    if (m_settings.value(u"password"_s).isEmpty() && m_settings.passwordCommand().isEmpty())
        m_settings.set(u"password"_s, effective->value(u"password"_s));
    return {};
}

Result<void> ConnectionRoute::identify()
{
    const auto password = m_command->ask(m_commandLimit);
    if (!password)
        return cannotConnect(password.error());
    m_settings.set(u"password"_s, *password);
    return {};
}

ConnectionSettings ConnectionRoute::forOthers(const ConnectionSettings &settings)
{
    ConnectionSettings others = settings;
    if (!settings.passwordCommand().isEmpty() && settings.value(u"password"_s).isEmpty())
        others.set(u"password"_s, PasswordCommand::of(settings.passwordCommand())->kept());
    if (settings.sshHost().isEmpty())
        return others;
    const auto effective = effectiveSettings(settings);
    if (!effective)
        return others;
    const Servers servers = serversOf(*effective);
    const auto tunnel = SshTunnel::of({settings.sshHost(), settings.sshOptions(), servers.targets});
    if (const SshTunnel::Ports ports = tunnel->ports(); !ports.isEmpty())
        leadThrough(servers, ports, &others);
    if (others.value(u"password"_s).isEmpty())
        others.set(u"password"_s, effective->value(u"password"_s));
    return others;
}

bool ConnectionRoute::renew(const DbError &error)
{
    if (!m_command || !isPasswordRefused(error))
        return false;
    const QString refused = m_settings.value(u"password"_s);
    m_command->refuse(refused);
    const auto another = m_command->ask(m_commandLimit);
    if (!another)
        return false;
    if (*another == refused) {
        m_command->refuse(refused); // each login with it counts as a failure of the role
        return false;
    }
    m_settings.set(u"password"_s, *another);
    return true;
}

DbError ConnectionRoute::explained(DbError error) const
{
    using Kind = DbError::Kind;
    if (m_command && isPasswordRefused(error)) {
        m_command->refuse(m_settings.value(u"password"_s));
        error.message += u" (the password is the password command's)"_s;
    }
    if (!m_tunnel)
        return error;
    const SshRoute &route = m_tunnel->route();
    if (error.kind == Kind::CannotConnect) {
        if (const QString refusal = m_tunnel->refusalSince(m_since); !refusal.isEmpty()) {
            QStringList targets;
            for (const SshTarget &target : route.targets)
                targets << target.text();
            error.message = u"the SSH host %1 cannot connect to %2: %3"_s.arg(
                route.host, targets.join(" or "_L1), refusal);
            return error;
        }
    }
    // The local end says nothing to the person.
    const QStringList ports = m_settings.value(u"port"_s).split(u',');
    for (qsizetype i = 0; i < route.targets.size(); ++i)
        error.message.replace(
            u" (127.0.0.1), port %1 failed"_s.arg(ports.value(i)),
            u", port %1 through %2 failed"_s.arg(route.targets[i].port).arg(route.host));
    return error;
}

std::shared_ptr<void> ConnectionRoute::use() const
{
    return m_tunnel ? m_tunnel->use() : nullptr;
}

} // namespace yardmaster
