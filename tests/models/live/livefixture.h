#pragma once

#include <yardmaster/eventbus.h>

namespace yardmaster::test {

inline JobEvent jobEvent(qint64 id, int attempt = 1)
{
    JobEvent event;
    event.job.id = id;
    event.job.task = QStringLiteral("hello");
    event.job.attempts = attempt;
    event.job.maxAttempts = 25;
    event.duration = std::chrono::microseconds(1500);
    return event;
}

inline DbError dbError(const QString &message)
{
    return {DbError::Kind::Statement, {}, message};
}

} // namespace yardmaster::test
