#include "worker/tasks/httpexchange.h"

#include <yardmaster/task.h>

#include <QIODevice>
#include <QNetworkAccessManager>
#include <QSslError>

#include <algorithm>
#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kBuffer = 64 * 1024; // bytes
constexpr qsizetype kOutput = 8 * 1024;

/// A body that is sent twice at most: again where a connection that was kept for reuse turns out to
/// be closed. Left alone, the network manager would post it four times to a server that closes the
/// connection instead of answering. No QBuffer: the manager reads those without asking them.
class PostedBody final : public QIODevice
{
public:
    explicit PostedBody(QByteArray body)
        : m_body(std::move(body))
    {
        open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    }
    [[nodiscard]] qint64 size() const override { return m_body.size(); }
    bool seek(qint64 position) override
    {
        const bool isRepeat = position < m_at;
        if (isRepeat && std::exchange(m_isRepeated, true))
            return false;
        m_at = position;
        return QIODevice::seek(position);
    }

protected:
    qint64 readData(char *data, qint64 most) override
    {
        const qint64 count = std::min(most, m_body.size() - m_at);
        if (count <= 0)
            return -1;
        std::copy_n(m_body.constData() + m_at, count, data);
        m_at += count;
        return count;
    }
    qint64 writeData(const char *, qint64) override { return -1; }

private:
    const QByteArray m_body;
    qint64 m_at = 0;
    bool m_isRepeated = false;
};

/// What went wrong before there was an answer. What Qt says about an answer repeats its URL; about
/// connections it does not.
QString connectionError(const QNetworkReply &reply, const QStringList &tlsErrors)
{
    switch (reply.error()) {
    case QNetworkReply::SslHandshakeFailedError:
        return u"TLS failed: "_s
            + (tlsErrors.isEmpty() ? reply.errorString() : tlsErrors.join(u"; "_s));
    case QNetworkReply::RemoteHostClosedError:
    case QNetworkReply::ContentReSendError:
        return u"the connection was closed before the response"_s;
    case QNetworkReply::ConnectionRefusedError:
        return u"the connection was refused"_s;
    case QNetworkReply::HostNotFoundError:
        return u"there is no such host"_s;
    case QNetworkReply::TimeoutError:
        return u"the connection timed out"_s;
    case QNetworkReply::ProtocolFailure:
        return u"the response is not HTTP"_s;
    default:
        return reply.errorString();
    }
}

} // namespace

HttpExchange::HttpExchange(std::shared_ptr<const HttpTarget> target, const TaskContext &context,
                           QNetworkAccessManager *network, QObject *parent)
    : QObject(parent)
    , m_target(std::move(target))
    , m_context(context)
    , m_network(network)
    , m_payload(httpBody(context))
    , m_request(httpRequest(*m_target, context, m_payload, QDateTime::currentDateTimeUtc()))
{
    m_bodyPatience.setSingleShot(true);
    m_bodyPatience.setInterval(kBodyPatience);
    connect(&m_bodyPatience, &QTimer::timeout, this, [this] { conclude(false); });
}

HttpExchange::~HttpExchange()
{
    drop();
}

/// Ends the request that is under way, if there is one, and closes its connection.
void HttpExchange::drop()
{
    if (!m_reply)
        return;
    m_reply->disconnect(this); // but not from what closes the connection
    m_reply->abort();
    m_reply->deleteLater();
    m_reply = nullptr;
}

void HttpExchange::start()
{
    post(m_target->url);
}

