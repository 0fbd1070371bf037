#pragma once

#include "worker/tasks/httptarget.h"
#include <yardmaster/taskoutcome.h>

#include <QDateTime>
#include <QNetworkRequest>

namespace yardmaster {

struct TaskContext;

/// What is posted for a job: its payload.
[[nodiscard]] QByteArray httpBody(const TaskContext &context);

/// The request for a job, with the facts about it, and the signature if there is a secret, as
/// headers. Neither follows redirects, nor sends or keeps cookies and passwords, by itself.
/// @param now  the time it is signed with.
[[nodiscard]] QNetworkRequest httpRequest(const HttpTarget &target, const TaskContext &context,
                                          const QByteArray &body, const QDateTime &now);

/// Text as the value of a header: UTF-8, of which everything but visible ASCII, and %, is
/// percent-encoded.
[[nodiscard]] QByteArray headerText(const QString &text);

/// "sha256=" and the HMAC-SHA256 of timestamp, full stop and body, in hexadecimal digits.
[[nodiscard]] QByteArray httpSignature(const QByteArray &secret, const QByteArray &timestamp,
                                       const QByteArray &body);

/// What a server answered.
struct HttpAnswer
{
    int status = 0;
    QString reason{};        ///< "Service Unavailable"
    QByteArray retryAfter{}; ///< header
    bool isFinal = false;    ///< header Yardmaster-Retry: no
    QByteArray type{};       ///< header Content-Type
    QByteArray body{};       ///< the beginning
    bool isWhole = true;     ///< there is no more of the body
};

/// 2xx is success, 410 and Yardmaster-Retry: no a failure for good, anything else a failure, which
/// is tried again after Retry-After.
/// @param from  HttpTarget::shown()
[[nodiscard]] TaskOutcome outcomeOf(const HttpAnswer &answer, const QString &from,
                                    const QDateTime &now);

/// The body as text for people, at most `most` characters; binary: its size and type.
[[nodiscard]] QString bodyText(const HttpAnswer &answer, qsizetype most);

/// The header Retry-After, seconds or a date: how long to wait, at most kLongestRetryAfter.
/// nullopt: neither.
[[nodiscard]] std::optional<std::chrono::milliseconds> retryAfter(const QByteArray &header,
                                                                  const QDateTime &now);
inline constexpr std::chrono::hours kLongestRetryAfter{7 * 24};

} // namespace yardmaster
