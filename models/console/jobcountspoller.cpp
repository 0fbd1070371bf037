#include "models/console/jobcountspoller.h"

#include <atomic>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds kCountInterval = 5s;
constexpr int kCountRest = 100;

} // namespace

/// One background thread at a time, but for the flag.
struct JobCountsPoller::Counting
{
    explicit Counting(const QString &schema)
        : counter(schema)
    { }

    JobCounter counter;
    std::atomic<bool> wasQuick = false;

    [[nodiscard]] Result<JobCounts> count(Session &session)
    {
        auto counts = counter.count(session);
        wasQuick = counter.wasQuick();
        return counts;
    }
};

JobCountsPoller::JobCountsPoller(SessionPool sessions, const QString &schema, QObject *parent)
    : QObject(parent)
    , m_counting(std::make_shared<Counting>(schema))
    , m_poller(
          std::move(sessions),
          [counting = m_counting](Session &session) { return counting->count(session); },
          kCountInterval)
{
    m_poller.setRest(kCountRest);
    connect(&m_poller, &PollerBase::read, this, &JobCountsPoller::onRead);
}

JobCountsPoller::~JobCountsPoller() = default;

void JobCountsPoller::onRead()
{
    // Somebody waits for the numbers; the rest comes after these.
    if (m_counting->wasQuick.exchange(false))
        m_poller.refresh();
    Q_EMIT read();
}

} // namespace yardmaster
