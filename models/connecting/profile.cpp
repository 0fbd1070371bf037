#include "models/connecting/profile.h"

#include "models/session/standbyaddress.h"
#include "models/values/format.h"
#include "worker/db/passwordcommand.h"
#include "worker/db/sshcommand.h"
#include <yardmaster/migrator.h>

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>
#include <QSet>
#include <QUuid>

#include <algorithm>
#include <array>
#include <cmath>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct ProfileText
{
    Q_DECLARE_TR_FUNCTIONS(Profile)
};

constexpr std::array kEnvironments{Environment::Production, Environment::Staging,
                                   Environment::Development, Environment::Sandbox,
                                   Environment::Unknown};

/// Where a connection leads, as far as it tells.
bool isLoopback(const QString &host)
{
    return host == "localhost"_L1 || host == "127.0.0.1"_L1 || host == "::1"_L1;
}

struct Address
{
    QString service;
    QSet<QString> servers; ///< "host:port", as the SSH host knows it, if there is one
    QString database;
    QString user;
};

Address addressOf(const ConnectionSettings &connection)
{
    const auto given = [&connection](const char *keyword, const char *variable) {
        const QString own = connection.value(QString::fromLatin1(keyword));
        return own.isEmpty() ? qEnvironmentVariable(variable) : own;
    };
    Address address;
    address.service = given("service", "PGSERVICE");
    address.user = given("user", "PGUSER");
    address.database = given("dbname", "PGDATABASE");
    if (address.database.isEmpty())
        address.database = address.user;
    QString host = given("host", "PGHOST");
    if (host.isEmpty())
        host = given("hostaddr", "PGHOSTADDR");
    const QStringList hosts = host.split(u',');
    const QStringList ports = given("port", "PGPORT").split(u',');
    for (qsizetype i = 0; i < hosts.size(); ++i) {
        QString name = hosts.at(i).trimmed().toLower();
        // This machine, whichever way.
        if (name.isEmpty() || name.startsWith(u'/') || name.startsWith(u'@') || isLoopback(name))
            name = u"localhost"_s;
        const QString port = ports.value(ports.size() == 1 ? 0 : i).trimmed();
        if (!connection.sshHost().isEmpty())
            name.prepend(connection.sshHost() + u'!');
        address.servers << name + u':' + (port.isEmpty() ? u"5432"_s : port);
    }
    return address;
}

/// Whether the SSH host itself is the server, so that nothing leaves the tunnel for a network.
bool endsAtSshHost(const ConnectionSettings &connection)
{
    if (connection.sshHost().isEmpty() || !connection.value(u"service"_s).isEmpty())
        return false;
    const QString address = connection.value(u"hostaddr"_s);
    const QString host = address.isEmpty() ? connection.value(u"host"_s) : address;
    return host.isEmpty() || host.startsWith(u'/') || isLoopback(host);
}

/// Contrast of white text on "#rrggbb" by WCAG; 0 if it is not such a colour.
double contrastWithWhite(const QString &colour)
{
    static const QRegularExpression form(u"\\A#[0-9a-fA-F]{6}\\z"_s);
    if (!form.match(colour).hasMatch())
        return 0;
    const auto linear = [&colour](int from) {
        const double value = colour.mid(from, 2).toInt(nullptr, 16) / 255.0;
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    const double luminance = 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5);
    return 1.05 / (luminance + 0.05);
}

} // namespace

Profile Profile::make()
{
    Profile profile;
    profile.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    return profile;
}

Profile Profile::sandbox()
{
    Profile profile;
    profile.id = u"sandbox"_s;
    profile.name = ProfileText::tr("Sandbox");
    profile.environment = Environment::Sandbox;
    return profile;
}

ConnectionSettings Profile::sessionSettings(const QString &password) const
{
    ConnectionSettings settings = connection;
    settings.set(u"password"_s, password);
    if (isReadOnly)
        settings.setReadOnly();
    return settings;
}

