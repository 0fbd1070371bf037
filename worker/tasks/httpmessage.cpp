#include "worker/tasks/httpmessage.h"

#include "worker/json/visibletext.h"
#include <yardmaster/json.h>
#include <yardmaster/retrystrategy.h>
#include <yardmaster/task.h>

#include <QMessageAuthenticationCode>
#include <QRegularExpression>
#include <QStringDecoder>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kShownBody = 2000; // characters, in last_error

bool isVisibleAscii(const QString &text)
{
    return std::all_of(text.begin(), text.end(),
                       [](QChar c) { return c.unicode() >= 0x20 && c.unicode() < 0x7f; });
}

/// All three forms that a server may send; invalid: none of them. The day of the week is not looked
/// at.
QDateTime httpDate(const QString &text)
{
    static const QStringList months
        = u"Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"_s.split(u' ');
    static const QRegularExpression usual(
        u"^[A-Za-z]+, (?<day>\\d\\d)[ -](?<month>[A-Z][a-z]{2})[ -](?<year>\\d{4}|\\d\\d) "
        "(?<time>[\\d:]{8}) GMT$"_s);
    static const QRegularExpression old(
        u"^[A-Za-z]+ (?<month>[A-Z][a-z]{2}) (?<day>\\d\\d?) (?<time>[\\d:]{8}) (?<year>\\d{4})$"_s);
    QRegularExpressionMatch match = usual.match(text.simplified());
    if (!match.hasMatch())
        match = old.match(text.simplified());
    int year = match.captured(u"year"_s).toInt();
    if (year < 100)
        year += year < 70 ? 2000 : 1900;
    const QDate date(year, int(months.indexOf(match.captured(u"month"_s))) + 1,
                     match.captured(u"day"_s).toInt());
    const QTime time = QTime::fromString(match.captured(u"time"_s), u"hh:mm:ss"_s);
    return date.isValid() && time.isValid() ? QDateTime(date, time, Qt::UTC) : QDateTime();
}

} // namespace

bool isDigits(const QByteArray &text)
{
    return !text.isEmpty()
        && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

QByteArray headerText(const QString &text)
{
    QByteArray all;
    for (const char c : text.toUtf8()) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte > 0x20 && byte < 0x7f && c != '%')
            all += c;
        else
            all += '%' + QByteArray(1, c).toHex().toUpper();
    }
    return all;
}

QByteArray httpSignature(const QByteArray &secret, const QByteArray &timestamp,
                         const QByteArray &body)
{
    return "sha256="
        + QMessageAuthenticationCode::hash(timestamp + '.' + body, secret,
                                           QCryptographicHash::Sha256)
              .toHex();
}

QByteArray httpBody(const TaskContext &context)
{
    return context.job.payload.isEmpty() ? QByteArray("null") : compactJson(context.job.payload);
}

HttpHeaders httpHeaders(const HttpTarget &target, const TaskContext &context,
                        const QByteArray &body, const QDateTime &now)
{
    HttpHeaders headers;
    const auto add = [&headers](const QByteArray &name, const QByteArray &value) {
        headers.emplace_back(name, value);
    };
    const JobInfo &job = context.job.info;
    add("Content-Type", "application/json");
    add("User-Agent", "Yardmaster/" YARDMASTER_VERSION);
    add("Accept-Encoding", "identity"); // no archive to unpack
    add("Yardmaster-Task", headerText(job.task));
    add("Yardmaster-Job-Id", QByteArray::number(job.id));
    add("Yardmaster-Attempt", QByteArray::number(job.attempts));
    add("Yardmaster-Max-Attempts", QByteArray::number(job.maxAttempts));
    add("Yardmaster-Priority", QByteArray::number(job.priority));
    add("Yardmaster-Run-At",
        (isFinite(job.runAt) ? dateTime(job.runAt).toString(Qt::ISODateWithMs)
                             : postgresText(job.runAt))
            .toLatin1());
    add("Yardmaster-Schema", headerText(context.schema()));
    add("Yardmaster-Worker", headerText(context.workerId()));
    if (!job.key.isEmpty())
        add("Yardmaster-Key", headerText(job.key));
    if (!job.queueName.isEmpty())
        add("Yardmaster-Queue", headerText(job.queueName));
    if (context.job.lockedAt == 0)
        add("Yardmaster-Dry-Run", "yes");
    const TraceContext trace = context.trace();
    if (trace.isValid()) {
        add("traceparent", trace.traceparent.toLatin1());
        if (!trace.tracestate.isEmpty() && isVisibleAscii(trace.tracestate))
            add("tracestate", trace.tracestate.toLatin1());
    }
    for (const auto &own : target.headers) {
        std::erase_if(headers, [&own](const auto &header) {
            return header.first.compare(own.first, Qt::CaseInsensitive) == 0;
        });
        headers.push_back(own);
    }
    if (!target.secret.isEmpty()) {
        const QByteArray timestamp = QByteArray::number(now.toSecsSinceEpoch());
        add("Yardmaster-Timestamp", timestamp);
        add("Yardmaster-Signature", httpSignature(target.secret, timestamp, body));
    }
    return headers;
}

