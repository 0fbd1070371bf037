#include "ui/pages/inspector/watchtimer.h"

#include <QWidget>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr auto kAgain = 5s;
/// Long payloads travel whole each time.
constexpr auto kAgainLong = 60s;
constexpr qsizetype kLong = 256 << 10; // bytes
constexpr auto kSlow = 300ms;          // until a read is worth mentioning

} // namespace

WatchTimer::WatchTimer(WatchedJob *job, SessionPool sessions, QWidget *view)
    : QObject(view)
    , m_job(job)
    , m_retry(std::move(sessions))
{
    m_slow.setSingleShot(true);
    const auto isSeen = [view] { return view->isVisible() && !view->window()->isMinimized(); };
    connect(m_job, &WatchedJob::changed, this, &WatchTimer::onJobChanged);
    connect(&m_slow, &QTimer::timeout, this, &WatchTimer::changed);
    connect(&m_again, &QTimer::timeout, this, [this, isSeen] {
        if (isSeen())
            m_job->reload();
    });
    connect(&m_retry, &Retry::lost, m_job, &WatchedJob::lose);
    connect(&m_retry, &Retry::judgedAnew, this, &WatchTimer::changed);
    connect(&m_retry, &Retry::due, this, [this, isSeen] {
        if (isSeen())
            m_job->reload();
        else
            m_retry.setFailing(true); // later
    });
    m_retry.setPaused(false);
}

void WatchTimer::restart()
{
    m_slow.start(kSlow);
}

Freshness WatchTimer::freshness() const
{
    return m_retry.judged({m_job->readAt(), m_job->error(), false});
}

void WatchTimer::onJobChanged()
{
    m_retry.setFailing(m_job->error().has_value());
    if (const auto &details = m_job->details();
        details && m_job->state() != WatchedJob::State::Gone)
        m_again.start(details->job.payload.size() > kLong ? kAgainLong : kAgain);
    else
        m_again.stop();
}

} // namespace yardmaster
