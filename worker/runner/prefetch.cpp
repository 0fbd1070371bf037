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
/// Jobs of an express fetch, and so many beyond the local queue's size are fetched ahead that way.
constexpr int kExpress = 8;
constexpr int kExpressAhead = 64;
/// Times as long as an express fetch took there is none.
constexpr int kExpressPause = 5;
/// For so long after an announcement fetches of a backlog are small, and none is sent ahead.
constexpr std::chrono::milliseconds kAnnouncing{100};

} // namespace

Prefetch::Prefetch(const WorkerOptions &options, const LocalQueue *local, QObject *parent)
    : QObject(parent)
    , m_size(options.localQueueSize)
    , m_mostWaiting(m_size + kExpressAhead + kExpress)
    , m_local(local)
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
    const int limit = room(waiting + arriving);
    if (limit <= 0)
        return canFetchExpress(waiting) ? Size{kExpress, true} : Size{};
    if (m_size > 0 && m_isBacklog && isAnnouncing())
        return {std::min(limit, std::max({1, m_size / 5, m_local->freePlaces()})), false, true};
    return {limit};
}

int Prefetch::room(int waiting)
{
    const int freePlaces = m_local->freePlaces();
    m_isHoarding = m_isHoarding && freePlaces == 0;
    if (isOutrun() && !m_isHoarding && waiting <= kOutrun * m_size)
        return std::max(kOutrun * m_size, freePlaces - waiting);
    // Refill when half empty, so that fetches stay big and overlap with running.
    if (m_isHoarding || waiting > m_size / 2)
        return 0;
    return std::max(m_size, freePlaces) - waiting;
}

bool Prefetch::canFetchExpress(int waiting) const
{
    return m_isAnnounced && !m_isHoarding && !m_express.isActive() && m_size > 0
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
    if (round.size.isExpress)
        m_express.start(std::chrono::milliseconds(1) + kExpressPause * round.took);
    const bool wasBacklog = std::exchange(m_isBacklog, round.isFull);
    if (round.size.isExpress || round.size.isCapped)
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
