#pragma once

#include "models/query/jobcounts.h"
#include "models/session/poller.h"

#include <QObject>

#include <memory>

namespace yardmaster {

/// Counts all jobs of one queue by state, task and queue, again and again: a hundredth of the time
/// at most, so a table that takes a second to count is counted every two minutes. The first answer
/// about a large table is an estimate that takes a tenth of a second. GUI thread; never blocks.
class JobCountsPoller final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobCountsPoller)

public:
    /// Begins paused.
    JobCountsPoller(SessionPool sessions, const QString &schema, QObject *parent = nullptr);
    ~JobCountsPoller() override;

    void setPaused(bool isPaused) { m_poller.setPaused(isPaused); }
    /// Something has changed: counts again when it may.
    void refreshSoon() { m_poller.refreshSoon(); }
    /// At least; default five seconds.
    void setInterval(std::chrono::milliseconds interval) { m_poller.setInterval(interval); }

    /// Unset: nothing has been counted yet.
    [[nodiscard]] const std::optional<JobCounts> &latest() const { return m_poller.latest(); }

Q_SIGNALS:
    void read();

private:
    void onRead();

    struct Counting;

    const std::shared_ptr<Counting> m_counting;
    Poller<JobCounts> m_poller;
};

} // namespace yardmaster
