#pragma once

#include <yardmaster/events.h>

#include <utility>

namespace yardmaster {

/// While it lives, what this thread logs belongs to the trace of a job; app/consolelog.cpp writes
/// that into each line.
class LogTrace final
{
    Q_DISABLE_COPY_MOVE(LogTrace)

public:
    explicit LogTrace(const JobInfo &job)
        : m_before(std::exchange(current(), job.traceparent))
    { }
    ~LogTrace() { current() = m_before; }

    /// A traceparent; empty: none. Of this thread.
    [[nodiscard]] static QString &current()
    {
        static thread_local QString traceparent;
        return traceparent;
    }

private:
    const QString m_before;
};

} // namespace yardmaster
