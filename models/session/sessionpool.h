#pragma once

#include <yardmaster/connectionsettings.h>
#include <yardmaster/result.h>

#include <QFuture>
#include <QPromise>

#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <type_traits>

namespace yardmaster {

class Reachability;
class Session;

/// Something to be read from the database, or done there; see WorkQueue::run().
template <typename T> using DbWork = std::function<Result<T>(Session &)>;

/// The call of `function` with a session and `arguments`, as work.
template <typename Answer, typename... Parameters, typename... Arguments>
[[nodiscard]] auto withSession(Answer (*function)(Session &, Parameters...), Arguments... arguments)
{
    return [function, ... arguments = std::move(arguments)](Session &session) {
        return function(session, arguments...);
    };
}

/// The sessions that all pages of a window share, see WorkQueue: opened when they are wanted,
/// closed after kIdleLimit. Copies share them. Any thread.
class SessionPool final
{
public:
    enum class Use {
        Foreground,  ///< a person waits for it
        Background,  ///< polling and counting: leaves one session to the foreground
        Long,        ///< may take minutes: has a session of its own, which is closed afterwards
        Maintenance, ///< the same, without the time limits that the role is used to
    };
    /// Sessions at most, besides those of long work.
    static constexpr int kMost = 3;
    /// A session that nothing was asked of for so long is closed.
    static constexpr std::chrono::seconds kIdleLimit{30};

    /// @param purpose  see Session::open().
    explicit SessionPool(ConnectionSettings settings, QString purpose = QStringLiteral("console"));

    [[nodiscard]] const ConnectionSettings &settings() const;
    /// Whether the server answers; lives as long as the pool.
    [[nodiscard]] Reachability *reachability() const;
    /// Opens a session in the background, so that the first work does not have to wait for it.
    void openEarly() const;
    /// The sessions that are open now are closed instead of being used again: what the server has
    /// set since they began does not apply to them. Any thread.
    void renew() const;
    /// Instead of kIdleLimit; before first use.
    void setIdleLimit(std::chrono::milliseconds limit) const;

private:
    friend class WorkQueue;
    using Work = std::function<void(const Result<Session *> &)>;
    struct State;
    class Threads;

    /// Does what `next` returns on a background thread, with a session or the reason why there is
    /// none, until it returns nothing.
    void start(Use use, std::function<Work()> next) const;

    std::shared_ptr<State> m_state;
    std::shared_ptr<Threads> m_threads;
};

/// Work for the database, done one piece after the other on sessions of a pool. What still waits
/// when this is destroyed is not done: its future ends without a result.
class WorkQueue final
{
public:
    WorkQueue(SessionPool pool, SessionPool::Use use);
    ~WorkQueue();
    Q_DISABLE_COPY_MOVE(WorkQueue)

    [[nodiscard]] const SessionPool &sessions() const { return m_pool; }
    /// Runs `work` on a background thread. A transaction that it leaves open is rolled back. Never
    /// blocks; any thread.
    /// @param work  gets a `Session &`, returns a Result.
    template <typename Work, typename Answer = std::invoke_result_t<const Work &, Session &>>
    [[nodiscard]] QFuture<Answer> run(Work work)
    {
        const auto promise = std::make_shared<QPromise<Answer>>();
        promise->start();
        add([promise, work = std::move(work)](const Result<Session *> &session) {
            promise->addResult(session ? guarded<Answer>(work, **session)
                                       : Answer(tl::make_unexpected(session.error())));
            promise->finish();
        });
        return promise->future();
    }

private:
    struct Waiting;

    template <typename Answer, typename Work>
    static Answer guarded(const Work &work, Session &session)
    {
        try {
            return work(session);
        } catch (const std::exception &exception) {
            return fail(DbError::Kind::Statement, QString::fromUtf8(exception.what()));
        }
    }
    void add(SessionPool::Work work);

    const SessionPool m_pool;
    const SessionPool::Use m_use;
    std::shared_ptr<Waiting> m_waiting;
};

} // namespace yardmaster