std::optional<std::chrono::milliseconds> retryAfter(const QByteArray &header, const QDateTime &now)
{
    const QByteArray text = header.trimmed();
    std::chrono::milliseconds delay{0};
    if (isDigits(text)) {
        bool fits = false;
        const qint64 seconds = text.toLongLong(&fits);
        const qint64 most = std::chrono::seconds(kLongestRetryAfter).count();
        delay = std::chrono::seconds(fits ? std::min(seconds, most) : most);
    } else {
        const QDateTime date = httpDate(QString::fromLatin1(text));
        if (!date.isValid())
            return std::nullopt;
        delay = std::chrono::milliseconds(now.msecsTo(date));
    }
    return std::clamp<std::chrono::milliseconds>(delay, std::chrono::milliseconds(0),
                                                 kLongestRetryAfter);
}

QString bodyText(const HttpAnswer &answer, qsizetype most)
{
    if (answer.body.isEmpty())
        return {};
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Default);
    QString text = decoder(answer.body); // a character that was cut off at the end is no error
    const auto isControl = [](QChar c) {
        return c.category() == QChar::Other_Control && c != u'\n' && c != u'\r' && c != u'\t';
    };
    if (decoder.hasError() || std::any_of(text.begin(), text.end(), isControl)) {
        const QString type = visibleLine(QString::fromLatin1(answer.type.left(80)));
        return u"(%1%2 bytes of %3)"_s.arg(answer.isWhole ? QString() : u"more than "_s)
            .arg(answer.body.size())
            .arg(type.isEmpty() ? u"binary data"_s : type);
    }
    text = text.trimmed();
    const bool isCut = !answer.isWhole || text.size() > most;
    if (text.size() > most)
        text.truncate(text.at(most - 1).isHighSurrogate() ? most - 1 : most);
    return isCut ? text + u" …"_s : text;
}

TaskOutcome outcomeOf(const HttpAnswer &answer, const QString &from, int attempts,
                      const QDateTime &now)
{
    if (answer.status >= 200 && answer.status < 300)
        return TaskOutcome::success();
    QString error = u"HTTP %1"_s.arg(answer.status);
    if (!answer.reason.isEmpty())
        error += u' ' + answer.reason.left(100);
    error += u" from "_s + from;
    if (const QString body = bodyText(answer, kShownBody); !body.isEmpty())
        error += u'\n' + body;
    if (answer.isFinal || answer.status == 410)
        return TaskOutcome::failForGood(error);
    TaskOutcome outcome = TaskOutcome::failure(error);
    // A server that is overloaded, or whose clock is wrong, may say 0: that would use up all
    // attempts within seconds.
    if (const auto delay = retryAfter(answer.retryAfter, now);
        delay > RetryStrategy::standardDelay(attempts))
        outcome.retryAfter = delay;
    return outcome;
}

} // namespace yardmaster
