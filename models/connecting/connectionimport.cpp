#include "models/connecting/connectionimport.h"

#include "models/values/format.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct ConnectionImportText
{
    Q_DECLARE_TR_FUNCTIONS(ConnectionImport)
};

constexpr qsizetype kLongestName = 100;
constexpr qsizetype kLongestValue = 1000;
constexpr qsizetype kMostProfiles = 1000;
constexpr qsizetype kMostProblems = 20;

/// One line, of a length that fits into a list.
QString nameFrom(const QString &text)
{
    QString name = text.simplified();
    name.removeIf([](QChar c) { return !c.isPrint(); });
    return name.left(kLongestName);
}

class Importer
{
public:
    ImportOutcome outcome;

    void complain(const QString &sentence)
    {
        if (outcome.problems.size() < kMostProblems)
            outcome.problems << sentence;
    }
    /// Adds a connection under a name; an empty one stands for its database, or its address.
    void add(Profile profile, const QString &name)
    {
        profile.id = Profile::make().id;
        profile.name = nameFrom(name);
        profile.group = nameFrom(profile.group);
        profile.connection.set(u"password"_s, {});
        profile.connection.set(u"sslpassword"_s, {});
        const QString database = profile.connection.value(u"dbname"_s);
        if (profile.name.isEmpty())
            profile.name = nameFrom(database.isEmpty() ? profile.connection.describe() : database);
        if (outcome.profiles.size() < kMostProfiles)
            outcome.profiles << profile;
    }
    /// @returns whether it is a value that libpq could use, or none; complains if not.
    bool set(Profile *profile, const QString &keyword, const QString &value, const QString &where)
    {
        if (value.isEmpty() || isSecret(keyword))
            return true;
        const bool isPrintable
            = std::ranges::all_of(value, [](QChar c) { return c.isPrint() || c.isSurrogate(); });
        if (!isPrintable || value.size() > kLongestValue) {
            complain(ConnectionImportText::tr("%1: the value of %2 is not valid.")
                         .arg(nameFrom(where), keyword));
            return false;
        }
        profile->connection.set(keyword, value);
        return true;
    }
    static Profile fresh()
    {
        Profile profile;
        profile.environment = Environment::Unknown;
        return profile;
    }

private:
    static bool isSecret(const QString &keyword) { return keyword.endsWith("password"_L1); }
};

bool isKeyword(const QString &keyword)
{
    return ConnectionSettings::parse(keyword + "=1"_L1).has_value();
}

void importServiceFile(const QString &text, Importer *importer)
{
    Profile profile;
    QString service;
    bool isGood = false;
    const auto finish = [&] {
        if (!service.isEmpty() && isGood && !profile.connection.keywords().isEmpty())
            importer->add(profile, service);
    };
    for (const QString &whole : text.split(u'\n')) {
        const QString line = whole.trimmed();
        if (line.isEmpty() || line.startsWith(u'#'))
            continue;
        if (line.startsWith(u'[') && line.endsWith(u']')) {
            finish();
            service = line.mid(1, line.size() - 2);
            profile = Importer::fresh();
            isGood = true;
            continue;
        }
        const QString keyword = line.section(u'=', 0, 0).trimmed();
        if (service.isEmpty() || !line.contains(u'='))
            continue;
        static const QRegularExpression form(u"\\A[a-z_]+\\z"_s);
        if (!form.match(keyword).hasMatch() || !isKeyword(keyword)) {
            importer->complain(ConnectionImportText::tr("%1: libpq has no parameter \"%2\".")
                                   .arg(nameFrom(service), nameFrom(keyword)));
            continue;
        }
        isGood
            = importer->set(&profile, keyword, line.section(u'=', 1).trimmed(), service) && isGood;
    }
    finish();
}

