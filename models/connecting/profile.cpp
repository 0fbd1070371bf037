#include "models/connecting/profile.h"

#include "worker/db/migrator.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>
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
                                   Environment::Development, Environment::Sandbox};

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
    if (isReadOnly) {
        const QString options = settings.value(u"options"_s);
        settings.set(u"options"_s,
                     QString(options + u" -c default_transaction_read_only=on"_s).trimmed());
    }
    return settings;
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
                complain(Field::Name, ProfileText::tr("There is a profile of this name already."));
        }
    }
    if (const QString reason = schemaNameProblem(profile.schema); !reason.isEmpty())
        complain(Field::Schema, reason.at(0).toUpper() + reason.mid(1) + u'.');

    // One port for all hosts, or one for each.
    const QStringList ports = profile.connection.value(u"port"_s).split(u',', Qt::SkipEmptyParts);
    for (const QString &port : ports) {
        bool isNumber = false;
        const int number = port.trimmed().toInt(&isNumber);
        if (!isNumber || number < 1 || number > 65535) {
            complain(Field::Port, ProfileText::tr("A port is a number from 1 to 65535."));
            break;
        }
    }
    const QString mode = profile.connection.value(u"sslmode"_s);
    if (!mode.isEmpty() && !sslModes().contains(mode))
        complain(Field::SslMode, ProfileText::tr("\"%1\" is no sslmode.").arg(mode));
    for (const char *keyword : {"sslrootcert", "sslcert", "sslkey"}) {
        const QString file = profile.connection.value(QString::fromLatin1(keyword));
        if (!file.isEmpty() && !QFileInfo(file).isReadable())
            complain(Field::Certificate, ProfileText::tr("The file %1 cannot be read.").arg(file));
    }
    const bool hasKey = !profile.connection.value(u"sslkey"_s).isEmpty();
    if (hasKey && profile.connection.value(u"sslcert"_s).isEmpty())
        complain(Field::Certificate, ProfileText::tr("A client key needs its certificate."));
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
    if (usesLocalSocket(connection))
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
        return ProfileText::tr(
            "Encrypted, but nobody checks who answers: whoever sits in between can pose as "
            "the server. verify-full checks.");
    if (mode == "disable"_L1)
        return ProfileText::tr(
            "Not encrypted: everybody on the way can read the jobs and change them.");
    return ProfileText::tr(
        "Encrypted only if the server agrees, and nobody checks who answers: whoever sits "
        "in between can switch it off. verify-full checks.");
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
    }
    Q_UNREACHABLE();
}

Environment environmentFromKey(const QString &key)
{
    for (const Environment environment : kEnvironments) {
        if (environmentKey(environment) == key)
            return environment;
    }
    return Environment::Development;
}

} // namespace yardmaster
