#include "models/session/retry.h"

#include "models/session/reachability.h"

#include <utility>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds kAgain = 3s;

} // namespace

Retry::Retry(SessionPool sessions, QObject *parent)
    : QObject(parent)
    , m_sessions(std::move(sessions))
    , m_timer(this)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(kAgain);
    connect(&m_timer, &QTimer::timeout, this, &Retry::due);
    connect(m_sessions.reachability(), &Reachability::lost, this, &Retry::lost);
    connect(m_sessions.reachability(), &Reachability::lateChanged, this, &Retry::judgedAnew);
    connect(m_sessions.reachability(), &Reachability::recovered, this, [this] {
        Q_EMIT judgedAnew();
        if (m_isFailing && !m_isPaused)
            Q_EMIT due();
    });
}

Retry::~Retry() = default;

Freshness Retry::judged(Freshness own) const
{
    const Reachability &server = *m_sessions.reachability();
    if (own.error)
        own.error = server.explained(*own.error);
    else
        own.error = server.error();
    if (!own.error)
        own.error = server.refusal();
    own.isOverdue = own.isOverdue || server.isLate();
    return own;
}

void Retry::setFailing(bool isFailing, bool isTriedAgain)
{
    m_isFailing = isFailing;
    if (isFailing && isTriedAgain && !m_isPaused)
        m_timer.start();
    else
        m_timer.stop();
}

void Retry::setPaused(bool isPaused)
{
    if (std::exchange(m_isPaused, isPaused) == isPaused)
        return;
    if (isPaused)
        m_timer.stop();
    else if (m_isFailing)
        Q_EMIT due();
}

} // namespace yardmaster
