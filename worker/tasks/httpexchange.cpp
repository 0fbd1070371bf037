#include "worker/tasks/httpexchange.h"

#include "worker/json/visibletext.h"
#include <yardmaster/task.h>

#include <QDir>
#include <QFile>
#include <QSslConfiguration>

#include <algorithm>
#include <cstring>
#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kOutput = 8 * 1024;
constexpr qsizetype kMostDigits = 18; // of a number of bytes

/// Where libcurl finds authorities on this system, which may not be the one it was built for.
struct SystemTrust
{
    bool isFile = false;
    bool isFolder = false; ///< in addition to any others

    explicit SystemTrust(CURL *transfer)
    {
        const char *file = nullptr;
        curl_easy_getinfo(transfer, CURLINFO_CAINFO, &file);
        isFile = file && QFile::exists(QFile::decodeName(file));
        const char *folder = nullptr;
        curl_easy_getinfo(transfer, CURLINFO_CAPATH, &folder);
        isFolder = folder
            && !QDir(QFile::decodeName(folder)).entryList({u"*.0"_s}, QDir::Files).isEmpty();
    }
};

/// For where libcurl does not find them; takes a while to read.
const QByteArray &systemAuthorities()
{
    static const QByteArray all = pemOf(QSslConfiguration::systemCaCertificates());
    return all;
}

/// Trusts those of the system, and others.
void trust(CURL *transfer, const QByteArray &others)
{
    static const SystemTrust system(transfer);
    if (system.isFile && others.isEmpty())
        return; // libcurl keeps what it has read
    const QByteArray all
        = system.isFolder && !others.isEmpty() ? others : systemAuthorities() + others;
    curl_blob blob{const_cast<char *>(all.constData()), size_t(all.size()), CURL_BLOB_COPY};
    curl_easy_setopt(transfer, CURLOPT_CAINFO_BLOB, &blob);
}

QString tooManyHeaders()
{
    return u"the headers of the response have more than %1 KiB"_s.arg(HttpExchange::kMostHeaders
                                                                      / 1024);
}

bool isRedirect(int status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

curl_slist *headerList(const HttpHeaders &headers)
{
    curl_slist *list = nullptr;
    const auto append = [&list](const QByteArray &line) {
        curl_slist *longer = curl_slist_append(list, line.constData());
        Q_CHECK_PTR(longer);
        list = longer;
    };
    for (const auto &[name, value] : headers)
        append(value.isEmpty() ? name + ';' : name + ": " + value);
    append("Expect:"_ba); // libcurl would wait for it to be answered before a large body
    return list;
}

} // namespace

HttpExchange::HttpExchange(std::shared_ptr<const HttpTarget> target, const TaskContext &context,
                           HttpClient *client)
    : m_target(std::move(target))
    , m_context(context)
    , m_client(client)
    , m_payload(httpBody(context))
    , m_headers(
          headerList(httpHeaders(*m_target, context, m_payload, QDateTime::currentDateTimeUtc())))
    , m_transfer(client->newTransfer())
{
    m_bodyPatience.setSingleShot(true);
    m_bodyPatience.setInterval(kBodyPatience);
    connect(&m_bodyPatience, &QTimer::timeout, this, [this] { conclude(false); });

    CURL *transfer = m_transfer.get();
    curl_easy_setopt(transfer, CURLOPT_ERRORBUFFER, m_message.data());
    curl_easy_setopt(transfer, CURLOPT_HTTPHEADER, m_headers.get());
    curl_easy_setopt(transfer, CURLOPT_POST, 1L);
    curl_easy_setopt(transfer, CURLOPT_POSTFIELDS, m_payload.constData());
    curl_easy_setopt(transfer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(m_payload.size()));
    trust(transfer, m_target->authorities);
    curl_easy_setopt(transfer, CURLOPT_PREREQDATA, this);
    curl_easy_setopt(
        transfer, CURLOPT_PREREQFUNCTION,
        +[](void *self, char *, char *, int remotePort, int localPort) -> int {
            return static_cast<HttpExchange *>(self)->onConnected(localPort, remotePort)
                ? CURL_PREREQFUNC_OK
                : CURL_PREREQFUNC_ABORT;
        });
    curl_easy_setopt(transfer, CURLOPT_HEADERDATA, this);
    curl_easy_setopt(
        transfer, CURLOPT_HEADERFUNCTION,
        +[](char *line, size_t, size_t size, void *self) -> size_t {
            return static_cast<HttpExchange *>(self)->onHeader(QByteArray(line, qsizetype(size)))
                ? size
                : 0;
        });
    curl_easy_setopt(transfer, CURLOPT_WRITEDATA, this);
    curl_easy_setopt(
        transfer, CURLOPT_WRITEFUNCTION,
        +[](char *bytes, size_t, size_t count, void *self) -> size_t {
            return static_cast<HttpExchange *>(self)->onBody(bytes, count) ? count : 0;
        });
}