/// The fields of a line of .pgpass, in which a backslash protects colons and itself.
QStringList passwordFields(const QString &line)
{
    QStringList fields{QString()};
    for (qsizetype i = 0; i < line.size(); ++i) {
        if (line[i] == u'\\' && i + 1 < line.size())
            fields.last() += line[++i];
        else if (line[i] == u':' && fields.size() < 5)
            fields << QString();
        else
            fields.last() += line[i];
    }
    return fields;
}

void importPasswordFile(const QString &text, Importer *importer)
{
    for (const QString &line : text.split(u'\n')) {
        if (line.trimmed().isEmpty() || line.startsWith(u'#'))
            continue;
        const QStringList fields = passwordFields(line);
        if (fields.size() < 5 || fields[0].isEmpty() || fields[0] == u"*"_s)
            continue; // for no host in particular
        Profile profile = Importer::fresh();
        const QStringList keywords{u"host"_s, u"port"_s, u"dbname"_s, u"user"_s};
        bool isGood = true;
        for (qsizetype i = 0; i < keywords.size(); ++i) {
            if (fields[i] != u"*"_s)
                isGood = importer->set(&profile, keywords[i], fields[i], fields[0]) && isGood;
        }
        if (isGood)
            importer->add(profile, {});
    }
}

void setSsh(Profile *profile, const QString &user, const QString &host, int port,
            const QString &keyFile)
{
    QStringList options;
    if (port > 0 && port != 22)
        options << u"-p %1"_s.arg(port);
    if (!keyFile.isEmpty())
        options << u"-i \"%1\""_s.arg(QString(keyFile).replace(u'"', "\"\"\""_L1));
    profile->connection.setSsh(user.isEmpty() ? host : user + u'@' + host, options.join(u' '));
}

QString textOf(const QJsonValue &value)
{
    return value.isDouble() ? QString::number(value.toInteger()) : value.toString();
}

Environment environmentOf(const QString &dbeaverType)
{
    if (dbeaverType == "prod"_L1)
        return Environment::Production;
    if (dbeaverType == "test"_L1)
        return Environment::Staging;
    return dbeaverType == "dev"_L1 ? Environment::Development : Environment::Unknown;
}

void importDBeaver(const QJsonObject &root, Importer *importer)
{
    const QJsonObject connections = root["connections"_L1].toObject();
    for (const QJsonValue &value : connections) {
        const QJsonObject source = value.toObject();
        const QString name = source["name"_L1].toString();
        if (source["provider"_L1].toString() != "postgresql"_L1)
            continue;
        const QJsonObject configuration = source["configuration"_L1].toObject();
        Profile profile = Importer::fresh();
        profile.group = source["folder"_L1].toString();
        profile.environment = environmentOf(configuration["type"_L1].toString());
        profile.isReadOnly = source["read-only"_L1].toBool();
        bool isGood = true;
        const auto set = [&](const char *keyword, const QString &text) {
            isGood = importer->set(&profile, QString::fromLatin1(keyword), text, name) && isGood;
        };
        set("host", textOf(configuration["host"_L1]));
        set("port", textOf(configuration["port"_L1]));
        set("dbname", textOf(configuration["database"_L1]));
        set("user", textOf(configuration["user"_L1]));
        const QJsonObject handlers = configuration["handlers"_L1].toObject();
        const QJsonObject tls = handlers["postgre_ssl"_L1].toObject();
        const QJsonObject tlsFacts = tls["properties"_L1].toObject();
        if (tls["enabled"_L1].toBool()) {
            const QString mode = textOf(tlsFacts["sslMode"_L1]);
            set("sslmode", mode.isEmpty() ? u"require"_s : mode);
            set("sslrootcert", textOf(tlsFacts["ssl.ca.cert"_L1]));
            set("sslcert", textOf(tlsFacts["ssl.client.cert"_L1]));
            set("sslkey", textOf(tlsFacts["ssl.client.key"_L1]));
        }
        const QJsonObject ssh = handlers["ssh_tunnel"_L1].toObject();
        const QJsonObject sshFacts = ssh["properties"_L1].toObject();
        if (ssh["enabled"_L1].toBool()) {
            const bool hasKey = textOf(sshFacts["authType"_L1]) == "PUBLIC_KEY"_L1;
            setSsh(&profile, textOf(ssh["user"_L1]), textOf(sshFacts["host"_L1]),
                   textOf(sshFacts["port"_L1]).toInt(),
                   hasKey ? textOf(sshFacts["keyPath"_L1]) : QString());
        }
        if (isGood)
            importer->add(profile, name);
    }
}

