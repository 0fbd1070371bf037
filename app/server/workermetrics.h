#pragma once

#include "app/server/metricstext.h"
#include <yardmaster/events.h>
#include <yardmaster/workerstatus.h>

#include <QHash>
#include <QObject>
#include <QSet>

#include <array>
#include <chrono>
#include <map>
#include <mutex>

namespace yardmaster {

class EventBus;
class WorkerHealth;

/// Counts what a worker does, from its events, and writes it as Prometheus reads it. Each job costs
/// two short visits here, on the threads that emit them, each to one of several sets of numbers, so
/// that threads do not wait for each other. Any thread.
class WorkerMetrics final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WorkerMetrics)

public:
    /// Tasks with numbers of their own; those of others are added up as a task "(other)".
    static constexpr int kTasks = 100;

    /// @param concurrency  WorkerOptions::concurrency. @param health  must outlive this.
    WorkerMetrics(EventBus *events, const WorkerHealth *health, int concurrency);

    /// The worker serves these from now on. Their numbers begin at zero.
    void onTasks(const QStringList &tasks);

    [[nodiscard]] QByteArray text(const WorkerStatus &status) const;

private:
    enum Outcome { Succeeded, Failed, FailedForGood, Snoozed, Interrupted, LostLease };
    static constexpr std::array kOutcomes{"succeeded", "failed",      "failed_for_good",
                                          "snoozed",   "interrupted", "lost_lease"};
    /// Upper bounds, in seconds.
    static constexpr std::array kBounds{0.001, 0.005, 0.02, 0.1,   0.5,    1.0,
                                        5.0,   15.0,  60.0, 300.0, 1800.0, 7200.0};

    struct Histogram
    {
        std::array<qint64, kBounds.size() + 1> counts{};
        std::chrono::microseconds sum{0};

        void add(std::chrono::microseconds value);
        void add(const Histogram &other);
    };
    struct Task
    {
        std::array<qint64, kOutcomes.size()> outcomes{};
        Histogram wait;
        Histogram run;

        void add(const Task &other);
    };
    /// Threads are spread over these.
    struct alignas(64) Shard
    {
        mutable std::mutex mutex; // guards the rest
        QHash<QString, Task> tasks;
    };

    void onStarted(const JobEvent &event);
    void onEnded(const JobEvent &event, Outcome outcome, bool wasRun);
    template <typename Change> void change(const QString &task, const Change &change);
    /// The name under which a task is counted.
    [[nodiscard]] QString nameFor(const QString &task);
    [[nodiscard]] std::map<QString, Task> sums() const;
    void writeTasks(MetricsText *text) const;
    static void writeHistogram(MetricsText *text, const QString &task, const Histogram &histogram);

    const WorkerHealth *const m_health;
    const int m_concurrency;
    const double m_startedAt; ///< seconds since 1970
    std::array<Shard, 8> m_shards;
    mutable std::mutex m_mutex;             // guards the rest
    QSet<QString> m_known;                  ///< kTasks at most
    std::map<QString, qint64> m_reconnects; ///< by activity
    qint64 m_sweptWorkers = 0;
    qint64 m_recoveredJobs = 0;
    qint64 m_cronJobs = 0;
};

} // namespace yardmaster
