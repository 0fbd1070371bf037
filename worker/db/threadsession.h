#pragma once

#include <yardmaster/result.h>

#include <memory>
#include <utility>

namespace yardmaster {

class ConnectionSettings;
class Session;

/// Borrows the calling thread's session: opened at the first use, and again after it was lost;
/// closed when the thread ends. Uses may be nested; all of them get the same session.
class ThreadSession final
{
public:
    /// @param purpose  see Session::open().
    /// Errors: as Session::open(); ConnectionLost inside of another use.
    [[nodiscard]] static Result<ThreadSession> use(const ConnectionSettings &settings,
                                                   const QString &purpose);
    ~ThreadSession();
    ThreadSession(ThreadSession &&other) noexcept
        : m_kept(std::exchange(other.m_kept, nullptr))
    { }
    ThreadSession &operator=(ThreadSession &&) = delete;

    [[nodiscard]] Session &operator*() const;
    [[nodiscard]] Session *operator->() const { return &**this; }

private:
    struct Kept;
    struct Sessions;
    explicit ThreadSession(Kept *kept);

    Kept *m_kept; // of this thread; null: moved from
};

} // namespace yardmaster
