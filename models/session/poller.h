#pragma once

#include "models/session/delivery.h"
#include "models/session/freshness.h"
#include "models/session/sessionpool.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <concepts>
#include <functional>
#include <optional>

namespace yardmaster {

class Reachability;

/// What all pollers have in common, see Poller.
class PollerBase : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PollerBase)

public:
    /// It rests for so many times as long as the last reading took, unless setRest() says
    /// otherwise.
    static constexpr int kRest = 20;
    /// An answer that takes longer is overdue.
    static constexpr std::chrono::milliseconds kOverdue{3000};

    ~PollerBase() override;

    /// Begins paused. When it resumes it reads at once, unless the last reading took so long that
    /// it has to rest; that does not matter once what it read is stale.
    void setPaused(bool isPaused);
    [[nodiscard]] bool isPaused() const { return m_isPaused; }
    /// Between the end of a reading and the next one, at least.
    void setInterval(std::chrono::milliseconds interval) { m_interval = interval; }
    void setRest(int times) { m_rest = times; }
    /// Something has changed: reads soon, unless paused, but keeps its rests.
    void refreshSoon();
    /// A person asks, or waits: reads now, unless paused.
    void refresh();

    [[nodiscard]] bool hasRead() const { return m_readAt.isValid(); }
    /// When what is known was read; invalid: never.
    [[nodiscard]] const QDateTime &readAt() const { return m_readAt; }
    /// Why it cannot be read at the moment: the last attempt failed, or the server was lost since.
    [[nodiscard]] const std::optional<DbError> &error() const { return m_error; }
    /// Nothing is fresh while the server is late, even if this part of it could be read.
    [[nodiscard]] Freshness freshness() const;
    /// When it is read next; invalid: while it is being read, or paused.
    [[nodiscard]] QDateTime nextAt() const;

Q_SIGNALS:
    void read();
    /// As read(), but only the first time and when something else was read than before.
    void changed();
    void failed(const yardmaster::DbError &error);
    /// What freshness() says has changed, but for the time of a reading.
    void freshnessChanged();

protected:
    PollerBase(const SessionPool &sessions, std::chrono::milliseconds interval, QObject *parent);
    virtual void ask() = 0;
    void succeeded(std::chrono::milliseconds cost, bool isOther);
    void hasFailed(std::chrono::milliseconds cost, const DbError &error);

private:
    void begin();
    void onLost(const DbError &error);
    void onRecovered();
    void setOverdue(bool isOverdue);
    void end(std::chrono::milliseconds cost, std::chrono::milliseconds wait);
    [[nodiscard]] std::chrono::milliseconds restLeft() const;

    const Reachability *const m_server; // of the sessions
    std::chrono::milliseconds m_interval;
    int m_rest = kRest;
    QTimer m_timer;
    QTimer m_late; // runs while it is read
    QElapsedTimer m_sinceEnd;
    std::chrono::milliseconds m_cost{0};
    QDateTime m_readAt;
    std::optional<DbError> m_error;
    bool m_isPaused = true;
    bool m_isReading = false;
    bool m_isOverdue = false;
    bool m_isWantedAgain = false; // what is being read may be from before a change
};

/// Reads a `T` again and again in the background: at first, then at an interval, and never for more
/// than a twentieth of the time, see setRest(). After an error what was read last stays, and it
/// keeps trying; it learns from the pool that the server was lost, and reads as soon as that is
/// back. GUI thread; never blocks.
template <typename T> class Poller final : public PollerBase
{
public:
    /// @param read  on a background thread.
    /// @param use  Background: not from a standby.
    Poller(SessionPool sessions, DbWork<T> read, std::chrono::milliseconds interval,
           QObject *parent = nullptr, SessionPool::Use use = SessionPool::Use::Polling)
        : PollerBase(sessions, interval, parent)
        , m_queue(std::move(sessions), use)
        , m_read(std::move(read))
    { }

    [[nodiscard]] const SessionPool &sessions() const { return m_queue.sessions(); }
    /// Unset: nothing has been read yet.
    [[nodiscard]] const std::optional<T> &latest() const { return m_latest; }

private:
    void ask() override
    {
        // Without the wait for a session; 0 where there was none. Written before the answer is.
        const auto cost = std::make_shared<std::chrono::milliseconds>(0);
        const auto timed = [read = m_read, cost](Session &session) -> Result<T> {
            QElapsedTimer watch;
            watch.start();
            Result<T> value = read(session);
            *cost = std::chrono::milliseconds(watch.elapsed());
            return value;
        };
        deliver(m_queue.run(timed), this, [this, cost](const Result<T> &answer) {
            if (!answer) {
                hasFailed(*cost, answer.error());
            } else {
                bool isOther = true;
                if constexpr (std::equality_comparable<T>)
                    isOther = m_latest != *answer;
                if (isOther)
                    m_latest = *answer;
                succeeded(*cost, isOther);
            }
        });
    }

    WorkQueue m_queue;
    const DbWork<T> m_read;
    std::optional<T> m_latest;
};

} // namespace yardmaster
