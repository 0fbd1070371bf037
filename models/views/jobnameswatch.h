#pragma once

#include "models/backgroundsession.h"
#include "models/views/jobnames.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>

namespace yardmaster {

/// Keeps the names of one queue at hand, read on a background thread: at first, then every half
/// minute, and never for more than a twentieth of the time. Reads nothing while paused. After an
/// error the names known so far stay, and it goes on trying. GUI thread.
class JobNamesWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobNamesWatch)

public:
    JobNamesWatch(ConnectionSettings connection, QString schema, QObject *parent = nullptr);
    ~JobNamesWatch() override;

    /// Begins paused.
    void setPaused(bool isPaused);
    /// Reads soon, unless paused: then when it goes on.
    void refreshSoon();

    /// Never null.
    [[nodiscard]] const std::shared_ptr<const JobNames> &names() const { return m_names; }
    [[nodiscard]] bool hasRead() const { return m_hasRead; }

Q_SIGNALS:
    /// They have been read and differ from before, or were read for the first time.
    void changed();
    void failed(const yardmaster::DbError &error);

private:
    void read();
    void onAnswer(const Result<JobNames> &answer);

    const QString m_schema;
    BackgroundSession m_session;
    std::shared_ptr<const JobNames> m_names = std::make_shared<JobNames>();
    QTimer m_timer;
    QElapsedTimer m_cost;
    std::chrono::milliseconds m_lastCost{0};
    bool m_isPaused = true;
    bool m_isReading = false;
    bool m_hasRead = false;
};

} // namespace yardmaster
