#pragma once

#include "models/session/standbygate.h"
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
///
/// Where the settings name a standby, work that only reads is done there, as long as a StandbyWatch
/// says that it can be and the session's server has replayed what StandbyGate asks for. Whatever
/// fails there is done once more on the primary, so that who asked need not know: what the primary
/// says counts. Those are as many sessions again, and one that watches.
class SessionPool final
{
public:
    enum class Use {
        Foreground,  ///< a person waits for it
        Background,  ///< polling and counting: leaves one session to the foreground
        Long,        ///< may take minutes: has a session of its own, which is closed afterwards
        Maintenance, ///< the same, without the time limits that the role is used to
        Reading,     ///< Foreground that changes nothing, so that a standby will do
        Polling,     ///< Background, likewise
        LongReading, ///< Long, likewise
    };
    /// Sessions at most, besides those of long work.
    static constexpr int kMost = 3;
    /// A session that nothing was asked of for so long is closed.
    static constexpr std::chrono::seconds kIdleLimit{30};

    /// @param purpose  see Session::open().
    explicit SessionPool(const ConnectionSettings &settings,
                         const QString &purpose = QStringLiteral("console"));

    [[nodiscard]] const ConnectionSettings &settings() const;
    /// Null where there is no standby.
    [[nodiscard]] const std::shared_ptr<StandbyGate> &standby() const;
    /// The standby's sessions alone; null where there is none.
    [[nodiscard]] const SessionPool *standbySessions() const { return m_standby.get(); }
    /// What was changed just now, by other sessions than these, is to be seen by what is read from
    /// now on.
    void noteChange() const;
    /// Whether the server answers, the primary if there is a standby; lives as long as the pool.
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
    /// @returns whether it is done. It always is if `isLast`; otherwise it has failed, and may be
    /// done with another session.
    using Work = std::function<bool(const Result<Session *> &, bool isLast)>;
    struct State;
    class Threads;

    /// @param gate  which guards the servers of `settings`; null: they are the primary's.
    SessionPool(ConnectionSettings settings, QString purpose, std::shared_ptr<StandbyGate> standby,
                std::shared_ptr<StandbyGate> gate = nullptr);
    /// On a session of the foreground.
    void once(Work work) const;
    void startOnStandby(Use use, std::function<Work()> next) const;
    /// Of the primary; null unless work of this use may change what a standby has yet to replay.
    [[nodiscard]] std::shared_ptr<StandbyGate> noted(Use use) const;
    /// Does what `next` returns on a background thread, with a session or the reason why there is
    /// none, until it returns nothing.
    void start(Use use, std::function<Work()> next) const;

    std::shared_ptr<State> m_state;
    std::shared_ptr<Threads> m_threads;
    std::shared_ptr<const SessionPool> m_standby;
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
        add([promise, work = std::move(work),
             gate = m_pool.noted(m_use)](const Result<Session *> &session, bool isLast) {
            Answer answer = session ? guarded<Answer>(work, **session)
                                    : Answer(tl::make_unexpected(session.error()));
            if (!isLast && !answer && StandbyGate::isItsFault(session, answer.error()))
                return false;
            if (gate && session) // before anybody reads because of the answer
                gate->noteChange(**session);
            promise->addResult(std::move(answer));
            promise->finish();
            return true;
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
