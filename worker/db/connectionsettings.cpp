#include <yardmaster/connectionsettings.h>

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

/// libpq quotes the part it could not parse, which may be (a part of) the password.
QString withoutQuotations(const QString &libpqText)
{
    static const QRegularExpression quoted(u"\\s*\".*\""_s,
                                           QRegularExpression::DotMatchesEverythingOption);
    QString text = libpqText;
    text.remove(quoted);
    while (text.endsWith(u':') || text.endsWith(u' '))
        text.chop(1);
    return text;
}

constexpr auto kPercentEncoding
    = "in the user and the password of a URL these characters must be percent-encoded: "
      "% as %25, / as %2F, @ as %40, : as %3A, ? as %3F, # as %23"_L1;

/// Detects URLs that libpq would misread: parts of a password that is not percent-encoded become a
/// host, a port or a database, which are displayed. @returns the problem, or an empty string.
QString misreading(const QString &url)
{
    const QString rest = url.section(u"://"_s, 1);
    const auto end = rest.indexOf(QRegularExpression(u"[/?]"_s));
    const QString authority = rest.left(end);
    const QString path = end < 0 ? QString() : rest.mid(end).section(u'?', 0, 0);
    if (path.contains(u'@') || authority.count(u'@') > 1)
        return u"it has an @ where none is allowed: "_s + kPercentEncoding;
    static const QRegularExpression port(u":(?![0-9]*$)"_s);
    static const QRegularExpression address(u"\\[[^\\]]*\\]"_s);
    QString hosts = authority.section(u'@', -1);
    hosts.remove(address); // IPv6
    for (const QString &host : hosts.split(u',')) {
        if (host.contains(port))
            return u"its port is not a number; "_s + kPercentEncoding;
    }
    return {};
}

/// Semicolons between keywords, as in other drivers.
bool hasSemicolons(const QString &value)
{
    static const QRegularExpression next(u";\\s*(?:host|hostaddr|server|port|db|dbname|database|"
                                         u"user|username|user id|password|pwd|sslmode|"
                                         "service)\\s*="_s,
                                         QRegularExpression::CaseInsensitiveOption);
    return next.match(value).hasMatch();
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
    static const QRegularExpression otherUrl(u"^[\\w+.-]+://"_s);
    if (const auto other = otherUrl.match(trimmed); !isUrl && other.hasMatch())
        return tl::make_unexpected(
            u"'%1' is not a PostgreSQL URL; it must start with postgres://"_s.arg(
                other.captured()));
    if (isUrl) {
        if (const QString wrong = misreading(trimmed); !wrong.isEmpty())
            return tl::make_unexpected(u"the URL cannot be read: "_s + wrong);
    } else if (!trimmed.contains(u'=')) {
        if (trimmed.contains(u'/') || trimmed.contains(u'@') || trimmed.contains(u':')) {
            return tl::make_unexpected(u"this is neither a URL, which starts with postgres://, nor "
                                       u"the name of a database; for "
                                       "one with /, @ or : in its name write dbname='...'"_s);
        }
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
        QString sentence = u"the connection cannot be read: "_s + withoutQuotations(reason);
        if (reason.contains("percent-encoded"_L1))
            sentence += u"; "_s + kPercentEncoding;
        return tl::make_unexpected(sentence);
    }
    for (const PQconninfoOption *option = options.get(); option->keyword; ++option) {
        if (!option->val)
            continue;
        const QString value = QString::fromUtf8(option->val);
        if (!isUrl && hasSemicolons(value))
            return tl::make_unexpected(
                u"the connection cannot be read: between keywords there must be spaces, not semicolons"_s);
        settings.set(QString::fromLatin1(option->keyword), value);
    }
    if (isUrl && settings.value(u"sslmode"_s) == u"require"_s
        && !trimmed.contains("sslmode=no-verify"_L1)
        && settings.value(u"sslrootcert"_s).isEmpty()) {
        settings.m_warning = u"the connection is encrypted, but the server's certificate is not "
                             u"verified: unlike node-postgres, "
                             "libpq does that with sslmode=verify-full only"_s;
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

void ConnectionSettings::setSsh(const QString &host, const QString &options)
{
    m_sshHost = host.trimmed();
    m_sshOptions = m_sshHost.isEmpty() ? QString() : options.trimmed();
}

void ConnectionSettings::setReadOnly()
{
    m_isReadOnly = true;
    const QString options = value(u"options"_s);
    set(u"options"_s, QString(options + u" -c default_transaction_read_only=on"_s).trimmed());
    // Else libpq would look for a server whose transactions are read-write by default, and find
    // none.
    if (value(u"target_session_attrs"_s) == u"read-write"_s)
        set(u"target_session_attrs"_s, u"primary"_s);
}

QString ConnectionSettings::describe() const
{
    const auto given = [this](const char *keyword, const char *variable) {
        const QString own = value(QString::fromLatin1(keyword));
        return own.isEmpty() ? qEnvironmentVariable(variable) : own;
    };
    const QString way = m_sshHost.isEmpty() ? QString() : u" through "_s + m_sshHost;
    if (const QString service = given("service", "PGSERVICE"); !service.isEmpty())
        return u"service %1"_s.arg(service) + way;
    QString host = given("host", "PGHOST");
    if (host.isEmpty())
        host = given("hostaddr", "PGHOSTADDR");
    const QString port = given("port", "PGPORT");
    const QString user = given("user", "PGUSER");
    const QString database = given("dbname", "PGDATABASE");

    if (host.isEmpty() && !m_sshHost.isEmpty())
        host = u"localhost"_s;
    QString text = host.isEmpty() ? u"local socket"_s : host;
    if (!port.isEmpty())
        text += u':' + port;
    if (!user.isEmpty())
        text.prepend(user + u'@');
    if (!database.isEmpty())
        text += (host.startsWith(u'/') || host.isEmpty() ? u" database "_s : u"/"_s) + database;
    return text + way;
}

} // namespace yardmaster