QString loginKey(const QString &profileId, const ConnectionSettings &connection)
{
    QByteArray where;
    for (const QString &keyword : {u"service"_s, u"host"_s, u"hostaddr"_s, u"port"_s, u"user"_s,
                                   u"dbname"_s, u"sslmode"_s, u"sslrootcert"_s})
        where += connection.value(keyword).toUtf8() + '\0';
    if (!connection.sshHost().isEmpty())
        where += connection.sshHost().toUtf8() + '\0' + connection.sshOptions().toUtf8();
    if (!connection.standby().isEmpty()) // which gets the same password
        where += '\0' + connection.standby().toUtf8();
    const QByteArray hash = QCryptographicHash::hash(where, QCryptographicHash::Sha256).toHex();
    return (profileId.isEmpty() ? u"none"_s : profileId) + u'-'
        + QString::fromLatin1(hash.left(16));
}

tl::expected<ImportedConnection, QString> importConnection(const QString &text)
{
    auto settings = ConnectionSettings::parse(text);
    if (!settings)
        return tl::make_unexpected(settings.error());
    ImportedConnection imported{*std::move(settings), {}};
    imported.password = imported.connection.value(u"password"_s);
    imported.connection.set(u"password"_s, {});
    imported.connection.set(u"sslpassword"_s, {});
    return imported;
}

QList<ProfileProblem> problemsOf(const Profile &profile, const QList<Profile> &others)
{
    using Field = ProfileProblem::Field;
    QList<ProfileProblem> problems;
    const auto complain = [&problems](Field field, const QString &sentence) {
        problems << ProfileProblem{field, sentence};
    };

    if (profile.name.trimmed().isEmpty()) {
        complain(Field::Name, ProfileText::tr("A profile needs a name."));
    } else {
        for (const Profile &other : others) {
            if (other.id != profile.id && other.group == profile.group
                && other.name.compare(profile.name.trimmed(), Qt::CaseInsensitive) == 0)
                complain(Field::Name, ProfileText::tr("A profile with this name already exists."));
        }
    }
    const auto complainIf = [&complain](Field field, const QString &reason) {
        if (!reason.isEmpty())
            complain(field, asSentence(reason));
    };
    complainIf(Field::Schema, schemaNameProblem(profile.schema));

    // One port for all hosts, or one for each.
    const QStringList ports = profile.connection.value(u"port"_s).split(u',', Qt::SkipEmptyParts);
    for (const QString &port : ports) {
        bool isNumber = false;
        const int number = port.trimmed().toInt(&isNumber);
        if (!isNumber || number < 1 || number > 65535) {
            complain(Field::Port, ProfileText::tr("A port must be a number from 1 to 65535."));
            break;
        }
    }
    const QString mode = profile.connection.value(u"sslmode"_s);
    if (!mode.isEmpty() && !sslModes().contains(mode))
        complain(Field::SslMode, ProfileText::tr("\"%1\" is not an sslmode.").arg(mode));
    for (const char *keyword : {"sslrootcert", "sslcert", "sslkey"}) {
        const QString file = profile.connection.value(QString::fromLatin1(keyword));
        if (!file.isEmpty() && !QFileInfo(file).isReadable())
            complain(Field::Certificate, ProfileText::tr("The file %1 cannot be read.").arg(file));
    }
    const bool hasKey = !profile.connection.value(u"sslkey"_s).isEmpty();
    if (hasKey && profile.connection.value(u"sslcert"_s).isEmpty())
        complain(Field::Certificate, ProfileText::tr("A client key needs its certificate."));
    const ConnectionSettings &connection = profile.connection;
    if (!connection.passwordCommand().isEmpty())
        complainIf(Field::PasswordCommand,
                   PasswordCommand::problemOf(connection.passwordCommand()));
    if (!connection.sshHost().isEmpty()) {
        complainIf(Field::Ssh, sshHostProblem(connection.sshHost()));
        complainIf(Field::Ssh, sshOptionsProblem(connection.sshOptions()));
    }
    complainIf(Field::Standby, standbyProblem(connection.standby()));
    if (!profile.colour.isEmpty() && contrastWithWhite(profile.colour) < 4.5)
        complain(Field::Colour,
                 ProfileText::tr("White text would not be readable on this colour."));
    return problems;
}

QStringList sslModes()
{
    return {u"disable"_s, u"allow"_s, u"prefer"_s, u"require"_s, u"verify-ca"_s, u"verify-full"_s};
}

