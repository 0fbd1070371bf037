#pragma once

#include "worker/tasks/httptarget.h"
#include <yardmaster/taskoutcome.h>

#include <QDateTime>

namespace yardmaster {

struct TaskContext;

/// Of at least one, and nothing else.
[[nodiscard]] bool isDigits(const QByteArray &text);

/// What is posted for a job: its payload.
[[nodiscard]] QByteArray httpBody(const TaskContext &context);

/// Names and values, each name once.
using HttpHeaders = std::vector<std::pair<QByteArray, QByteArray>>;

/// The headers of the request for a job: the facts about it, and the signature if there is a
/// secret.
/// @param now  the time it is signed with.
[[nodiscard]] HttpHeaders httpHeaders(const HttpTarget &target, const TaskContext &context,
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
/// is tried again after the standard backoff, or after Retry-After if that is longer.
/// @param from  HttpTarget::shown()   @param attempts  runs of the job, with this one.
[[nodiscard]] TaskOutcome outcomeOf(const HttpAnswer &answer, const QString &from, int attempts,
                                    const QDateTime &now);

/// The body as text for people, at most `most` characters; binary: its size and type.
[[nodiscard]] QString bodyText(const HttpAnswer &answer, qsizetype most);

/// The header Retry-After, seconds or a date: how long to wait, at most kLongestRetryAfter.
/// nullopt: neither.
[[nodiscard]] std::optional<std::chrono::milliseconds> retryAfter(const QByteArray &header,
                                                                  const QDateTime &now);
inline constexpr std::chrono::hours kLongestRetryAfter{7 * 24};

} // namespace yardmaster
