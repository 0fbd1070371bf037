#pragma once

#include "models/backgroundsession.h"

#include <QElapsedTimer>
#include <QFutureWatcher>
#include <QObject>
#include <QTimer>

#include <optional>

namespace yardmaster {

/// Reads something again and again on a background thread: at first, then at an interval, and never
/// for more than a twentieth of the time. Reads nothing while paused. After an error what was read
/// last stays, and it goes on trying. GUI thread.
class ReadingWatch : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReadingWatch)

public:
    ~ReadingWatch() override;

    /// Begins paused.
    void setPaused(bool isPaused);
    [[nodiscard]] bool isPaused() const { return m_isPaused; }
    /// Reads soon, unless paused: then when it goes on.
    void refreshSoon();
    /// Why the last attempt failed; unset after one that did not.
    [[nodiscard]] const std::optional<DbError> &error() const { return m_error; }

Q_SIGNALS:
    void read();
    void failed(const yardmaster::DbError &error);

protected:
    explicit ReadingWatch(std::chrono::milliseconds interval, QObject *parent);
    virtual void ask() = 0;
    void answered(std::optional<DbError> error);

private:
    void begin();

    const std::chrono::milliseconds m_interval;
    QTimer m_timer;
    QElapsedTimer m_cost;
    std::chrono::milliseconds m_lastCost{0};
    std::optional<DbError> m_error;
    bool m_isPaused = true;
    bool m_isReading = false;
    bool m_isWantedAgain = false;
};

/// The one that reads a `T`.
template <typename T> class Readings final : public ReadingWatch
{
public:
    using Visit = std::function<Result<T>(Session &)>;

    /// @param visit  on the background thread.
    Readings(ConnectionSettings connection, const QString &purpose, Visit visit,
             std::chrono::milliseconds interval, QObject *parent = nullptr)
        : ReadingWatch(interval, parent)
        , m_session(std::move(connection), purpose)
        , m_visit(std::move(visit))
    { }

    /// Unset: nothing has been read yet.
    [[nodiscard]] const std::optional<T> &latest() const { return m_latest; }

protected:
    void ask() override
    {
        auto *watcher = new QFutureWatcher<Result<T>>(this);
        connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
            watcher->deleteLater();
            Result<T> answer = watcher->result();
            std::optional<DbError> error;
            if (answer)
                m_latest = *std::move(answer);
            else
                error = answer.error();
            answered(std::move(error));
        });
        watcher->setFuture(m_session.run(m_visit));
    }

private:
    BackgroundSession m_session;
    Visit m_visit;
    std::optional<T> m_latest;
};

} // namespace yardmaster