void HttpExchange::post(const QUrl &url)
{
    m_request.setUrl(url);
    m_body.clear();
    m_read = 0;
    // As late as possible: the worker may have been frozen since the job was taken.
    if (!m_context.services.mayStart()) {
        TaskOutcome outcome = TaskOutcome::interrupted();
        outcome.error = u"not sent: the worker was stalled until the job's lock was too old"_s;
        end(outcome);
        return;
    }
    auto *body = new PostedBody(m_payload);
    drop(); // what redirects here
    m_reply = m_network->post(m_request, body);
    body->setParent(m_reply);
    m_reply->setReadBufferSize(kBuffer);
    connect(m_reply, &QNetworkReply::metaDataChanged, this, &HttpExchange::onMetaData);
    connect(m_reply, &QNetworkReply::readyRead, this, &HttpExchange::onReadyRead);
    connect(m_reply, &QNetworkReply::finished, this, &HttpExchange::onFinished);
    connect(m_reply, &QNetworkReply::sslErrors, this, [this](const QList<QSslError> &errors) {
        for (const QSslError &error : errors)
            m_tlsErrors << error.errorString();
        m_tlsErrors.removeDuplicates();
    });
}

int HttpExchange::status() const
{
    return m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
}

void HttpExchange::onMetaData()
{
    m_isOutOfStep |= status() > 0 && status() < 200;
    if (status() >= 300)
        m_bodyPatience.start();
}

void HttpExchange::onReadyRead()
{
    const QByteArray bytes = m_reply->readAll();
    m_read += bytes.size();
    m_body += bytes.left(std::max<qint64>(kKeptBody - m_body.size(), 0));
    if (m_read >= kReadBody)
        conclude(false);
}

/// Qt reports no error where the connection ends between two reads of the body. Of a chunked body,
/// nothing tells that it is incomplete then.
bool HttpExchange::isCutOff() const
{
    const QVariant length = m_reply->header(QNetworkRequest::ContentLengthHeader);
    return length.isValid() && m_read < length.toLongLong() && status() != 204; // which has none
}

void HttpExchange::onFinished()
{
    onReadyRead();
    if (!m_reply)
        return;
    const auto error = m_reply->error();
    const bool isWhole = error != QNetworkReply::RemoteHostClosedError && !isCutOff();
    if (status() >= 300 || (status() > 0 && error == QNetworkReply::NoError && isWhole)) {
        conclude(isWhole);
        return;
    }
    const QString what = status() == 0
        ? connectionError(*m_reply, m_tlsErrors)
        : u"HTTP %1, but the connection was closed within the response"_s.arg(status());
    end(TaskOutcome::failure(m_target->shown() + u": "_s + what));
}

void HttpExchange::conclude(bool isWhole)
{
    HttpAnswer answer;
    answer.status = status();
    answer.reason
        = m_reply->attribute(QNetworkRequest::HttpReasonPhraseAttribute).toString().simplified();
    answer.retryAfter = m_reply->rawHeader("Retry-After");
    answer.isFinal = m_reply->rawHeader("Yardmaster-Retry").trimmed().toLower() == "no";
    answer.type = m_reply->rawHeader("Content-Type");
    answer.body = m_body;
    answer.isWhole = isWhole && m_read == m_body.size();

    if (answer.status >= 300 && answer.status < 400 && m_reply->hasRawHeader("Location")) {
        const QString problem = redirect(answer);
        if (!problem.isEmpty())
            end(TaskOutcome::failure(
                u"HTTP %1 from %2: %3"_s.arg(answer.status).arg(m_target->shown(), problem)));
        return;
    }
    if (const QString text = bodyText(answer, kOutput); !text.isEmpty()) {
        const bool isError = answer.status >= 300;
        for (const QString &line : text.split(u'\n'))
            m_context.output(line, isError);
    }
    end(outcomeOf(answer, m_target->shown(), QDateTime::currentDateTimeUtc()));
}

QString HttpExchange::redirect(const HttpAnswer &answer)
{
    const QUrl from = m_request.url();
    const QUrl to = from.resolved(QUrl::fromEncoded(m_reply->rawHeader("Location")));
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
    if (answer.status != 307 && answer.status != 308)
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
    drop();
    Q_EMIT ended(outcome);
}

} // namespace yardmaster
