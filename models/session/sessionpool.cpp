#include "models/session/sessionpool.h"

#include "models/session/reachability.h"
#include <yardmaster/session.h>

#include <QMutex>
#include <QThreadPool>
#include <QThreadStorage>

#include <atomic>
#include <deque>
#include <thread>
#include <utility>

namespace yardmaster {

/// What the threads share; outlives them.
struct SessionPool::State
{
    State(ConnectionSettings where, QString why)
        : settings(std::move(where))
        , purpose(std::move(why))
    { }

    /// A session, and how often the sessions had been renewed when it was opened.
    struct Kept
    {
        std::unique_ptr<Session> session;
        int renewal = 0;
    };

    const ConnectionSettings settings;
    const QString purpose;
    std::atomic<int> renewals = 0;
    QThreadStorage<Kept> sessions; // closed when their thread expires
    QMutex mutex;
    int inBackground = 0;                           // lines of work that have a thread
    std::deque<std::function<Work()>> waiting = {}; // lines in the background that have none
    const std::unique_ptr<Reachability> reachability = std::make_unique<Reachability>();

    [[nodiscard]] Result<Session *> opened(Kept *kept, Use use) const
    {
        std::unique_ptr<Session> *session = &kept->session;
        if (*session && (kept->renewal != renewals || !(*session)->isAlive()))
            session->reset();
        if (!*session) {
            kept->renewal = renewals;
            const auto begun = std::chrono::steady_clock::now();
            auto fresh = Session::open(settings, purpose);
            if (!fresh)
                reachability->onRefused(begun, fresh.error());
            else
                reachability->onReached();
            if (fresh && use == Use::Maintenance) {
                const auto set
                    = (*fresh)->script("set statement_timeout = 0; set lock_timeout = 0");
                if (!set)
                    return tl::make_unexpected(set.error());
            }
            if (!fresh)
                return tl::make_unexpected(fresh.error());
            *session = *std::move(fresh);
        }
        return session->get();
    }

    void doAll(const std::function<Work()> &next, Kept *kept, Use use) const
    {
        std::unique_ptr<Session> *session = &kept->session;
        while (const Work work = next()) {
            work(opened(kept, use));
            if (!*session)
                continue;
            const bool isLost = (*session)->isLost();
            if (isLost || (*session)->isInTransaction())
                session->reset();
            // Whether it is only this session, or the server, is worth knowing at once.
            if (!isLost)
                reachability->onReached();
            else if (opened(kept, use))
                reachability->announceRecovery();
        }
    }
};

class SessionPool::Threads final
{
public:
    explicit Threads(std::shared_ptr<State> state)
        : m_state(std::move(state))
        , m_shared(std::make_unique<QThreadPool>())
        , m_long(std::make_unique<QThreadPool>())
    {
        m_shared->setMaxThreadCount(kMost);
        setIdleLimit(kIdleLimit);
        m_long->setMaxThreadCount(kMostLong);
        m_long->setExpiryTimeout(0);
    }

    ~Threads()
    {
        {
            const QMutexLocker lock(&m_state->mutex);
            m_state->waiting.clear();
        }
        // A server that does not answer must not hold up the window: libpq may wait for ten
        // seconds.
        for (auto *pool : {&m_shared, &m_long}) {
            if (!(*pool)->waitForDone(kPatience))
                std::thread([busy = std::move(*pool), state = m_state] {
                    busy->waitForDone();
                }).detach();
        }
    }
    Q_DISABLE_COPY_MOVE(Threads)

    void setIdleLimit(std::chrono::milliseconds limit)
    {
        m_shared->setExpiryTimeout(int(limit.count()));
    }

    void start(Use use, std::function<Work()> next)
    {
        switch (use) {
        case Use::Foreground:
            m_shared->start(
                [state = m_state, next = std::move(next)] {
                    state->doAll(next, &state->sessions.localData(), Use::Foreground);
                },
                1);
            return;
        case Use::Background: {
            const QMutexLocker lock(&m_state->mutex);
            if (m_state->inBackground == kMost - 1) {
                m_state->waiting.push_back(std::move(next));
            } else {
                ++m_state->inBackground;
                startInBackground(std::move(next));
            }
            return;
        }
        case Use::Long:
        case Use::Maintenance:
            m_long->start([use, state = m_state, next = std::move(next)] {
                State::Kept kept;
                state->doAll(next, &kept, use);
            });
            return;
        }
    }

private:
    static constexpr int kMostLong = 64;
    static constexpr int kPatience = 250; // ms

    void startInBackground(std::function<Work()> next)
    {
        m_shared->start([this, state = m_state, next = std::move(next)] {
            state->doAll(next, &state->sessions.localData(), Use::Background);
            const QMutexLocker lock(&state->mutex);
            if (state->waiting.empty()) { // as it is once this object is gone
                --state->inBackground;
                return;
            }
            startInBackground(std::move(state->waiting.front()));
            state->waiting.pop_front();
        });
    }

    const std::shared_ptr<State> m_state;
    std::unique_ptr<QThreadPool> m_shared; // sessions end with their threads
    std::unique_ptr<QThreadPool> m_long;
};

SessionPool::SessionPool(ConnectionSettings settings, QString purpose)
    : m_state(std::make_shared<State>(std::move(settings), std::move(purpose)))
    , m_threads(std::make_shared<Threads>(m_state))
{ }

const ConnectionSettings &SessionPool::settings() const
{
    return m_state->settings;
}

Reachability *SessionPool::reachability() const
{
    return m_state->reachability.get();
}

void SessionPool::openEarly() const
{
    start(Use::Foreground, [isAsked = false]() mutable -> Work {
        if (std::exchange(isAsked, true))
            return {};
        return [](const Result<Session *> &) {};
    });
}

void SessionPool::renew() const
{
    ++m_state->renewals;
}

void SessionPool::setIdleLimit(std::chrono::milliseconds limit) const
{
    m_threads->setIdleLimit(limit);
}

void SessionPool::start(Use use, std::function<Work()> next) const
{
    m_threads->start(use, std::move(next));
}

struct WorkQueue::Waiting
{
    QMutex mutex;
    std::deque<SessionPool::Work> work;
    bool hasThread = false;

    [[nodiscard]] SessionPool::Work next()
    {
        const QMutexLocker lock(&mutex);
        hasThread = !work.empty();
        if (!hasThread)
            return {};
        auto first = std::move(work.front());
        work.pop_front();
        return first;
    }
};

WorkQueue::WorkQueue(SessionPool pool, SessionPool::Use use)
    : m_pool(std::move(pool))
    , m_use(use)
    , m_waiting(std::make_shared<Waiting>())
{ }

WorkQueue::~WorkQueue()
{
    std::deque<SessionPool::Work> dropped; // destroyed after the lock is gone
    const QMutexLocker lock(&m_waiting->mutex);
    dropped.swap(m_waiting->work);
}

void WorkQueue::add(SessionPool::Work work)
{
    const QMutexLocker lock(&m_waiting->mutex);
    m_waiting->work.push_back(std::move(work));
    if (!std::exchange(m_waiting->hasThread, true))
        m_pool.start(m_use, [waiting = m_waiting] { return waiting->next(); });
}

} // namespace yardmaster
