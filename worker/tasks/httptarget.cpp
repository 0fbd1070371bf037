#include "worker/tasks/httptarget.h"

#include "worker/time/duration.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QSet>
#include <QSslCertificate>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kLargestHttpFile = 64 * 1024; // bytes

/// Headers that belong to the connection, or that every request has.
bool isReservedHeader(const QByteArray &name)
{
    static const QSet<QByteArray> reserved{"accept-encoding",
                                           "connection",
                                           "content-encoding",
                                           "content-length",
                                           "content-type",
                                           "expect",
                                           "host",
                                           "keep-alive",
                                           "te",
                                           "trailer",
                                           "transfer-encoding",
                                           "upgrade",
                                           "traceparent",
                                           "tracestate"};
    const QByteArray lower = name.toLower();
    return reserved.contains(lower) || lower.startsWith("yardmaster-")
        || lower.startsWith("proxy-");
}

/// Reads the lines of one file and gathers the mistakes.
class HttpFileReader
{
public:
    HttpFileReader(QString path, const QProcessEnvironment &environment)
        : m_path(std::move(path))
        , m_environment(environment)
    { }

    tl::expected<HttpTarget, std::vector<HttpFileProblem>> read()
    {
        std::optional<QByteArray> content = contentOf(m_path, u"it"_s);
        if (!content)
            return tl::make_unexpected(m_problems);
        if (content->startsWith("\xef\xbb\xbf"))
            content->remove(0, 3); // the byte order mark that some editors write
        if (!QString::fromUtf8(*content).toUtf8().startsWith(*content))
            complain(u"it is not UTF-8"_s);
        for (const QString &line : QString::fromUtf8(*content).split(u'\n')) {
            ++m_line;
            readLine(line.trimmed());
        }
        m_line = 0;
        if (!m_seen.contains(u"url"_s))
            complain(u"there is no line url: …"_s);
        if (!m_problems.empty())
            return tl::make_unexpected(m_problems);
        m_target.headers.insert(m_target.headers.end(), m_headers.begin(), m_headers.end());
        return m_target;
    }

private:
    void readLine(const QString &line)
    {
        if (line.isEmpty() || line.startsWith(u'#'))
            return;
        const qsizetype colon = line.indexOf(u':');
        if (colon < 1) {
            complain(u"this is not KEY: VALUE"_s);
            return;
        }
        const QString key = line.first(colon).trimmed();
        const QString value = line.sliced(colon + 1).trimmed();
        static const QStringList known{u"url"_s,         u"timeout"_s,
                                       u"secret-file"_s, u"secret-variable"_s,
                                       u"ca-file"_s,     u"header"_s};
        if (!known.contains(key)) {
            complain(u"'%1' is not a key; there are %2"_s.arg(key.left(40), known.join(u", "_s)));
        } else if (key != "header"_L1 && m_seen.contains(key)) {
            complain(u"a second %1"_s.arg(key));
        } else if (value.isEmpty()) {
            complain(u"%1 has no value"_s.arg(key));
        } else if (key == "timeout"_L1) {
            takeTimeout(value);
        } else if (key == "secret-variable"_L1) {
            takeVariable(value);
        } else if (const auto text = expanded(value)) {
            take(key, *text, value);
        }
        m_seen << key;
    }

    /// @param written  `value` as in the file, for messages: variables may hold secrets.
    void take(const QString &key, const QString &value, const QString &written)
    {
        if (key == "url"_L1) {
            auto target = HttpTarget::fromUrl(value);
            if (!target)
                complain(target.error());
            else {
                m_target.url = target->url;
                m_target.headers = target->headers;
            }
        } else if (key == "secret-file"_L1) {
            if (const auto content = contentOf(beside(value), written))
                takeSecret(content->trimmed());
        } else if (key == "ca-file"_L1) {
            takeAuthorities(beside(value), written);
        } else {
            takeHeader(value);
        }
    }

    void takeTimeout(const QString &value)
    {
        if (const auto time = parseDuration(value, DurationSyntax::Option))
            m_target.timeout = std::chrono::floor<std::chrono::milliseconds>(*time);
        else
            complain(u"timeout takes a time such as 500, 30s or 5m, not '%1'"_s.arg(value));
    }

    void takeVariable(const QString &name)
    {
        if (name.startsWith(u'$'))
            complain(u"secret-variable takes the name of a variable alone, without $"_s);
        else if (m_environment.contains(name))
            takeSecret(m_environment.value(name).toUtf8());
        else
            complain(u"the variable %1 is not set"_s.arg(name));
    }

    void takeSecret(const QByteArray &secret)
    {
        if (secret.isEmpty())
            complain(u"the secret is empty"_s);
        else if (!m_target.secret.isEmpty())
            complain(u"a second secret"_s);
        m_target.secret = secret;
    }

    void takeAuthorities(const QString &file, const QString &written)
    {
        const auto content = contentOf(file, written);
        if (!content)
            return;
        m_target.authorities = pemOf(QSslCertificate::fromData(*content, QSsl::Pem));
        if (m_target.authorities.isEmpty())
            complain(u"there is no certificate in %1; it takes the PEM format"_s.arg(written));
    }

