#pragma once

#include "models/overview/finalfailures.h"
#include "models/overview/metricshistory.h"
#include "models/overview/metricsrates.h"
#include "models/overview/metricsreader.h"
#include "models/overview/queuemetrics.h"
#include "models/session/poller.h"

#include <QObject>

#include <memory>

namespace yardmaster {

class QueueMonitor;

/// Polls the metrics of one queue every two seconds, see Poller. The counts are those of `monitor`,
/// so that no table is counted twice: a paused monitor leaves them old. GUI thread; never waits for
/// the database.
class MetricsPoller final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MetricsPoller)

public:
    /// Begins paused. `monitor` watches the same queue; borrowed, must outlive this.
    MetricsPoller(const QueueMonitor *monitor, SessionPool sessions, const QString &schema,
                  QObject *parent = nullptr);
    ~MetricsPoller() override;

    void setPaused(bool isPaused);
    [[nodiscard]] bool isPaused() const { return m_poller.isPaused(); }
    void refreshSoon() { m_poller.refreshSoon(); }
    /// The failing tasks are visible: they are read too, every 15 seconds.
    void setDetailed(bool isDetailed);
    /// Default two seconds.
    void setInterval(std::chrono::milliseconds interval) { m_poller.setInterval(interval); }
    /// Of new final failures, which are counted for a hundredth of the time. Default five seconds.
    void setFinalsInterval(std::chrono::milliseconds interval)
    {
        m_finalFailures.setInterval(interval);
    }

    [[nodiscard]] const QueueMonitor *monitor() const { return m_monitor; }
    [[nodiscard]] const SessionPool &sessions() const { return m_poller.sessions(); }
    /// Its time is invalid until there was one.
    [[nodiscard]] const QueueMetrics &latest() const { return m_latest; }
    /// Past readings and the latest, the oldest first, without their lists; thinned out with age.
    [[nodiscard]] const MetricsHistory &history() const { return m_history; }
    /// The last attempt failed; what is known is old.
    [[nodiscard]] bool isTroubled() const { return m_poller.error().has_value(); }
    [[nodiscard]] const DbError &error() const
    {
        return *m_poller.error();
    } ///< only while troubled
    [[nodiscard]] Freshness freshness() const { return m_poller.freshness(); }
    /// What is known is old: the last attempt failed, or the next one takes too long.
    [[nodiscard]] bool isStale() const { return isTroubled() || freshness().isOverdue; }
    /// When the next try is due; only while troubled.
    [[nodiscard]] QDateTime retryAt() const { return m_poller.nextAt(); }

Q_SIGNALS:
    void read();
    void failed(const yardmaster::DbError &error);
    void freshnessChanged();

private:
    struct Details;

    void onRead();

    const QueueMonitor *const m_monitor;
    const std::shared_ptr<Details> m_details;
    Poller<MetricsSample> m_poller;
    Poller<FinalFailures> m_finalFailures; // apart, because they may take a second
    MetricsRates m_rates;
    MetricsHistory m_history;
    QueueMetrics m_latest;
};

} // namespace yardmaster