void importPgAdmin(const QJsonObject &root, Importer *importer)
{
    const QJsonObject servers = root["Servers"_L1].toObject();
    for (const QJsonValue &value : servers) {
        const QJsonObject server = value.toObject();
        const QString name = server["Name"_L1].toString();
        Profile profile = Importer::fresh();
        profile.group = server["Group"_L1].toString();
        if (profile.group == "Servers"_L1) // its default group
            profile.group.clear();
        bool isGood = true;
        const auto set = [&](const QString &keyword, const QJsonValue &given) {
            isGood = importer->set(&profile, keyword, textOf(given), name) && isGood;
        };
        set(u"host"_s, server["Host"_L1]);
        set(u"hostaddr"_s, server["HostAddr"_L1]);
        set(u"port"_s, server["Port"_L1]);
        set(u"dbname"_s, server["MaintenanceDB"_L1]);
        set(u"user"_s, server["Username"_L1]);
        set(u"service"_s, server["Service"_L1]);
        set(u"sslmode"_s, server["SSLMode"_L1]);
        set(u"sslrootcert"_s, server["SSLRootCert"_L1]);
        set(u"sslcert"_s, server["SSLCert"_L1]);
        set(u"sslkey"_s, server["SSLKey"_L1]);
        const QJsonObject parameters = server["ConnectionParameters"_L1].toObject();
        for (const char *keyword : {"sslmode", "sslrootcert", "sslcert", "sslkey", "hostaddr"})
            set(QString::fromLatin1(keyword), parameters[QLatin1StringView(keyword)]);
        // It would be run: that is for a person to decide, not for a file.
        if (!server["PasswordExecCommand"_L1].toString().isEmpty())
            importer->complain(ConnectionImportText::tr("%1: its password command is not imported.")
                                   .arg(nameFrom(name)));
        if (server["UseSSHTunnel"_L1].toVariant().toBool()) {
            setSsh(&profile, textOf(server["TunnelUsername"_L1]), textOf(server["TunnelHost"_L1]),
                   textOf(server["TunnelPort"_L1]).toInt(),
                   textOf(server["TunnelIdentityFile"_L1]));
        }
        if (isGood)
            importer->add(profile, name);
    }
}

void importText(const QString &text, const QString &name, Importer *importer)
{
    auto imported = importConnection(text);
    if (!imported) {
        importer->complain(asSentence(imported.error()));
        return;
    }
    Profile profile = Importer::fresh();
    const QMap<QString, QString> keywords = imported->connection.keywords();
    bool isGood = true;
    for (auto it = keywords.begin(); it != keywords.end(); ++it)
        isGood = importer->set(&profile, it.key(), it.value(), name) && isGood;
    if (isGood)
        importer->add(profile, name);
}

void importDotEnv(const QString &text, Importer *importer)
{
    static const QRegularExpression form(
        u"^\\s*(?:export\\s+)?([A-Za-z_][A-Za-z0-9_]*)\\s*=\\s*(['\"]?)(postgres(?:ql)?://.*?)\\2\\s*$"_s);
    for (const QString &line : text.split(u'\n')) {
        const auto match = form.match(line);
        if (!match.hasMatch())
            continue;
        const QString variable = match.captured(1);
        QString url = match.captured(3);
        if (match.captured(2).isEmpty())
            url = url.section(QRegularExpression(u"\\s+#"_s), 0, 0);
        if (url.contains("${"_L1)) {
            importer->complain(
                ConnectionImportText::tr("%1 refers to other variables, which are not expanded.")
                    .arg(variable));
            continue;
        }
        importText(url, variable == "DATABASE_URL"_L1 ? QString() : variable.toLower(), importer);
    }
}

} // namespace

