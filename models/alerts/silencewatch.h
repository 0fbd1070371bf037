#pragma once

#include "models/alerts/workersilences.h"
#include "models/backgroundsession.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace yardmaster {

/// Reads the registry of workers of one schema on a background thread, every five seconds and never
/// for more than a twentieth of the time. Reads nothing while paused. GUI thread.
class SilenceWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SilenceWatch)

public:
    SilenceWatch(ConnectionSettings connection, QString schema, QObject *parent = nullptr);
    ~SilenceWatch() override;

    /// Begins paused.
    void setPaused(bool isPaused);
    /// Default five seconds.
    void setInterval(std::chrono::milliseconds interval) { m_interval = interval; }

    /// Unset: not read yet, not lately, or there is no registry.
    [[nodiscard]] std::optional<QList<WorkerSilence>> silences(const QDateTime &now) const;

Q_SIGNALS:
    void read();

private:
    struct Answer
    {
        bool hasRegistry = false;
        std::vector<ActiveWorker> workers;
    };

    void readNow();
    void onAnswer(const Result<Answer> &answer);

    const std::shared_ptr<const WorkerRegistry> m_registry; // its texts never change
    BackgroundSession m_session;
    WorkerSilences m_silences;
    std::chrono::milliseconds m_interval{5000};
    QTimer m_timer;
    QElapsedTimer m_cost;
    QElapsedTimer m_age; // of the last answer; invalid: none
    bool m_isPaused = true;
    bool m_isReading = false;
};

} // namespace yardmaster
