#pragma once

#include <yardmaster/result.h>

#include <memory>
#include <utility>

namespace yardmaster {

class ConnectionSettings;
class Session;

/// The use of a session that belongs to the calling thread: opened when it is first asked for, and
/// again when it was lost; closed when the thread ends. Uses may be one inside of the other; all of
/// them get the same session.
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
