#include "models/session/sessionpool.h"

#include "models/session/reachability.h"
#include "models/session/standbyaddress.h"
#include <yardmaster/session.h>

#include <QMutex>
#include <QThreadPool>
#include <QThreadStorage>

#include <libpq-fe.h>

#include <atomic>
#include <deque>
#include <thread>
#include <utility>

namespace yardmaster {

/// What the threads share; outlives them.
struct SessionPool::State
{
    State(ConnectionSettings where, QString why, std::shared_ptr<StandbyGate> other,
          std::shared_ptr<StandbyGate> own)
        : settings(std::move(where))
        , purpose(std::move(why))
        , standby(std::move(other))
        , gate(std::move(own))
    { }

    /// A session, and how often the sessions had been renewed when it was opened.
    struct Kept
    {
        std::unique_ptr<Session> session;
        int renewal = 0;
    };

    const ConnectionSettings settings;
    const QString purpose;
    const std::shared_ptr<StandbyGate> standby;
    const std::shared_ptr<StandbyGate> gate; // of these sessions' servers
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
            auto fresh = Session::open(gate ? gate->preferring(settings) : settings, purpose);
            if (fresh && gate)
                gate->noteServer(QString::fromUtf8(PQhost((*fresh)->handle())),
                                 QString::fromUtf8(PQport((*fresh)->handle())));
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
            (void)work(opened(kept, use), true);
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
        case Use::Reading:
            m_shared->start(
                [state = m_state, next = std::move(next)] {
                    state->doAll(next, &state->sessions.localData(), Use::Foreground);
                },
                1);
            return;
        case Use::Background:
        case Use::Polling: {
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
        case Use::LongReading:
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

SessionPool::SessionPool(ConnectionSettings settings, QString purpose,
                         std::shared_ptr<StandbyGate> standby, std::shared_ptr<StandbyGate> gate)
    : m_state(std::make_shared<State>(std::move(settings), std::move(purpose), std::move(standby),
                                      std::move(gate)))
    , m_threads(std::make_shared<Threads>(m_state))
{ }

SessionPool::SessionPool(const ConnectionSettings &settings, const QString &purpose)
    : SessionPool(settings, purpose,
                  settings.standby().isEmpty() || !standbyProblem(settings.standby()).isEmpty()
                      ? nullptr // a host that is left out would be another one
                      : std::make_shared<StandbyGate>())
{
    if (const auto &gate = standby()) {
        ConnectionSettings other = standbySettings(settings);
        other.setSessions(gate->sessions());
        m_standby.reset(new SessionPool(std::move(other), purpose, nullptr, gate));
    }
}

const ConnectionSettings &SessionPool::settings() const
{
    return m_state->settings;
}

Reachability *SessionPool::reachability() const
{
    return m_state->reachability.get();
}

const std::shared_ptr<StandbyGate> &SessionPool::standby() const
{
    return m_state->standby;
}

void SessionPool::noteChange() const
{
    if (!standby())
        return;
    standby()->noteChange();
    once([gate = standby()](const Result<Session *> &session, bool) {
        if (session)
            (void)gate->readPosition(**session);
        return true;
    });
}

std::shared_ptr<StandbyGate> SessionPool::noted(Use use) const
{
    return use == Use::Foreground || use == Use::Long || use == Use::Maintenance ? standby()
                                                                                 : nullptr;
}

void SessionPool::once(Work work) const
{
    m_threads->start(Use::Foreground,
                     [work = std::move(work)]() mutable { return std::exchange(work, Work()); });
}

void SessionPool::openEarly() const
{
    once([](const Result<Session *> &, bool) { return true; });
}

void SessionPool::renew() const
{
    ++m_state->renewals;
    if (m_standby)
        m_standby->renew();
}

void SessionPool::setIdleLimit(std::chrono::milliseconds limit) const
{
    m_threads->setIdleLimit(limit);
}

void SessionPool::start(Use use, std::function<Work()> next) const
{
    const bool onlyReads = use == Use::Reading || use == Use::Polling || use == Use::LongReading;
    if (onlyReads && standby() && standby()->isOpen())
        return startOnStandby(use, std::move(next));
    if (onlyReads && standby())
        standby()->noteTurnedAway();
    m_threads->start(use, std::move(next));
}

/// Until a piece of work has to be done on the primary after all. Then all that follows is done
/// there, too, because it is to come in order.
void SessionPool::startOnStandby(Use use, std::function<Work()> next) const
{
    const auto isMoved = std::make_shared<bool>(false); // one thread at a time
    m_standby->start(use, [=, gate = standby(), primary = std::weak_ptr(m_threads)]() -> Work {
        Work work = *isMoved ? Work() : next();
        if (!work)
            return {};
        return [=](const Result<Session *> &session, bool) {
            if (gate->admits(session) && work(session, false))
                return true;
            if (!session)
                gate->refuse();
            else if ((*session)->isLost())
                gate->close(); // until the watch has looked
            *isMoved = true;
            if (const auto threads = primary.lock())
                threads->start(use, [first = work, next]() mutable {
                    return first ? std::exchange(first, Work()) : next();
                });
            return true;
        };
    });
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
