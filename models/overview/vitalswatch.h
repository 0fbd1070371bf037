#pragma once

#include "models/backgroundsession.h"
#include "models/overview/vitals.h"
#include "models/overview/vitalshistory.h"
#include "models/overview/vitalsrates.h"
#include "models/overview/vitalsreader.h"
#include "worker/runner/backoff.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>

namespace yardmaster {

class QueueMonitor;

/// Takes the vitals of one queue, on a background thread: every two seconds, and for no more than a
/// twentieth of the time. The counts are those of `monitor`, so that no table is counted twice: a
/// paused monitor leaves them old. Reads nothing while paused. After an error what is known stays,
/// and it goes on trying. GUI thread; never waits for the database.
class VitalsWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(VitalsWatch)

public:
    /// Begins paused. `monitor` watches the same queue; borrowed, must outlive this.
    VitalsWatch(const QueueMonitor *monitor, ConnectionSettings connection, QString schema,
                QObject *parent = nullptr);
    ~VitalsWatch() override;

    void setPaused(bool isPaused);
    [[nodiscard]] bool isPaused() const { return m_isPaused; }
    /// Reads soon, unless paused: then when it goes on.
    void refreshSoon();
    /// Somebody looks at the failing tasks: they are read too, every 15 seconds.
    void setDetailed(bool isDetailed);
    /// Default two seconds.
    void setInterval(std::chrono::milliseconds interval) { m_interval = interval; }

    /// Its time is invalid until there was one.
    [[nodiscard]] const QueueMonitor *monitor() const { return m_monitor; }
    [[nodiscard]] const Vitals &latest() const { return m_latest; }
    /// Past readings and the latest, the oldest first, without their lists; thinned out with age.
    [[nodiscard]] const VitalsHistory &history() const { return m_history; }
    /// The last attempt failed; what is known is old.
    [[nodiscard]] bool isTroubled() const { return m_isTroubled; }
    [[nodiscard]] const DbError &error() const { return m_error; } ///< only while troubled
    /// When the next try is due; only while troubled.
    [[nodiscard]] QDateTime retryAt() const { return m_retryAt; }

Q_SIGNALS:
    void read();
    void failed(const yardmaster::DbError &error);

private:
    void readNow();
    void onAnswer(const Result<VitalsReading> &answer);
    void onTrouble(const DbError &error);
    void schedule(std::chrono::milliseconds delay);

    const QueueMonitor *const m_monitor;
    std::shared_ptr<VitalsReader> m_reader; // used by the background thread only
    BackgroundSession m_session;
    std::chrono::milliseconds m_interval{2000};
    VitalsRates m_rates;
    VitalsHistory m_history;
    Vitals m_latest;
    DbError m_error;
    QDateTime m_retryAt;
    QTimer m_timer;
    QElapsedTimer m_sinceAsked;
    QElapsedTimer m_sinceRead;
    QElapsedTimer m_sinceTasks;
    std::chrono::milliseconds m_lastCost{0};
    std::chrono::milliseconds m_tasksCost{0};
    Backoff m_backoff;
    bool m_isPaused = true;
    bool m_isDetailed = false;
    bool m_isReading = false;
    bool m_wantsMore = false; // refreshSoon() while reading
    bool m_isTroubled = false;
};

} // namespace yardmaster