HttpExchange::~HttpExchange()
{
    m_client->cancel(m_transfer.get());
}

void HttpExchange::start()
{
    post(m_target->url);
}

void HttpExchange::post(const QUrl &url)
{
    m_url = url;
    m_isSent = false;
    m_answer = {};
    m_hasHead = false;
    m_bodyBytes = 0;
    curl_easy_setopt(m_transfer.get(), CURLOPT_URL, url.toEncoded().constData());
    start(false);
}

void HttpExchange::start(bool onNewConnection)
{
    m_stop = Stop::None;
    curl_easy_setopt(m_transfer.get(), CURLOPT_FRESH_CONNECT, long{onNewConnection});
    m_client->start(m_transfer.get(), [this](CURLcode result) { onEnded(result); });
}

/// Where a connection that was kept turns out to be closed, libcurl would send the request on all
/// others that were kept. It is sent once more, on a new one.
bool HttpExchange::onConnected(int localPort, int remotePort)
{
    long newConnections = 0;
    curl_easy_getinfo(m_transfer.get(), CURLINFO_NUM_CONNECTS, &newConnections);
    const bool isKept = newConnections == 0;
    // As late as possible: the worker may have been frozen since the job was taken.
    if (!m_context.services.mayStart())
        m_stop = Stop::LockTooOld;
    else if (isKept && (m_isSent || !m_client->isQuiet(localPort, remotePort)))
        m_stop = Stop::NeedsNewConnection;
    else
        m_isSent = true;
    return m_stop == Stop::None;
}

bool HttpExchange::onHeader(const QByteArray &line)
{
    m_headerBytes += line.size();
    if (m_headerBytes > kMostHeaders) {
        m_stop = Stop::HeadersTooLong;
        return false;
    }
    if (m_hasHead)
        return true;                // behind a chunked body
    if (line.startsWith("HTTP/")) { // the next answer, if there were interim ones
        m_answer = {};
        m_location.clear();
        m_length.clear();
        const QByteArray status = line.mid(line.indexOf(' ')).trimmed();
        m_answer.status = status.left(3).toInt();
        m_answer.reason = visibleLine(QString::fromUtf8(status.mid(3)).simplified());
        if (m_answer.status == 101) // nothing that was asked for
            m_stop = Stop::OtherProtocol;
        return m_stop == Stop::None;
    }
    if (line.trimmed().isEmpty()) {
        m_hasHead = m_answer.status >= 200;
        if (m_answer.status >= 300)
            m_bodyPatience.start();
        return true;
    }
    const qsizetype colon = line.indexOf(':');
    const QByteArray name = line.left(std::max<qsizetype>(colon, 0)).trimmed().toLower();
    const QByteArray value = line.mid(colon + 1).trimmed();
    if (name == "retry-after")
        m_answer.retryAfter = value;
    else if (name == "yardmaster-retry")
        m_answer.isFinal = value.toLower() == "no";
    else if (name == "content-type")
        m_answer.type = value;
    else if (name == "location")
        m_location = value;
    else if (name == "content-length") {
        const bool isNumber = isDigits(value) && value.size() <= kMostDigits;
        if (!isNumber || (!m_length.isEmpty() && m_length != value))
            m_stop = Stop::InvalidLength;
        m_length = value;
    }
    return m_stop == Stop::None;
}

bool HttpExchange::onBody(const char *bytes, size_t count)
{
    m_bodyBytes += qint64(count);
    m_answer.body.append(
        bytes,
        std::min(qsizetype(count), std::max<qsizetype>(kKeptBody - m_answer.body.size(), 0)));
    if (m_bodyBytes >= kReadBody)
        m_stop = Stop::LongBody;
    return m_stop == Stop::None;
}

void HttpExchange::onEnded(CURLcode result)
{
    const bool isCut = result != CURLE_OK && m_stop != Stop::LongBody;
    if (m_stop == Stop::NeedsNewConnection) {
        start(true);
    } else if (m_stop == Stop::LockTooOld) {
        TaskOutcome outcome = TaskOutcome::interrupted();
        outcome.error = u"not sent: the worker was stalled until the job's lock was too old"_s;
        end(outcome);
    } else if (m_hasHead && (m_answer.status >= 300 || !isCut)) {
        conclude(result == CURLE_OK);
    } else {
        end(TaskOutcome::failure(
            m_target->shown() + u": "_s
            + (m_hasHead ? errorWithinAnswer(result) : errorBeforeAnswer(result))));
    }
}

