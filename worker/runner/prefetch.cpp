#include "worker/runner/prefetch.h"

#include "worker/runner/localqueue.h"
#include "worker/runner/releaser.h"

#include <algorithm>
#include <utility>

namespace yardmaster {

namespace {

/// Results waiting for the database beyond this many stop the fetching.
constexpr int kBackPressure = 10 * Releaser::kBatch;
/// Times the local queue's size are fetched at once, and as much again ahead, while handlers are
/// done before the next jobs come. The bigger a fetch, the less it costs for each job, most of all
/// where it has to walk over the index entries of jobs that are gone: every tenth of a second, and
/// always if jobs have the same run_at.
constexpr int kOutrun = 4;
/// So long after a round it says nothing about handlers any more.
constexpr std::chrono::milliseconds kOutrunFor{100};
constexpr std::chrono::seconds kSurplusCheck{1};
/// Jobs of one named queue that are fetched together where time is no bound.
constexpr int kLane = 50;
/// Where doubling ends.
constexpr int kMostAhead = 1 << 20;
/// A job may wait here for the longer of the two.
constexpr std::chrono::milliseconds kPatience{1000};
constexpr int kPatienceInHorizons = 5;
/// Jobs of an express fetch, and so many beyond the local queue's size are fetched ahead that way.
constexpr int kExpress = 8;
constexpr int kExpressAhead = 64;
/// Times as long as an express fetch took there is none.
constexpr int kExpressPause = 5;
/// For so long after an announcement fetches of a backlog are small, and none is sent ahead.
constexpr std::chrono::milliseconds kAnnouncing{100};

} // namespace

Prefetch::Prefetch(const Config &config, LocalQueue *local, QObject *parent)
    : QObject(parent)
    , m_horizon(config.horizon)
    , m_size(config.localQueueSize)
    , m_mostWaiting(m_size + kExpressAhead + kExpress)
    , m_local(local)
    , m_firstAhead(config.concurrency)
    , m_mostAhead(m_firstAhead)
    , m_express(this)
    , m_surplus(this)
{
    m_express.setSingleShot(true);
    m_surplus.setSingleShot(true);
    connect(&m_express, &QTimer::timeout, this, &Prefetch::expressAgain);
    connect(&m_surplus, &QTimer::timeout, this, &Prefetch::lookForSurplus);
}

Prefetch::Size Prefetch::next(int arriving, int unwritten)
{
    if (unwritten > kBackPressure)
        return {};
    const int waiting = m_local->waiting();
    const int limit = room(waiting, arriving);
    if ((limit <= 0 || m_local->full()) && canFetchExpress(waiting))
        return {kExpress, true};
    if (limit <= 0)
        return {};
    if (m_size > 0 && m_isBacklog && isAnnouncing())
        return {std::min(limit, std::max({1, m_size / 5, m_local->freeSlots()})), false, true};
    return {limit};
}

int Prefetch::room(int waiting, int arriving)
{
    const int freeSlots = m_local->freeSlots();
    m_hasOverPrefetched = m_hasOverPrefetched && freeSlots == 0;
    if (m_hasOverPrefetched)
        return 0;
    const int byNumber = roomByNumber(waiting + arriving, freeSlots);
    if (m_horizon.count() == 0)
        return byNumber;
    const LocalQueue::Ahead ahead = m_local->ahead(arriving);
    return std::max(ahead.free, std::min({byNumber, ahead.byTime, ahead.byBytes, m_mostAhead}));
}

int Prefetch::roomByNumber(int waiting, int freeSlots) const
{
    if (isOutrun() && waiting <= kOutrun * m_size)
        return std::max(kOutrun * m_size, freeSlots - waiting);
    // Refill when half empty, so that fetches stay big and overlap with running.
    if (waiting > m_size / 2)
        return 0;
    return std::max(m_size, freeSlots) - waiting;
}

int Prefetch::lane() const
{
    if (m_size == 0)
        return 1; // nothing may wait here, so queues advance job by job
    return m_horizon.count() == 0 ? kLane : m_local->ahead(0).laneByTime;
}

void Prefetch::onOverdue()
{
    m_mostAhead = m_firstAhead;
    m_local->forgetRunTimes();
    onExpired();
}

std::chrono::milliseconds Prefetch::patience() const
{
    return m_horizon.count() == 0 ? m_horizon
                                  : std::max(kPatience, kPatienceInHorizons * m_horizon);
}

bool Prefetch::canFetchExpress(int waiting) const
{
    if (waiting == 0 || m_size == 0)
        return false; // where nothing waits, the next fetch begins with the urgent ones
    if (m_isPolled)
        return true;
    return m_isAnnounced && !m_hasOverPrefetched && !m_express.isActive()
        && waiting < (isOutrun() ? 2 * kOutrun : 1) * m_size + kExpressAhead;
}

void Prefetch::onAnnounced()
{
    m_isAnnounced = true;
    m_sinceAnnounced.start();
    // What is too many would keep an express fetch from the urgent ones among them.
    if (m_surplus.isActive() && !isOutrun()) {
        m_surplus.stop();
        lookForSurplus();
    }
}

void Prefetch::onRoundEnds(const Round &round)
{
    if (round.size.isExpress) {
        m_express.start(std::chrono::milliseconds(1) + kExpressPause * round.took);
        return; // it says nothing about the backlog, nor about handlers
    }
    if (round.isFull && round.size.jobs >= m_mostAhead)
        m_mostAhead = std::min(2 * m_mostAhead, kMostAhead);
    const bool wasBacklog = std::exchange(m_isBacklog, round.isFull);
    if (round.size.isCapped)
        return; // it was small, and says nothing about handlers
    m_sinceRound.start();
    // Before the first jobs there was nothing for handlers to be done with.
    m_wasOutrun = wasBacklog && round.isFull && round.wasDry && m_size > 0;
}

void Prefetch::onPushed()
{
    if (m_size > 0 && !m_surplus.isActive() && m_local->waiting() > m_mostWaiting)
        m_surplus.start(kSurplusCheck);
}

void Prefetch::lookForSurplus()
{
    if (isOutrun())
        m_surplus.start(kSurplusCheck);
    else if (m_local->waiting() > m_mostWaiting)
        Q_EMIT tooManyWait(m_size); // and there is room for express fetches
}

bool Prefetch::isAnnouncing() const
{
    return m_sinceAnnounced.isValid() && !m_sinceAnnounced.hasExpired(kAnnouncing.count());
}

bool Prefetch::isDry() const
{
    return m_local->waiting() <= m_size / 8;
}

bool Prefetch::isOutrun() const
{
    return m_wasOutrun && !m_sinceRound.hasExpired(kOutrunFor.count());
}

void Prefetch::stop()
{
    m_express.stop();
    m_surplus.stop();
}

} // namespace yardmaster
