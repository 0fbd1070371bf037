#pragma once

#include "models/overview/vitals.h"
#include "models/overview/vitalshistory.h"
#include "models/overview/vitalsrates.h"
#include "models/overview/vitalsreader.h"
#include "models/session/poller.h"

#include <QObject>

#include <memory>

namespace yardmaster {

class QueueMonitor;

/// Takes the vitals of one queue every two seconds, see Poller. The counts are those of `monitor`,
/// so that no table is counted twice: a paused monitor leaves them old. GUI thread; never waits for
/// the database.
class VitalsWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(VitalsWatch)

public:
    /// Begins paused. `monitor` watches the same queue; borrowed, must outlive this.
    VitalsWatch(const QueueMonitor *monitor, SessionPool sessions, const QString &schema,
                QObject *parent = nullptr);
    ~VitalsWatch() override;

    void setPaused(bool isPaused) { m_poller.setPaused(isPaused); }
    [[nodiscard]] bool isPaused() const { return m_poller.isPaused(); }
    void refreshSoon() { m_poller.refreshSoon(); }
    /// Somebody looks at the failing tasks: they are read too, every 15 seconds.
    void setDetailed(bool isDetailed);
    /// Default two seconds.
    void setInterval(std::chrono::milliseconds interval) { m_poller.setInterval(interval); }

    [[nodiscard]] const QueueMonitor *monitor() const { return m_monitor; }
    [[nodiscard]] const SessionPool &sessions() const { return m_poller.sessions(); }
    /// Its time is invalid until there was one.
    [[nodiscard]] const Vitals &latest() const { return m_latest; }
    /// Past readings and the latest, the oldest first, without their lists; thinned out with age.
    [[nodiscard]] const VitalsHistory &history() const { return m_history; }
    /// The last attempt failed; what is known is old.
    [[nodiscard]] bool isTroubled() const { return m_poller.error().has_value(); }
    [[nodiscard]] const DbError &error() const
    {
        return *m_poller.error();
    } ///< only while troubled
    /// When the next try is due; only while troubled.
    [[nodiscard]] QDateTime retryAt() const { return m_poller.nextAt(); }

Q_SIGNALS:
    void read();
    void failed(const yardmaster::DbError &error);

private:
    struct Details;

    void onRead();

    const QueueMonitor *const m_monitor;
    const std::shared_ptr<Details> m_details;
    Poller<VitalsReading> m_poller;
    VitalsRates m_rates;
    VitalsHistory m_history;
    Vitals m_latest;
};

} // namespace yardmaster