QString HttpExchange::errorWithinAnswer(CURLcode result) const
{
    const QString text = QString::fromLocal8Bit(m_message.data());
    const bool isClosed = result == CURLE_PARTIAL_FILE || text.isEmpty()
        || (result == CURLE_RECV_ERROR && !text.contains("chunk"_L1));
    return u"HTTP %1, but "_s.arg(m_answer.status)
        + (m_stop == Stop::HeadersTooLong ? tooManyHeaders()
               : isClosed                 ? u"the connection was closed within the response"_s
                                          : u"the response cannot be read: "_s + text);
}

/// What libcurl says about it repeats the host at most; the rest of a URL may hold secrets.
QString HttpExchange::errorBeforeAnswer(CURLcode result) const
{
    switch (m_stop) {
    case Stop::OtherProtocol:
        return u"the server switched to another protocol, which was not asked for"_s;
    case Stop::HeadersTooLong:
        return tooManyHeaders();
    case Stop::InvalidLength:
        return u"the Content-Length of the response is not valid"_s;
    default:
        break;
    }
    const QString text = QString::fromLocal8Bit(m_message[0] != '\0' ? m_message.data()
                                                                     : curl_easy_strerror(result));
    switch (result) {
    case CURLE_OK: // within the headers, or after an interim answer
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_PARTIAL_FILE:
        return u"the connection was closed before the response"_s;
    case CURLE_COULDNT_RESOLVE_HOST:
        return u"there is no such host"_s;
    case CURLE_COULDNT_CONNECT: {
        long number = 0;
        curl_easy_getinfo(m_transfer.get(), CURLINFO_OS_ERRNO, &number);
        return number == ECONNREFUSED || number == 0
            ? u"the connection was refused"_s
            : u"cannot connect: "_s + QString::fromLocal8Bit(std::strerror(int(number)));
    }
    case CURLE_OPERATION_TIMEDOUT:
        return u"the connection timed out"_s;
    case CURLE_UNSUPPORTED_PROTOCOL: // no status line
    case CURLE_WEIRD_SERVER_REPLY:
        return u"the response is not valid HTTP"_s;
    case CURLE_OUT_OF_MEMORY: // so it says
        return u"a header of the response is too long"_s;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
        return u"TLS failed: "_s + text;
    default:
        return text;
    }
}

void HttpExchange::conclude(bool isWhole)
{
    m_client->cancel(m_transfer.get());
    m_answer.isWhole = isWhole && m_bodyBytes == m_answer.body.size();
    const auto outcome = [this] {
        return outcomeOf(m_answer, m_target->shown(), m_context.job.info.attempts,
                         QDateTime::currentDateTimeUtc());
    };
    if (isRedirect(m_answer.status) && !m_location.isEmpty() && !m_answer.isFinal) {
        if (const QString problem = redirect(); !problem.isEmpty()) {
            TaskOutcome refused = outcome();
            refused.error
                = u"HTTP %1 from %2: %3"_s.arg(m_answer.status).arg(m_target->shown(), problem);
            end(refused);
        }
        return;
    }
    if (const QString text = bodyText(m_answer, kOutput); !text.isEmpty()) {
        const bool isError = m_answer.status >= 300;
        for (const QString &line : text.split(u'\n'))
            m_context.output(line, isError);
    }
    end(outcome());
}

QString HttpExchange::redirect()
{
    const QUrl from = m_url;
    const QUrl to = from.resolved(QUrl::fromEncoded(m_location));
    HttpTarget other;
    other.url = to;
    if (!to.isValid() || to.host().isEmpty())
        return u"a redirect to something that is not a URL"_s;
    const int usual = from.scheme() == "http"_L1 ? 80 : 443;
    const bool isSameServer = from.scheme() == to.scheme() && from.port(usual) == to.port(usual);
    const bool isUpgrade = from.scheme() == "http"_L1 && to.scheme() == "https"_L1
        && from.port(80) == 80 && to.port(443) == 443;
    if (from.host() != to.host() || (!isSameServer && !isUpgrade))
        return u"a redirect to another server, %1, is not followed; change the URL of the task"_s
            .arg(other.shown());
    if (m_answer.status != 307 && m_answer.status != 308)
        return u"this kind of redirect turns POST into GET and is not followed; respond "
               "with 307 or 308, or change the URL of the task"_s;
    if (++m_redirects > kMostRedirects)
        return u"more than %1 redirects"_s.arg(kMostRedirects);
    m_bodyPatience.stop();
    QUrl next = to;
    next.setUserInfo({});
    next.setFragment({});
    post(next);
    return {};
}

void HttpExchange::end(const TaskOutcome &outcome)
{
    m_bodyPatience.stop();
    Q_EMIT ended(outcome);
}

} // namespace yardmaster
