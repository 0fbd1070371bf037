#include "models/session/standbywatch.h"

#include "models/session/reachability.h"
#include "models/session/standbyaddress.h"
#include "worker/db/opensessions.h"

#include <algorithm>
#include <iterator>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds kInterval = 2s;
/// Of a standby that has stood still for hours: then every second one is enough.
constexpr std::size_t kMostMarks = 4096;

/// A session of its own: a look is late only because of the server.
SessionPool watching(const SessionPool &sessions)
{
    ConnectionSettings settings = standbySettings(sessions.settings());
    settings.setSessions(sessions.standby()->sessions());
    return SessionPool(settings, QStringLiteral("standby watch"));
}

DbWork<PrimaryReport> lookAtPrimary(const std::shared_ptr<StandbyGate> &gate)
{
    return [gate](Session &session) -> Result<PrimaryReport> {
        auto report = readPrimaryReport(session);
        // What was changed and could not be placed at that time.
        if (const auto position = gate->readPosition(session); !position)
            return tl::make_unexpected(position.error());
        return report;
    };
}

std::chrono::milliseconds toMilliseconds(std::chrono::steady_clock::duration duration)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(duration);
}

} // namespace

StandbyWatch::StandbyWatch(const SessionPool &sessions, QObject *parent)
    : QObject(parent)
    , m_gate(sessions.standby())
    , m_name(sessions.settings().standby())
    , m_primary(sessions, lookAtPrimary(m_gate), kInterval, nullptr, SessionPool::Use::Background)
    , m_standby(watching(sessions), &readStandbyReport, kInterval)
{
    connect(&m_primary, &PollerBase::read, this, &StandbyWatch::onPrimary);
    connect(&m_primary, &PollerBase::failed, this, &StandbyWatch::judge);
    connect(&m_primary, &PollerBase::freshnessChanged, this, &StandbyWatch::judge);
    m_standby.setRest(0); // a look costs nothing, and one that was cut off must not delay the next
    connect(&m_standby, &PollerBase::read, this, [this] {
        m_isSilent = false;
        judge();
    });
    connect(&m_standby, &PollerBase::failed, this, &StandbyWatch::judge);
    connect(&m_standby, &PollerBase::freshnessChanged, this, &StandbyWatch::judge);
    // A session of the lists has found out.
    connect(sessions.standbySessions()->reachability(), &Reachability::lost, &m_standby,
            &PollerBase::refresh);
}

StandbyWatch::~StandbyWatch()
{
    m_gate->close();
}

void StandbyWatch::setPaused(bool isPaused)
{
    if (m_primary.isPaused() == isPaused)
        return;
    m_resumedAt = isPaused ? QDateTime() : QDateTime::currentDateTimeUtc();
    m_isSilent = false;
    m_primary.setPaused(isPaused);
    m_standby.setPaused(isPaused);
    judge(); // while paused nobody knows what it does
}

bool StandbyWatch::isCatchingUp() const
{
    return m_state == State::Following && m_gate->isAheadOf(standby()->position);
}

const PrimaryReport *StandbyWatch::primary() const
{
    const bool isCurrent = m_resumedAt.isValid() && m_primary.readAt() >= m_resumedAt;
    return isCurrent ? &*m_primary.latest() : nullptr;
}

const StandbyReport *StandbyWatch::standby() const
{
    const bool isCurrent = m_resumedAt.isValid() && m_standby.readAt() >= m_resumedAt;
    return isCurrent ? &*m_standby.latest() : nullptr;
}

