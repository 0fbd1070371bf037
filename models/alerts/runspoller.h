#pragma once

#include "models/alerts/alertsnapshot.h"
#include "models/session/poller.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <mutex>

namespace yardmaster {

class Session;

/// What the history told alerts at one moment. A value.
struct AlertRuns
{
    bool hasHistory = false; ///< one that can be read
    // Of all tasks, over the last minute; unset: it began to record within it.
    std::optional<double> failuresPerMinute = {};
    std::optional<double> successesPerMinute = {};
    QHash<QString, TaskRuns> tasks = {}; ///< by name, those that were asked for

    [[nodiscard]] bool operator==(const AlertRuns &) const = default;
};

/// @param tasks  "" is all of them. Blocks, on the session's thread. Where there is no history, or
/// it may not be read, that is the answer.
[[nodiscard]] Result<AlertRuns> readAlertRuns(Session &session, const QString &schema,
                                              const QStringList &tasks);

/// Reads the history for alerts every fifteen seconds, see Poller. GUI thread.
class RunsPoller final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunsPoller)

public:
    RunsPoller(SessionPool sessions, const QString &schema, QObject *parent = nullptr);
    ~RunsPoller() override;

    /// Of rules that are enabled; none: paused.
    void follow(const QList<AlertRule> &rules);
    /// Adds what was read lately; changes nothing where there is no history.
    void addTo(AlertSnapshot *reading) const;

private:
    struct Wanted
    {
        std::mutex mutex; // guards tasks
        QStringList tasks;
    };

    const std::shared_ptr<Wanted> m_wanted;
    Poller<AlertRuns> m_poller;
};

} // namespace yardmaster