ImportFormat importFormatOf(const QByteArray &text)
{
    const QByteArray head = text.trimmed();
    if (head.startsWith('{'))
        return head.contains("\"Servers\"") ? ImportFormat::PgAdmin : ImportFormat::DBeaver;
    static const QRegularExpression section(u"^\\s*\\[[^\\]]+\\]\\s*$"_s,
                                            QRegularExpression::MultilineOption);
    static const QRegularExpression variable(
        u"^\\s*(?:export\\s+)?[A-Za-z_][A-Za-z0-9_]*\\s*=\\s*['\"]?postgres(?:ql)?://"_s,
        QRegularExpression::MultilineOption);
    static const QRegularExpression password(u"^[^#\\s][^:\\n]*:[^:\\n]*:[^:\\n]*:[^:\\n]*:.*$"_s,
                                             QRegularExpression::MultilineOption);
    const QString all = QString::fromUtf8(head);
    if (all.startsWith("postgres://"_L1) || all.startsWith("postgresql://"_L1))
        return ImportFormat::Text;
    if (section.match(all).hasMatch())
        return ImportFormat::ServiceFile;
    if (variable.match(all).hasMatch())
        return ImportFormat::DotEnv;
    if (password.match(all).hasMatch())
        return ImportFormat::PasswordFile;
    return ImportFormat::Text;
}

ImportOutcome importConnections(const QByteArray &text, ImportFormat format)
{
    Importer importer;
    if (text.size() > kLongestImport) {
        importer.complain(ConnectionImportText::tr("The file is too large to hold connections."));
        return importer.outcome;
    }
    QString lines = QString::fromUtf8(text);
    lines.remove(u'\r').remove(QChar(QChar::ByteOrderMark));
    if (format == ImportFormat::DBeaver || format == ImportFormat::PgAdmin) {
        QJsonParseError error;
        const QJsonObject root = QJsonDocument::fromJson(lines.toUtf8(), &error).object();
        if (error.error != QJsonParseError::NoError)
            importer.complain(ConnectionImportText::tr("The file is not JSON: %1, at byte %2.")
                                  .arg(error.errorString())
                                  .arg(error.offset));
        else if (format == ImportFormat::DBeaver)
            importDBeaver(root, &importer);
        else
            importPgAdmin(root, &importer);
    } else if (format == ImportFormat::ServiceFile) {
        importServiceFile(lines, &importer);
    } else if (format == ImportFormat::PasswordFile) {
        importPasswordFile(lines, &importer);
    } else if (format == ImportFormat::DotEnv) {
        importDotEnv(lines, &importer);
    } else {
        importText(lines.trimmed(), {}, &importer);
    }
    if (importer.outcome.profiles.isEmpty() && importer.outcome.problems.isEmpty())
        importer.complain(ConnectionImportText::tr("It contains no PostgreSQL connection."));
    return importer.outcome;
}

QStringList importPlaces()
{
    const auto variable = [](const char *name, const QString &usual) {
        const QString given = qEnvironmentVariable(name);
        return given.isEmpty() ? usual : given;
    };
    const QDir home = QDir::home();
    QStringList places{
        variable("PGSERVICEFILE", home.filePath(u".pg_service.conf"_s)),
        variable("PGPASSFILE", home.filePath(u".pgpass"_s)),
        home.filePath(u".local/share/DBeaverData/workspace6/General/.dbeaver/data-sources.json"_s),
        QDir::current().filePath(u".env"_s),
    };
    places.removeIf([](const QString &place) {
        return !QFileInfo(place).isFile() || !QFileInfo(place).isReadable();
    });
    return places;
}

} // namespace yardmaster