void StandbyWatch::onPrimary()
{
    const PrimaryReport &report = *m_primary.latest();
    m_gate->setPrimary(report);
    const WalPosition position = beforePageHeader(report.position);
    const bool isOther = std::exchange(m_timeline, report.timeline) != report.timeline;
    if (!m_marks.empty() && (isOther || position < m_marks.back().position)) {
        m_marks.clear(); // another server has taken over
        m_gate->forgetPositions();
    }
    const auto now = Clock::now();
    // Two marks of one position: since when, and until when, the log ended there.
    const auto count = m_marks.size();
    if (count >= 2 && m_marks[count - 1].position == position
        && m_marks[count - 2].position == position)
        m_marks.back().at = now;
    else
        m_marks.push_back({position, now});
    if (m_marks.size() > kMostMarks) {
        std::deque<Mark> fewer;
        for (std::size_t i = 0; i < m_marks.size(); i += 2)
            fewer.push_back(m_marks[i]);
        m_marks = std::move(fewer);
    }
    judge();
    if (!m_standby.error())
        m_standby.refresh(); // a look right after the primary's says most
}

void StandbyWatch::judge()
{
    const State state = stateNow();
    const bool isWrong
        = state == State::Silent || state == State::NoStandby || state == State::OtherServer;
    if (isWrong && m_state != state)
        m_gate->sessions()->cut(0ms); // what is being read there is read from the primary instead
    become(state);
}

StandbyWatch::State StandbyWatch::stateNow()
{
    if (m_primary.isPaused())
        return State::Asking;
    m_isSilent = m_isSilent || m_standby.freshness().isOverdue;
    if (m_isSilent)
        return State::Silent;
    if (m_standby.error() || m_gate->wasRefused())
        return State::Gone;
    if (m_primary.error()) // whose standby it is from now on, nobody knows
        return State::Asking;
    const PrimaryReport *primary = this->primary();
    const StandbyReport *standby = this->standby();
    if (!standby)
        return State::Asking;
    if (!standby->isStandby)
        return State::NoStandby;
    if (!primary)
        return State::Asking;
    if (!standby->isOf(*primary))
        return State::OtherServer;
    measure();
    if (!m_lag)
        return State::Asking;
    return *m_lag > m_tooFar ? State::TooFarBehind : State::Following;
}

/// Sets how far it is behind, and what that requires of sessions of the other standbys of a list.
void StandbyWatch::measure()
{
    const auto now = Clock::now();
    const WalPosition replayed = standby()->position;
    m_measuredAt = std::min(m_primary.readAt(), m_standby.readAt());
    const auto missing = std::ranges::find_if(
        m_marks, [replayed](const Mark &mark) { return mark.position > replayed; });
    if (missing == m_marks.end()) {
        m_lag = 0ms;
    } else if (missing == m_marks.begin()) {
        // It was behind when the watch began: for so long, or since the commit it has replayed.
        m_lag = standby()->lagBehind(*primary());
        if (m_lag)
            m_lag = std::max(*m_lag, toMilliseconds(now - missing->at));
    } else {
        // Between the two marks the log is taken to have grown evenly.
        const Mark &had = *std::prev(missing);
        const double share
            = double(replayed - had.position) / double(missing->position - had.position);
        const auto moment
            = had.at + std::chrono::duration_cast<Clock::duration>(share * (missing->at - had.at));
        m_lag = toMilliseconds(now - moment);
    }
    // What was the end so long ago has to be there.
    const auto recent = std::ranges::find_if(
        m_marks, [this, now](const Mark &mark) { return now - mark.at <= m_tooFar; });
    if (recent == m_marks.begin())
        return;
    m_gate->require(std::prev(recent)->position);
    if (missing != m_marks.begin()) // those before are of no use any more
        m_marks.erase(m_marks.begin(), std::prev(std::min(recent, missing)));
}

void StandbyWatch::become(State state)
{
    if (state != State::Following && state != State::TooFarBehind) {
        m_lag.reset();
        m_measuredAt = {};
    }
    if (state != State::Following) {
        m_gate->close();
    } else if (!m_gate->isOpen()) {
        // What was read from the primary meanwhile does not turn older again.
        if (m_state != State::Following)
            m_gate->require(m_marks.back().position);
        m_gate->open();
    }
    m_state = state;
    Q_EMIT changed();
}

} // namespace yardmaster
