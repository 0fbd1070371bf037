#include "worker/db/connectionsettings.h"

#include <QRegularExpression>

#include <libpq-fe.h>

#include <memory>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct FreeConninfo
{
    void operator()(PQconninfoOption *options) const { PQconninfoFree(options); }
};

/// libpq quotes the piece it stumbled over, which may be (a part of) the password.
QString withoutQuotedSecrets(const QString &libpqText)
{
    static const QRegularExpression harmless(uR"((?:parameter|option): "[\w]*")"_s);
    if (harmless.match(libpqText).hasMatch())
        return libpqText;
    static const QRegularExpression quoted(u"\\s*\".*\""_s,
                                           QRegularExpression::DotMatchesEverythingOption);
    QString text = libpqText;
    text.remove(quoted);
    while (text.endsWith(u':') || text.endsWith(u' '))
        text.chop(1);
    return text;
}

/// node-postgres spellings that libpq refuses, so that a DATABASE_URL works for both.
QString translateNodeSpellings(QString url)
{
    static const QRegularExpression sslOn(u"([?&])ssl=1(?=&|$)"_s);
    static const QRegularExpression sslOff(u"([?&])ssl=(?:0|false)(?=&|$)"_s);
    static const QRegularExpression noVerify(u"([?&])sslmode=no-verify(?=&|$)"_s);
    url.replace(sslOn, u"\\1ssl=true"_s);
    url.replace(sslOff, u"\\1sslmode=disable"_s);
    url.replace(noVerify, u"\\1sslmode=require"_s);
    return url;
}

} // namespace

tl::expected<ConnectionSettings, QString> ConnectionSettings::parse(const QString &text)
{
    const QString trimmed = text.trimmed();
    if (trimmed.isEmpty())
        return tl::make_unexpected(u"the connection is empty"_s);

    ConnectionSettings settings;
    const bool isUrl
        = trimmed.startsWith("postgres://"_L1) || trimmed.startsWith("postgresql://"_L1);
    if (!isUrl && trimmed.contains("://"_L1)) {
        return tl::make_unexpected(
            u"'%1://' is not a PostgreSQL URL; it must start with postgres://"_s.arg(
                trimmed.section("://"_L1, 0, 0)));
    }
    if (!isUrl && !trimmed.contains(u'=')) {
        settings.set(u"dbname"_s, trimmed);
        return settings;
    }

    const QByteArray conninfo = (isUrl ? translateNodeSpellings(trimmed) : trimmed).toUtf8();
    char *complaint = nullptr;
    const std::unique_ptr<PQconninfoOption, FreeConninfo> options(
        PQconninfoParse(conninfo.constData(), &complaint));
    if (!options) {
        const QString reason = QString::fromUtf8(complaint).trimmed();
        PQfreemem(complaint);
        return tl::make_unexpected(
            u"the connection cannot be read: %1"_s.arg(withoutQuotedSecrets(reason)));
    }
    for (const PQconninfoOption *option = options.get(); option->keyword; ++option) {
        if (option->val)
            settings.set(QString::fromLatin1(option->keyword), QString::fromUtf8(option->val));
    }
    return settings;
}

tl::expected<std::optional<ConnectionSettings>, QString>
ConnectionSettings::resolve(const std::optional<QString> &option,
                            const QProcessEnvironment &environment)
{
    const auto named
        = [](const QString &text,
             const QString &origin) -> tl::expected<std::optional<ConnectionSettings>, QString> {
        auto settings = parse(text);
        if (!settings)
            return tl::make_unexpected(u"%1: %2"_s.arg(origin, settings.error()));
        settings->setOrigin(origin);
        return std::optional(*std::move(settings));
    };
    if (option)
        return named(*option, u"--connection"_s);
    if (const QString url = environment.value(u"DATABASE_URL"_s); !url.isEmpty())
        return named(url, u"DATABASE_URL"_s);
    for (const auto *variable : {"PGDATABASE", "PGHOST", "PGHOSTADDR", "PGSERVICE"}) {
        if (!environment.value(QString::fromLatin1(variable)).isEmpty()) {
            ConnectionSettings settings; // libpq reads the variables itself
            settings.setOrigin(u"PG* variables"_s);
            return std::optional(settings);
        }
    }
    return std::nullopt;
}

void ConnectionSettings::set(const QString &keyword, const QString &value)
{
    if (value.isEmpty())
        m_keywords.remove(keyword);
    else
        m_keywords.insert(keyword, value);
}

QString ConnectionSettings::describe() const
{
    const auto given = [this](const char *keyword, const char *variable) {
        const QString own = value(QString::fromLatin1(keyword));
        return own.isEmpty() ? qEnvironmentVariable(variable) : own;
    };
    if (const QString service = given("service", "PGSERVICE"); !service.isEmpty())
        return u"service %1"_s.arg(service);
    QString host = given("host", "PGHOST");
    if (host.isEmpty())
        host = given("hostaddr", "PGHOSTADDR");
    const QString port = given("port", "PGPORT");
    const QString user = given("user", "PGUSER");
    const QString database = given("dbname", "PGDATABASE");

    QString text = host.isEmpty() ? u"local socket"_s : host;
    if (!port.isEmpty() && !host.startsWith(u'/'))
        text += u':' + port;
    if (!user.isEmpty())
        text.prepend(user + u'@');
    if (!database.isEmpty())
        text += (host.startsWith(u'/') || host.isEmpty() ? u" database "_s : u"/"_s) + database;
    return text;
}

} // namespace yardmaster