    void takeHeader(const QString &text)
    {
        static const QRegularExpression token(u"^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"_s);
        const qsizetype colon = text.indexOf(u':');
        const QString name = text.left(std::max<qsizetype>(colon, 0)).trimmed();
        const QByteArray value = text.mid(colon + 1).trimmed().toUtf8();
        const auto isControl
            = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
        if (!token.match(name).hasMatch())
            complain(u"header takes NAME: VALUE"_s);
        else if (isReservedHeader(name.toLatin1()))
            complain(u"the header %1 cannot be set: every request already has it"_s.arg(name));
        else if (std::any_of(value.begin(), value.end(), isControl))
            complain(u"the value of the header %1 has a control character"_s.arg(name));
        else if (std::any_of(m_headers.begin(), m_headers.end(), [&name](const auto &header) {
                     return QString::fromLatin1(header.first).compare(name, Qt::CaseInsensitive)
                         == 0;
                 }))
            complain(u"a second header %1"_s.arg(name));
        else
            m_headers.emplace_back(name.toLatin1(), value);
    }

    /// With `${NAME}` replaced by variables.
    std::optional<QString> expanded(const QString &value)
    {
        static const QRegularExpression reference(u"\\$\\{([^}]*)\\}"_s);
        QString text;
        qsizetype end = 0;
        for (const QRegularExpressionMatch &match : reference.globalMatch(value)) {
            const QString name = match.captured(1);
            if (!m_environment.contains(name)) {
                complain(u"the variable %1 is not set"_s.arg(name));
                return std::nullopt;
            }
            text += QStringView(value).sliced(end, match.capturedStart() - end);
            text += m_environment.value(name);
            end = match.capturedEnd();
        }
        return text + value.sliced(end);
    }

    /// @param name  of the file, for messages.
    std::optional<QByteArray> contentOf(const QString &file, const QString &name)
    {
        QFile source(file);
        if (const QFileInfo info(file); info.exists() && !info.isFile()) {
            complain(name + " cannot be read: it is "_L1
                     + (info.isDir() ? "a folder"_L1 : "not a regular file"_L1));
            return std::nullopt; // to open a pipe would wait for a writer
        }
        if (!source.open(QIODevice::ReadOnly)) {
            complain(name + " cannot be read: "_L1 + source.errorString());
            return std::nullopt;
        }
        QByteArray content = source.read(kLargestHttpFile + 1);
        if (content.size() > kLargestHttpFile) {
            complain(name + " has more than 64 KiB"_L1);
            return std::nullopt;
        }
        return content;
    }

    [[nodiscard]] QString beside(const QString &file) const
    {
        return QFileInfo(m_path).absoluteDir().filePath(file);
    }

    void complain(const QString &what)
    {
        const QString line = QString::number(m_line);
        if (m_line > 0)
            m_problems.push_back(
                {u"line %1: "_s.arg(line) + what, m_path + u':' + line + u": "_s + what});
        else
            m_problems.push_back({what, m_path + u": "_s + what});
    }

    const QString m_path;
    const QProcessEnvironment &m_environment;
    HttpTarget m_target;
    std::vector<std::pair<QByteArray, QByteArray>> m_headers;
    QSet<QString> m_seen;
    int m_line = 0; // 0: the file as a whole
    std::vector<HttpFileProblem> m_problems;
};

} // namespace

QByteArray pemOf(const QList<QSslCertificate> &certificates)
{
    QByteArray all;
    for (const QSslCertificate &certificate : certificates)
        all += certificate.toPem();
    return all;
}

QString HttpTarget::shown() const
{
    return url.toString(QUrl::RemoveUserInfo | QUrl::RemovePath | QUrl::RemoveQuery
                        | QUrl::RemoveFragment);
}

tl::expected<HttpTarget, QString> HttpTarget::fromUrl(const QString &text)
{
    HttpTarget target;
    target.url = QUrl(text, QUrl::StrictMode);
    // What QUrl says about a mistake repeats the text, and with it a password.
    if (!target.url.isValid())
        return tl::make_unexpected(u"the URL cannot be parsed"_s);
    if (target.url.scheme() != "http"_L1 && target.url.scheme() != "https"_L1)
        return tl::make_unexpected(u"the URL does not begin with https:// or http://"_s);
    if (target.url.host().isEmpty())
        return tl::make_unexpected(u"the URL names no host"_s);
    if (target.url.port() == 0)
        return tl::make_unexpected(u"the URL has port 0"_s);
    if (target.url.hasFragment())
        return tl::make_unexpected(u"the URL has a fragment (#…), which is not sent"_s);
    if (!target.url.userInfo().isEmpty()) {
        const QString login = target.url.userName(QUrl::FullyDecoded) + u':'
            + target.url.password(QUrl::FullyDecoded);
        target.headers.emplace_back("Authorization", "Basic " + login.toUtf8().toBase64());
        target.url.setUserInfo({});
    }
    if (target.url.path().isEmpty())
        target.url.setPath(u"/"_s);
    return target;
}

tl::expected<HttpTarget, std::vector<HttpFileProblem>>
HttpTarget::fromFile(const QString &path, const QProcessEnvironment &environment)
{
    return HttpFileReader(path, environment).read();
}

tl::expected<NamedHttpTarget, QString> NamedHttpTarget::fromText(const QString &text)
{
    const qsizetype equals = text.indexOf(u'=');
    const QString identifier = text.left(std::max<qsizetype>(equals, 0));
    // A URL alone may have a = in its query.
    if (identifier.isEmpty() || identifier.contains("://"_L1))
        return tl::make_unexpected(u"takes NAME=URL, a task and the URL its jobs are posted to"_s);
    if (identifier.size() > 128)
        return tl::make_unexpected(u"names a task of more than 128 characters"_s);
    auto target = HttpTarget::fromUrl(text.mid(equals + 1));
    if (!target)
        return tl::make_unexpected(u"for '%1': %2"_s.arg(identifier, target.error()));
    return NamedHttpTarget{identifier, *std::move(target)};
}

} // namespace yardmaster
