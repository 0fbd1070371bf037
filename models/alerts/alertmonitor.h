#pragma once

#include "models/alerts/alertnews.h"
#include "models/alerts/alertstore.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

class QSettings;

namespace yardmaster {

class RegistryPoller;
class RunsPoller;
class MetricsPoller;
struct ConsoleTarget;

/// Compares each reading of one queue with the rules of its profile, and says what is to be told.
/// How it is sent is up to AlertNotifier. See AlertState for how a rule moves, AlertLedger for
/// when it is told. GUI thread.
class AlertMonitor final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AlertMonitor)

public:
    /// An active alert.
    struct Active
    {
        AlertRule rule;
        AlertState state;
        bool isAcknowledged = false;
    };

    /// @param metrics  reads while it is not paused, and nothing is noticed while it is; borrowed,
    ///                outlives this. Null: only take() brings readings.
    /// @param settings  keeps rules and history; borrowed. Null: nothing is kept.
    AlertMonitor(MetricsPoller *metrics, const ConsoleTarget &target, QSettings *settings,
                 QObject *parent = nullptr);
    ~AlertMonitor() override;

    [[nodiscard]] const AlertSettings &settings() const { return m_settings; }
    /// Kept at once. What has no problems only, see problemsOf().
    void setSettings(const AlertSettings &settings);

    /// At least one rule is enabled: readings are wanted, also while the window is hidden.
    [[nodiscard]] bool isWatching() const;

    /// One more reading; those of the metrics come by themselves.
    void take(const AlertSnapshot &reading);
    /// Nothing read yet: its time is invalid.
    [[nodiscard]] const AlertSnapshot &latest() const { return m_latest; }
    [[nodiscard]] AlertState stateOf(const QString &rule) const { return m_states.value(rule); }

    /// The most severe first, then the longest.
    [[nodiscard]] QList<Active> active() const;
    /// No reminders of it until it is over.
    void acknowledge(const QString &rule);
    /// The latest first, kMostRecords at most.
    [[nodiscard]] const QList<AlertRecord> &history() const { return m_history; }
    void clearHistory();

    /// Nothing is told until then; the alerts stay to be seen. @param time  above zero.
    void snooze(std::chrono::minutes time);
    void endSnooze();
    /// Invalid: not snoozed.
    [[nodiscard]] QDateTime snoozedUntil() const;

    /// Default QDateTime::currentDateTimeUtc().
    void setClock(std::function<QDateTime()> clock) { m_clock = std::move(clock); }

    static constexpr int kMostRecords = 100;

Q_SIGNALS:
    /// Values, alerts, the snooze or the settings are others than before, or as they were.
    void updated();
    void watchingChanged();
    void told(const yardmaster::AlertMessage &message);

private:
    void onRead();
    void onFailed();
    void onTick();
    void record(const AlertRule &rule, const AlertState &before, const AlertState &after);
    void closeRecord(const QString &rule, const QDateTime &at);
    void updateWatching();

    MetricsPoller *const m_metrics;
    AlertStore m_store;
    std::unique_ptr<RegistryPoller> m_registry; // null without metrics
    std::unique_ptr<RunsPoller> m_runs;         // likewise
    AlertSettings m_settings;
    AlertLedger::States m_states;
    AlertLedger m_ledger;
    QList<AlertRecord> m_history;
    QDateTime m_snoozedUntil;
    AlertSnapshot m_latest;
    std::function<QDateTime()> m_clock;
    QElapsedTimer m_sinceReading;
    QTimer m_tick;
    bool m_wasWatching = false;
};

} // namespace yardmaster