bool usesLocalSocket(const ConnectionSettings &connection)
{
    if (!connection.sshHost().isEmpty())
        return false;
    if (!connection.value(u"service"_s).isEmpty() || !connection.value(u"hostaddr"_s).isEmpty())
        return false;
    QString host = connection.value(u"host"_s);
    if (host.isEmpty())
        host = qEnvironmentVariable("PGHOST");
    return (host.isEmpty() && qEnvironmentVariableIsEmpty("PGHOSTADDR")
            && qEnvironmentVariableIsEmpty("PGSERVICE"))
        || host.startsWith(u'/') || host.startsWith(u'@');
}

QString sslModeWarning(const ConnectionSettings &connection)
{
    if (usesLocalSocket(connection) || endsAtSshHost(connection))
        return {};
    QString mode = connection.value(u"sslmode"_s);
    if (mode.isEmpty() && !connection.value(u"service"_s).isEmpty())
        return {}; // the service file says
    if (mode.isEmpty())
        mode = qEnvironmentVariable("PGSSLMODE", u"prefer"_s);
    if (mode == "verify-full"_L1)
        return {};
    if (mode == "verify-ca"_L1)
        return ProfileText::tr(
            "The certificate is checked, the host name is not: any server with a "
            "certificate of the same authority could pose as this one.");
    if (mode == "require"_L1)
        return ProfileText::tr("Encrypted, but the server is not authenticated: an attacker on the "
                               "network path can pose as it. verify-full prevents this.");
    if (mode == "disable"_L1)
        return ProfileText::tr(
            "Not encrypted: anyone on the network path can read and change the jobs.");
    return ProfileText::tr(
        "Encrypted only if the server agrees, and the server is not authenticated: an attacker on "
        "the network path can switch encryption off. verify-full prevents this.");
}

QString environmentKey(Environment environment)
{
    switch (environment) {
    case Environment::Production:
        return u"production"_s;
    case Environment::Staging:
        return u"staging"_s;
    case Environment::Development:
        return u"development"_s;
    case Environment::Sandbox:
        return u"sandbox"_s;
    case Environment::Unknown:
        return u"unknown"_s;
    }
    Q_UNREACHABLE();
}

Environment environmentFromKey(const QString &key)
{
    static const QHash<QString, QString> shortWords{{u"prod"_s, u"production"_s},
                                                    {u"live"_s, u"production"_s},
                                                    {u"stage"_s, u"staging"_s},
                                                    {u"dev"_s, u"development"_s},
                                                    {u"local"_s, u"development"_s}};
    const QString word = key.trimmed().toLower();
    for (const Environment environment : kEnvironments) {
        if (environmentKey(environment) == shortWords.value(word, word))
            return environment;
    }
    return Environment::Unknown;
}

tl::expected<Profile, QString> profileNamed(const QString &name, const QList<Profile> &profiles)
{
    QList<Profile> found;
    for (const Profile &profile : profiles) {
        const QString whole = profile.group + u'/' + profile.name;
        if (name.compare(profile.name, Qt::CaseInsensitive) == 0
            || name.compare(whole, Qt::CaseInsensitive) == 0)
            found << profile;
    }
    if (found.size() == 1)
        return found.first();
    return tl::make_unexpected(
        found.isEmpty() ? u"there is no profile '%1'"_s.arg(name)
                        : u"'%1' is the name of several profiles; write GROUP/NAME"_s.arg(name));
}

std::optional<Profile> profileFor(const ConnectionSettings &connection,
                                  const QList<Profile> &profiles)
{
    // The strictest first, where several fit.
    constexpr std::array kStrictest{Environment::Production, Environment::Unknown,
                                    Environment::Staging, Environment::Development,
                                    Environment::Sandbox};
    const Address wanted = addressOf(connection);
    std::optional<Profile> found;
    for (const Environment environment : kStrictest) {
        for (const Profile &profile : profiles) {
            const Address address = addressOf(profile.connection);
            const bool isSameService
                = !wanted.service.isEmpty() && wanted.service == address.service;
            if (profile.environment != environment
                || (!isSameService
                    && (wanted.database != address.database || !address.service.isEmpty()
                        || !wanted.servers.intersects(address.servers))))
                continue;
            if (found && found->environment != environment)
                continue; // an equal user elsewhere does not make it less strict
            if (!found
                || (address.user == wanted.user
                    && addressOf(found->connection).user != wanted.user))
                found = profile;
        }
    }
    if (found && addressOf(found->connection).user != wanted.user)
        found->id.clear(); // what is kept for it, its password for one, is another user's
    return found;
}

} // namespace yardmaster
