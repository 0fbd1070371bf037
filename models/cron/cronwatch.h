#pragma once

#include "models/backgroundsession.h"
#include "models/cron/knowncrontabs.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <optional>

namespace yardmaster {

/// Keeps at hand what the database knows of cron, read on a background thread: at first, then every
/// ten seconds, and never for more than a twentieth of the time. Reads nothing while paused. After
/// an error what was known stays, and it goes on trying. GUI thread.
class CronWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CronWatch)

public:
    CronWatch(ConnectionSettings connection, QString schema, QObject *parent = nullptr);
    ~CronWatch() override;

    /// Begins paused.
    void setPaused(bool isPaused);
    /// Reads soon, unless paused: then when it goes on.
    void refreshSoon();

    [[nodiscard]] const KnownCrontabs &known() const { return m_known; }
    [[nodiscard]] bool hasRead() const { return m_hasRead; }
    /// Of the last reading, if it failed.
    [[nodiscard]] const std::optional<DbError> &error() const { return m_error; }

Q_SIGNALS:
    /// It was read, or could not be.
    void read();
    /// It differs from before, or was read for the first time.
    void changed();

private:
    void readNow();
    void onAnswer(const Result<KnownCrontabs> &answer);

    const QString m_schema;
    BackgroundSession m_session;
    KnownCrontabs m_known;
    std::optional<DbError> m_error;
    QTimer m_timer;
    QElapsedTimer m_cost;
    std::chrono::milliseconds m_lastCost{0};
    bool m_isPaused = true;
    bool m_isReading = false;
    bool m_hasRead = false;
    bool m_isWantedAgain = false;
};

} // namespace yardmaster
